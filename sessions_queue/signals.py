from django.dispatch import Signal

# Sent inside the transaction that ends sessions, with `session_ids`: whoever keeps something for a session
# gives it back in the same transaction.
sessions_ended = Signal()

# Sent inside the transaction that opens, pauses or closes a waiting room, with `room`.
room_turned = Signal()
