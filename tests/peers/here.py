"""The shop in this process, for who reaches it over HTTP elsewhere: `peer.client = httpx.Client(transport=Here())`."""

import httpx
from django.test import Client


class Here(httpx.BaseTransport):
    """What is sent comes in as it was signed; nobody is let in by a cookie of before."""

    def __init__(self) -> None:
        self.shop = Client(SERVER_NAME="localhost", raise_request_exception=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.shop.cookies.clear()
        headers = {name: value for name, value in request.headers.items() if name not in ("host", "content-length")}
        kind = headers.pop("content-type", "")
        path, content = request.url.raw_path.decode(), request.read()
        answer = self.shop.generic(request.method, path, content, content_type=kind, headers=headers)
        cookies = [("set-cookie", cookie.OutputString()) for cookie in answer.cookies.values()]
        return httpx.Response(answer.status_code, headers=[*answer.headers.items(), *cookies], content=answer.content)
