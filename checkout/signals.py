from django.dispatch import Signal

# Sent with `order` inside the transaction that made it paid: what follows from it is stored together with it.
order_paid = Signal()
