"""`python -m launch.web`: the web server where nothing else starts it, with PORT, BIND and WEB_WORKERS (Dockerfile)."""

import os
import sys

from . import settings
from .errors import LaunchError

if __name__ == "__main__":
    host = os.environ.get("BIND") or "0.0.0.0"  # noqa: S104
    try:
        words = settings.web_command(settings.port(), settings.web_workers(), host, "granian")
    except LaunchError as error:
        sys.exit(f"merchstand: {error}")
    os.execvp("granian", [str(word) for word in words])
