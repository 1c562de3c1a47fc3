"""What staff read of a request that does not match or cannot be done."""

from typing import Any

from django.utils.translation import gettext_lazy as _

ENDED, INSIDE, PARTS, MONEY = "ended", "inside", "parts", "money"
PROBLEMS: dict[str, Any] = {
    ENDED: _("a ticket has ended, or its money goes back already"),
    INSIDE: _("somebody is inside with a ticket"),
    PARTS: _("only some tickets of one line"),
    MONEY: _("a code paid, or no payment of the order has that much left"),
}
