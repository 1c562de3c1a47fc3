"""Redraws a proof, so that staff open only pixels and nothing else that was in the file.

Uses no Django: it runs in `shop.core.bounded`.
"""

from collections.abc import Mapping

from shop.core.pictures.files import PictureRefused, form_of, opened, saved, turn_of, upright

# What cameras and screenshots make; HEIC is turned into JPEG by the phones that make it.
FORMS: Mapping[str, str] = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP"}
LARGEST_PROOF = 4 * 1024 * 1024
# A number on a ticket can be read at this size.
LONGEST_SIDE = 2400


def redrawn_proof(content: bytes, content_type: str) -> bytes:
    """Return the picture as JPEG. Raises PictureRefused if it is too large, no picture, or not of the stated format."""
    if len(content) > LARGEST_PROOF:
        raise PictureRefused("size")
    with opened(content, set(FORMS.values())) as original:
        if form_of(original) != FORMS.get(content_type):
            raise PictureRefused("format")
        turn = turn_of(original)
        original.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        picture = upright(original.convert("RGB"), turn)
        picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        picture.info = {}
        return saved(picture, "JPEG", quality=85)
