"""What pages of other origins may read: public answers, which carry nothing of the visitor who asks (catalogue §7).

Their browsers send no cookies along (`*` never goes with credentials), so nobody's cart or order is among them.
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
    """The answer to a browser that asks whether a page of another origin may GET; None if it asks something else."""
    if request.method != "OPTIONS" or request.headers.get("Access-Control-Request-Method") != "GET":
        return None
    response = allow_any_origin(HttpResponse(status=204))
    response.headers["Access-Control-Allow-Methods"] = "GET"
    response.headers["Access-Control-Allow-Headers"] = ASKED_HEADERS
    response.headers["Access-Control-Max-Age"] = str(DAY)
    return response
