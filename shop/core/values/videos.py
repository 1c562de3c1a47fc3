"""YouTube videos: staff paste an address or an id, the shop stores the id."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

ID = r"(?P<id>[\w-]{11})"
WRITTEN = re.compile(
    rf"""{ID}
    | (https?:)?(//)?(www\.|m\.|music\.)?
      ( youtu\.be/{ID.replace("id", "short")}
      | youtube(-nocookie)?\.com/(embed|shorts|live|v)/{ID.replace("id", "path")}
      | youtube\.com/watch/?\?([^#\s]*&)?v={ID.replace("id", "query")}
      )
      ([?&#/]\S*)?""",
    re.VERBOSE | re.ASCII,
)


def video_id(entered: str) -> str:
    """Return the id from an address as YouTube shows or shares it, or the entered id. Raises ValidationError."""
    found = WRITTEN.fullmatch(entered.strip())
    if found is None:
        raise ValidationError(
            _("Not a YouTube video: paste its address, for example https://youtu.be/dQw4w9WgXcQ, or its id.")
        )
    return next(found[name] for name in ("id", "short", "path", "query") if found[name])
