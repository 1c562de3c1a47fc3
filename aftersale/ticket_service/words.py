"""Texts for staff: why a request cannot be carried out."""

from typing import Any

from django.utils.translation import gettext_lazy as _

ENDED, ISSUED_ANEW, INSIDE, PARTS, MONEY = "ended", "issued_anew", "inside", "parts", "money"
PROBLEMS: dict[str, Any] = {
    ENDED: _("a ticket has ended, or its money goes back already"),
    ISSUED_ANEW: _("a ticket was issued anew since: the number in the request is a former one"),
    INSIDE: _("somebody is inside with a ticket"),
    PARTS: _("only some tickets of one line"),
    MONEY: _("a code paid, or no payment of the order has that much left"),
}
