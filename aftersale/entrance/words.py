"""What the page at the entrance says by itself, in the reader's language; the rest stands in its template."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def words() -> dict[str, str]:
    """By the names that `frontend/entrance/words.ts` knows; `{…}` is filled in there."""
    return {
        "admitted": pgettext("entrance", "Come in"),
        "already": _("In already"),
        "other_event": _("For another event"),
        "ended": _("No longer valid"),
        "old_code": _("Old code"),
        "unknown": _("No ticket of ours"),
        "sent_away": _("Good, but sent away"),
        "already_at": _("since {time}, by {gate}"),
        "ended_why": _("The ticket was cancelled or its money goes back."),
        "old_code_why": _("The ticket was issued anew: only the newest code counts."),
        "unknown_why": _("The code or number is not one of this shop."),
        "other_event_why": _("The ticket is genuine. It is for another date."),
        "not_listed": _("Issued after this list was loaded."),
        "offline_decided": _("Decided without network."),
        "inside": _("{inside} of {expected} in"),
        "no_kind": _("Tickets"),
        "online": _("Online"),
        "offline": _("No network"),
        "waiting": _("{number} scans wait for the network"),
        "listed": _("{number} tickets, as of {time}"),
        "never_listed": _("No list yet: without network nobody can be checked."),
        "trouble": _("{number} × let in wrongly"),
        "twice": _("{number}: in at {first} ({first_gate}) and at {second} ({second_gate})"),
        "wrongly": _("{number}: let in at {second} ({second_gate}), though {reason}"),
        "none_found": _("Nothing found."),
        "only_offline": _("Without network: by number, order and initials only."),
        "let_in": _("Let in"),
        "undo": _("Undo"),
        "undone": _("Undone. The ticket lets somebody in once more."),
        "undo_failed": _("Not undone: that needs the network and an entry."),
        "pairing_failed": _("This code is used up or too old. Let staff show a new one."),
        "no_network_yet": _("Pairing needs the network."),
        "camera_refused": _("The camera may not be used. Allow it in the browser, or type numbers."),
        "camera_missing": _("No camera found. Type numbers."),
        "withdrawn": _("This device was withdrawn. All it knew is deleted."),
        "over": _("The event is over. The list is deleted."),
        "too_many": _("Too much at once. Wait a minute."),
    }
