"""Dates in the English staff area, as the English shop writes them: the day first."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j M Y, H:i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j F"
# The first is the one that forms show; Germans write with dots whatever language they read.
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d.%m.%Y", "%d.%m.%y", "%d/%m/%Y", "%d %b %Y", "%d %B %Y"]
TIME_INPUT_FORMATS = ["%H:%M:%S", "%H:%M", "%H.%M"]
DATETIME_INPUT_FORMATS = [f"{day} {time}" for day in DATE_INPUT_FORMATS for time in TIME_INPUT_FORMATS]
