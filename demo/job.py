"""The job that draws pictures, by its name, so that deferring it does not load it."""

DRAW_JOB = "demo.draw_pictures"
# Behind everything that somebody waits for.
DRAW_PRIORITY = -30
