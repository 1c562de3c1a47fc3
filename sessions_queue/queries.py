from django.http import HttpRequest

from shop.models import Shop

from .models import VisitorSession


def session_cookie(shop: Shop) -> str:
    return f"ms_session_{shop.slug}"


def access_session(shop: Shop, token: str | None) -> VisitorSession | None:
    """The one gate to a guest's session: by the shop's own cookie, alive, and of this very shop."""
    if not token:
        return None
    return VisitorSession.objects.alive().filter(shop=shop, token=token).first()


def request_session(request: HttpRequest, shop: Shop) -> VisitorSession | None:
    return access_session(shop, request.COOKIES.get(session_cookie(shop)))
