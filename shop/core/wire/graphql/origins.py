"""CORS: pages of other origins may read public answers, which contain nothing of the visitor (catalogue §7).

Browsers send no cookies with such requests (`*` excludes credentials), so no cart or order can be among the answers.
"""

from django.http import HttpRequest, HttpResponse

ALLOWED = "Access-Control-Allow-Origin"
# What clients of persisted queries send with a GET beside what needs no leave.
ASKED_HEADERS = "Content-Type, Accept-Language, If-None-Match, Apollo-Require-Preflight"
DAY = 24 * 60 * 60


def allow_any_origin(response: HttpResponse) -> HttpResponse:
    response.headers[ALLOWED] = "*"
    response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
    return response


def preflight_response(request: HttpRequest) -> HttpResponse | None:
    """Return the answer to a CORS preflight request for a GET. None for any other request."""
    if request.method != "OPTIONS" or request.headers.get("Access-Control-Request-Method") != "GET":
        return None
    response = allow_any_origin(HttpResponse(status=204))
    response.headers["Access-Control-Allow-Methods"] = "GET"
    response.headers["Access-Control-Allow-Headers"] = ASKED_HEADERS
    response.headers["Access-Control-Max-Age"] = str(DAY)
    return response
