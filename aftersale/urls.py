from django.urls import path

from .refunds.rest import RefundRequestView
from .rest import FormResponsesView
from .ticket_service.rest import UploadPermitsView, UploadsView
from .tickets.rest import TicketsCalendarView, TicketsView
from .tickets.wallet.rest import ApplePassesView, ApplePassView, GooglePassView
from .withdrawals.rest import WithdrawalsView

urlpatterns = [
    path("orders/<str:secret>/tickets.pdf", TicketsView.as_view()),
    path("orders/<str:secret>/tickets.ics", TicketsCalendarView.as_view()),
    path("orders/<str:secret>/tickets.pkpass", ApplePassView.as_view()),
    path("orders/<str:secret>/tickets.pkpasses", ApplePassesView.as_view()),
    path("orders/<str:secret>/tickets.google", GooglePassView.as_view()),
    path("forms/<str:form_id>/responses", FormResponsesView.as_view()),
    path("forms/ticket-cancel/uploads", UploadPermitsView.as_view()),
    path("uploads", UploadsView.as_view()),
    path("withdrawals", WithdrawalsView.as_view()),
    path("events/<str:event_id>/refund_requests/<str:secret>", RefundRequestView.as_view()),
]
