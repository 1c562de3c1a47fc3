from functools import cache

from django.http import HttpRequest

from shop.core.database.compiled_statements import SHOP, ModelStatement, Parameter
from shop.models import Shop

from .errors import SessionEnded
from .models import VisitorSession


def session_cookie(shop: Shop) -> str:
    return f"ms_session_{shop.slug}"


@cache
def sessions_by_token(*, alive: bool) -> ModelStatement[VisitorSession]:
    sessions = VisitorSession.objects.filter(shop=SHOP, token=Parameter("token"))
    return ModelStatement(sessions.alive() if alive else sessions)


def session_by_token(shop: Shop, token: str | None, *, alive: bool) -> VisitorSession | None:
    """Return this shop's session by its cookie's value. PostgreSQL refuses NUL, which cookies may hold."""
    if token is None or not token.isascii() or not token.isprintable():
        return None
    session = sessions_by_token(alive=alive).first(shop=shop.pk, token=token)
    if session is not None:
        session.shop = shop
    return session


def access_session(shop: Shop, token: str | None) -> VisitorSession | None:
    """Return a guest's session: alive, and of this shop. The only way in which requests reach one."""
    return session_by_token(shop, token, alive=True)


def request_session(request: HttpRequest, shop: Shop) -> VisitorSession | None:
    return access_session(shop, request.COOKIES.get(session_cookie(shop)))


def living_session(request: HttpRequest, shop: Shop) -> VisitorSession:
    """Return what `request_session` does. Raises SessionEnded if there is none."""
    session = request_session(request, shop)
    if session is None:
        raise SessionEnded
    return session
