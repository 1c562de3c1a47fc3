"""`python -m launch.web`: the web server where nothing else starts it, with PORT, BIND and WEB_WORKERS (Dockerfile)."""

import os

from . import settings

if __name__ == "__main__":
    everywhere = "0.0.0.0"  # noqa: S104
    words = settings.web_command(
        settings.port(), settings.web_workers(), os.environ.get("BIND") or everywhere, "granian"
    )
    os.execvp("granian", [str(word) for word in words])
