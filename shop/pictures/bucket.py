"""Files in an S3-compatible store (design §2): kept there, read through the shop's own addresses.

The shop stays the only door to a picture, so that its gates hold for pictures, too; a proxy in front may keep them.
"""

from django.conf import settings
from django.utils.encoding import filepath_to_uri
from storages.backends.s3 import S3Storage


class Bucket(S3Storage):
    """`settings.STORAGES["default"]` when S3_BUCKET is set."""

    def url(self, name: str, parameters: object = None, expire: object = None, http_method: object = None) -> str:
        """The shop's own address of a file, whether or not it exists."""
        return settings.MEDIA_URL + (filepath_to_uri(name) or "")
