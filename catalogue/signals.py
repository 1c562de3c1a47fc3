from django.dispatch import Signal

# Sent with `venue` and the zone's name `before` inside the transaction in which its events' times were set anew, so
# that the clock there shows the same: what is due by such a time follows.
zone_changed = Signal()
