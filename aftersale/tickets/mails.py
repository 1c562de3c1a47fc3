"""The mail that brings tickets; `aftersale.ticket_mails` fills it."""

from django.utils.translation import gettext_lazy as _

from checkout.mails.kinds import MailKind

TICKETS_MAIL = MailKind("tickets", _("Tickets"), place=3)
