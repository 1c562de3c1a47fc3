from .check_in import CheckIn, CheckInForm, CheckInItem
from .entrance import Admission, Attendee, EntranceDevice, EntranceEvent, Scan
from .person_request import PersonRequest
from .printed_list import PrintedList
from .printed_number import PrintedNumber
from .refund_offer import RefundOffer
from .refund_request import RefundRequest, RequestedTicket
from .ticket import FormerNumber, Ticket
from .ticket_service import ProofUpload, TicketServiceItem, TicketServicePeriod, TicketServiceRequest
from .tracking_file import TrackingFile
from .withdrawal import Withdrawal, WithdrawalStep

__all__ = [
    "Admission", "Attendee", "CheckIn", "CheckInForm", "CheckInItem", "EntranceDevice", "EntranceEvent", "FormerNumber",
    "PersonRequest", "PrintedList", "PrintedNumber",
    "ProofUpload", "RefundOffer", "RefundRequest", "RequestedTicket", "Scan", "Ticket",
    "TicketServiceItem", "TicketServicePeriod", "TicketServiceRequest", "TrackingFile", "Withdrawal", "WithdrawalStep",
]  # fmt: skip
