from .ending import invalidate_ticket, match_tickets
from .issuing import issue_tickets
from .reissuing import reissue_ticket, reissue_tickets, send_tickets

__all__ = ["invalidate_ticket", "issue_tickets", "match_tickets", "reissue_ticket", "reissue_tickets", "send_tickets"]
