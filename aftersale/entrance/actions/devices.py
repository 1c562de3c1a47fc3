"""Pairs phones with an event's entrance by a code that staff show, and withdraws them."""

import hashlib
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models.functions import Now

from aftersale.entrance.errors import PairingRefused
from aftersale.entrance.locks import lock_device
from aftersale.models import EntranceDevice
from shop.core.database.clock import database_now

if TYPE_CHECKING:
    from django.contrib.auth.models import User

# Long enough to take a phone out of a pocket.
PAIRING_LASTS = timedelta(minutes=15)


def digest_of(secret: str) -> str:
    """Hash a random secret. It is not a chosen password, so a fast hash is safe."""
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def offer_pairing(*, device: EntranceDevice, staff: "User | None" = None) -> str:
    """Return a new code that pairs one phone; it replaces the last code. The paired phone works until the new one is
    paired. `staff`: the seller of what is sold on the new phone. Locks the device.
    """
    there = lock_device(device.pk)
    code = secrets.token_urlsafe(24)
    there.pairing_digest, there.pairing_until = digest_of(code), database_now() + PAIRING_LASTS
    there.withdrawn_at, there.offered_by = None, staff
    there.save(update_fields=["pairing_digest", "pairing_until", "withdrawn_at", "offered_by"])
    return code


@transaction.atomic
def pair_device(*, code: str) -> tuple[EntranceDevice, str]:
    """Pair a phone. Returns the device and the phone's new key. Raises PairingRefused. Locks the device."""
    found = EntranceDevice.objects.filter(pairing_digest=digest_of(code)).values_list("pk", flat=True).first()
    if found is None:
        raise PairingRefused
    device = lock_device(found)
    now = database_now()
    if device.pairing_digest != digest_of(code) or device.pairing_until is None or device.pairing_until < now:
        raise PairingRefused
    key = secrets.token_urlsafe(32)
    device.key_digest, device.pairing_digest, device.pairing_until = digest_of(key), None, None
    device.paired_at = device.seen_at = now
    device.paired_by = device.offered_by
    device.save(update_fields=["key_digest", "pairing_digest", "pairing_until", "paired_at", "seen_at", "paired_by"])
    return device, key


@transaction.atomic
def withdraw_device(*, device: EntranceDevice) -> None:
    """Withdraw the device's key. The phone deletes its list with the next request; scans it has not sent are lost."""
    lock_device(device.pk)
    EntranceDevice.objects.filter(pk=device.pk).update(
        key_digest=None, pairing_digest=None, pairing_until=None, withdrawn_at=Now()
    )
    device.refresh_from_db()
