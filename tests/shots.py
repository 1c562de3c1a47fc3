"""Pictures of every page and mail, for people to look at: `python -m tests.shots FOLDER`.

pytest has the shop and the browser that this needs; it takes nothing but what is named.
"""

import os
import sys
from pathlib import Path

import pytest

CAMERA = Path(__file__).parent / "e2e" / "look" / "camera.py"


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["SHOTS"] = str(folder)
    sys.exit(pytest.main(["-o", "python_files=camera.py", "-o", "python_functions=pictures_*", str(CAMERA)]))


if __name__ == "__main__":
    main()
