"""Pictures to upload."""

import io

from PIL import Image as Pillow
from PIL import ImageDraw


def drawn(width: int, height: int, form: str = "JPEG", mode: str = "RGB", **options: object) -> bytes:
    """Left half red, right half blue."""
    picture = Pillow.new(mode, (width, height), (200, 20, 20, 255)[: len(mode)])
    ImageDraw.Draw(picture).rectangle((width // 2, 0, width, height), fill=(20, 20, 200, 255)[: len(mode)])
    written = io.BytesIO()
    picture.save(written, form, **options)
    return written.getvalue()
