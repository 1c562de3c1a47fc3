from django.urls import path

from . import rest

urlpatterns = [
    path("countries", rest.CountriesView.as_view()),
    path("cart/address", rest.CartAddressView.as_view()),
    path("cart/logistics", rest.CartLogisticsView.as_view()),
    path("cart/payment-code", rest.PaymentCodeView.as_view()),
    path("cart/items", rest.CartItemsView.as_view()),
    path("cart/items/<str:line_id>", rest.CartItemView.as_view()),
    path("discount", rest.DiscountView.as_view()),
    path("orders/<str:secret>", rest.OrderView.as_view()),
    path("orders/<str:secret>/items", rest.OrderItemsView.as_view()),
    path("orders/<str:secret>/invoices/<str:invoice_id>", rest.OrderInvoiceView.as_view()),
    path("orders/<str:secret>/payment_methods", rest.OrderPaymentMethodsView.as_view()),
]
