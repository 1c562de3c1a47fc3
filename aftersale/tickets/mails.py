"""The kind of the mail that brings tickets; `aftersale.ticket_mails` fills it."""

TICKETS_MAIL = "tickets"
