from django.dispatch import Signal

# Sent with `placement` inside the transaction that made it paid: what follows from it is stored together with it.
placement_paid = Signal()
# Sent with `placement`, which is paid, inside the transaction in which lines of it, or pieces of them, ended, or money
# for them began to go back: what was given for them ends, too.
lines_ended = Signal()
# Sent with `delivery`, which was lost or came back, inside the transaction in which its goods went to `again`.
sent_again = Signal()
