"""The kinds of mails about an order. Each is declared beside its subject, and found here by its name."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from checkout.models import Placement
from shop.mails.keys import begins_with, joined, parted
from shop.mails.kind_labels import AGAIN, LABELS, kind_label
from shop.mails.sending import Attachment
from shop.models import Mail

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

KINDS: dict[str, "MailKind"] = {}


def no_context(placement: Placement, about: str) -> Mapping[str, object]:
    return {}


def no_attachments(placement: Placement, context: Mapping[str, Any]) -> Sequence[Attachment]:
    return ()


@dataclass(frozen=True)
class MailKind:
    """A kind of mail about a placement. To declare one is enough to have it: it enters KINDS.

    Its templates are `mails/order_{name}.txt` and `.html`; staff read `label`. `context` and `attachments` return what
    mails of this kind have beside those of all kinds. The job that writes the mail calls them with the placement:
    `context` with the `about` that the mail was queued by, "" if it had none, and `attachments` with this context.

    `place`: where it stands in a message that brings several of a placement's mails; 0 if it always goes alone.
    """

    name: str
    label: "StrPromise"
    context: Callable[[Placement, str], Mapping[str, object]] = no_context
    attachments: Callable[[Placement, Mapping[str, Any]], Sequence[Attachment]] = no_attachments
    place: int = 0

    def __post_init__(self) -> None:
        if KINDS.setdefault(self.name, self) is not self:
            raise ValueError(f"There are two kinds of mails named {self.name}.")
        LABELS[self.name] = self.label

    def stored(self, about: object = "") -> str:
        """The value of `Mail.kind`."""
        return joined(self.name, about)

    @property
    def rows(self) -> Q:
        """Mails of this kind, whatever they are about."""
        return begins_with("kind", self.name)


REPEATED = begins_with("kind", AGAIN)
# The number of a placement's first invoices; later ones are corrections.
FIRST_BATCH = "1"


def place_of(stored: str) -> int:
    """The place of a mail of this stored kind in a message of several; 0 if it goes alone: a correction of an invoice,
    tickets that were issued anew, a mail that is sent again.
    """
    name, about = parted(stored)
    kind = KINDS.get(name)
    return kind.place if kind and about in ("", FIRST_BATCH) else 0


def kind_again(mail: Mail) -> str:
    """The value of `Mail.kind` for a mail that repeats this one."""
    return joined(AGAIN, mail.pk.hex)


def repeated(kind: str) -> str:
    """The id of the mail that a mail of this kind repeats; empty if it repeats none."""
    name, about = parted(kind)
    return about if name == AGAIN else ""


def first_kind(kind: str, stored: Callable[[str], str]) -> str:
    """The kind of the mail that was sent first. `stored`: a mail's kind by its id, empty if there is no such mail."""
    while first := repeated(kind):
        kind = stored(first)
    return kind


def kind_name(mail: Mail, others: Iterable[Mail]) -> str:
    """`others`: all of its order."""
    kinds = {one.pk.hex: one.kind for one in others}
    return kind_label(first_kind(mail.kind, lambda key: kinds.get(key, "")))
