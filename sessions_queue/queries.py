from django.http import HttpRequest

from shop.models import Shop

from .errors import SessionEnded
from .models import VisitorSession, VisitorSessionQuerySet


def session_cookie(shop: Shop) -> str:
    return f"ms_session_{shop.slug}"


def sessions_by_token(shop: Shop, token: str | None) -> VisitorSessionQuerySet:
    """Sessions of this very shop by its cookie's value, also ended ones. The database takes no NUL, cookies do."""
    known = token is not None and token.isascii() and token.isprintable()
    return VisitorSession.objects.filter(shop=shop, token=token) if known else VisitorSession.objects.none()


def access_session(shop: Shop, token: str | None) -> VisitorSession | None:
    """The one gate to a guest's session: by the shop's own cookie, alive, and of this very shop."""
    session = sessions_by_token(shop, token).alive().first()
    if session is not None:
        session.shop = shop
    return session


def request_session(request: HttpRequest, shop: Shop) -> VisitorSession | None:
    return access_session(shop, request.COOKIES.get(session_cookie(shop)))


def living_session(request: HttpRequest, shop: Shop) -> VisitorSession:
    """As `request_session`. Raises SessionEnded where there is none."""
    session = request_session(request, shop)
    if session is None:
        raise SessionEnded
    return session
