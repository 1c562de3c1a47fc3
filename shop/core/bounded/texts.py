from django.utils.translation import gettext_lazy as _

from .budget import OverBudget

TEXTS = {
    "time": _("Reading this file took too long; it was not taken."),
    "memory": _("This file is too large: reading it needs too much memory. It was not taken."),
    "answer": _("This file is too large: too much comes of it. It was not taken."),
    "crash": _("This file cannot be read: its reader broke down. It was not taken."),
    "busy": _("Other files are just being read. Please send it again in a minute."),
}


def over_budget_message(error: OverBudget) -> str:
    """Return the message for staff in the active language."""
    return str(TEXTS[error.reason])
