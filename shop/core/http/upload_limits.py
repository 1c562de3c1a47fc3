"""Size limits of all uploads, whatever their form allows."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

MB = 1024 * 1024
# A little more than any form takes, so that its own limit speaks, beside the field.
LARGEST_FILE = 33 * MB
LARGEST_REQUEST = 100 * MB


class UploadLimits(FileUploadHandler):
    """Cuts each file off at the largest size. Raises RequestDataTooBig if the request is too large."""

    received = 0

    def handle_raw_input(
        self, input_data: Any, META: dict[str, str], content_length: int, boundary: str, encoding: str | None = None
    ) -> None:
        self.check(content_length)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        self.received += len(raw_data)
        self.check(self.received)
        return raw_data if start < LARGEST_FILE else None

    def file_complete(self, file_size: int) -> None:
        """The handlers after this one have the file."""

    def check(self, size: int) -> None:
        if size > LARGEST_REQUEST:
            raise RequestDataTooBig(f"More than {LARGEST_REQUEST // MB} MB were sent at once.")
