"""A request of granian's (RSGI) as WSGI knows it (PEP 3333), and files that leave without passing through Python."""

import sys
from io import BufferedReader
from typing import Any
from wsgiref.util import FileWrapper

UNPREFIXED = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}


class File(FileWrapper):
    """`wsgi.file_wrapper`. `path`: where the whole file lies on the disk, None for what is a file otherwise."""

    def __init__(self, file: Any, block_size: int = 65536) -> None:
        super().__init__(file, block_size)
        self.path = str(file.name) if isinstance(file, BufferedReader) and file.tell() == 0 else None


def environ_of(scope: Any) -> dict[str, Any]:
    """Everything but `wsgi.input`. Bytes are written as Latin-1, as PEP 3333 wants them."""
    name, _colon, port = scope.server.rpartition(":")
    environ = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": name,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": File,
    }
    for header, value in scope.headers.items():
        if "_" in header:
            continue  # would pass for the one with hyphens, which a proxy has checked
        key = UNPREFIXED.get(header) or "HTTP_" + header.upper().replace("-", "_")
        known = environ.get(key)
        environ[key] = value if known is None else f"{known}{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
    if "*" in environ.get("CONTENT_TYPE", ""):
        # Parameters in charsets of their own (RFC 2231) no browser sends, and Django fails at some.
        environ["CONTENT_TYPE"] = environ["CONTENT_TYPE"].partition(";")[0]
    return environ
