from django.dispatch import Signal

# Sent with `placement` inside the transaction that made it paid: what follows from it is stored together with it.
placement_paid = Signal()
