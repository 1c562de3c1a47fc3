"""Resume a session in another browser: a signed id, valid for one use and ten minutes, moves it there.

The first browser loses the session, so that nobody who was sent such an address shares a session with its sender
(docs/decisions/0066).
"""

import secrets

from django.core import signing
from django.db import transaction

from sessions_queue.errors import NotResumed, SessionEnded, SessionHere
from sessions_queue.locks import lock_sessions
from sessions_queue.models import VisitorSession, new_token
from shop.core.database.transactions import retry_transaction
from shop.models import Shop

from .actions import lock_and_renew

RESUME_ID_SECONDS = 10 * 60


def signer(shop: Shop) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=f"resumed session of {shop.pk}")


@transaction.atomic
def new_resume_id(*, session: VisitorSession) -> str:
    """Make an id that resumes the session once. Ids made before become invalid. Raises SessionEnded."""
    locked = lock_and_renew(session)
    if locked is None:
        raise SessionEnded
    locked.resume_nonce = secrets.token_urlsafe(16)
    locked.save(update_fields=["resume_nonce"])
    return signer(session.shop).sign(f"{locked.pk.hex}.{locked.resume_nonce}")


@retry_transaction
@transaction.atomic
def resume(*, shop: Shop, resume_id: str, here: VisitorSession | None, replaces: bool) -> VisitorSession:
    """Move the session to this browser by giving it a new token; the other browser loses it.

    `here`: this browser's own session; it ends if `replaces`. Raises NotResumed if the id is invalid, of another shop,
    older than ten minutes, used or replaced by a newer one, or if the session ended. Raises SessionHere if `here`
    exists and not `replaces`. Locks both sessions.
    """
    known = session_of(shop, resume_id)
    own = here if here is not None and here.pk != known.pk else None
    if own is not None and not replaces:
        raise SessionHere
    locked = lock_sessions(known, *([own] if own else []))
    session = locked.pop(known.pk)
    if session is None or session.resume_nonce != known.resume_nonce:
        raise NotResumed
    session.token, session.resume_nonce = new_token(), ""
    session.save(update_fields=["token", "resume_nonce"])
    for left in filter(None, locked.values()):
        left.expires_at = left.alive_at  # the sweep gives back what it holds
        left.save(update_fields=["expires_at"])
    return session


def session_of(shop: Shop, resume_id: str) -> VisitorSession:
    """Return the session that the id names, with the nonce that it must still have. Raises NotResumed."""
    try:
        key, _dot, nonce = signer(shop).unsign(resume_id, max_age=RESUME_ID_SECONDS).partition(".")
    except (signing.BadSignature, ValueError) as error:
        raise NotResumed from error
    session = VisitorSession.objects.alive().filter(shop=shop, pk=key, resume_nonce=nonce).first()
    if session is None or not nonce:
        raise NotResumed
    session.shop = shop
    return session
