"""A guest goes on in another browser: a signed id, good for one use and ten minutes, moves the session there.

The browser that had it loses it: nobody who was sent such an address shares a session with who made it
(docs/decisions/0066).
"""

import secrets

from django.core import signing
from django.db import transaction
from django.db.models.functions import Now

from shop.models import Shop
from shop.transactions import tried_again

from .errors import NotResumed, SessionHere
from .locks import lock_session
from .models import VisitorSession, new_token

GOOD_FOR = 10 * 60  # seconds


def signer(shop: Shop) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=f"resumed session of {shop.pk}")


def new_resume_id(*, session: VisitorSession) -> str:
    """An id that is good once; one that was made before is good no more."""
    nonce = secrets.token_urlsafe(16)
    VisitorSession.objects.filter(pk=session.pk).update(resume_nonce=nonce)
    return signer(session.shop).sign(f"{session.pk.hex}.{nonce}")


@tried_again
@transaction.atomic
def resume(*, shop: Shop, resume_id: str, here: VisitorSession | None, replaces: bool) -> VisitorSession:
    """The session with its new token, by which the other browser knows it no more.

    `here`: the one that this browser has; it ends if it `replaces` another. Raises NotResumed for an id that is not
    ours, of another shop, older than ten minutes, used or followed by a newer one, and for a session that ended;
    SessionHere.
    """
    known = session_of(shop, resume_id)
    is_same = here is not None and here.pk == known.pk
    if here is not None and not is_same and not replaces:
        raise SessionHere
    session = lock_session(known)
    if session is None or session.resume_nonce != known.resume_nonce:
        raise NotResumed
    session.token, session.resume_nonce = new_token(), ""
    session.save(update_fields=["token", "resume_nonce"])
    if here is not None and not is_same:
        VisitorSession.objects.filter(pk=here.pk, ended_at=None).update(expires_at=Now())
    return session


def session_of(shop: Shop, resume_id: str) -> VisitorSession:
    """As the id names it, with the nonce that it must still have. Raises NotResumed."""
    try:
        key, _dot, nonce = signer(shop).unsign(resume_id, max_age=GOOD_FOR).partition(".")
    except (signing.BadSignature, ValueError) as error:
        raise NotResumed from error
    session = VisitorSession.objects.alive().filter(shop=shop, pk=key, resume_nonce=nonce).first()
    if session is None or not nonce:
        raise NotResumed
    session.shop = shop
    return session
