"""What the pages show on which a member connects an authenticator app."""

from base64 import b32encode
from typing import Any

import segno
from django.contrib.auth.models import User
from django.http import HttpRequest

from checkout.bank.transfer_details import drawn
from shop.models import AuthenticatorApp
from shop.staff_log_in.codes import new_key

# The key that is shown until the app is connected. It stays in the session, so that a wrong code changes no key.
KEY = "second_factor_key"


def key_of(request: HttpRequest) -> str:
    return str(request.session.setdefault(KEY, new_key()))


def set_up_context(user: User, key: str) -> dict[str, Any]:
    """Return the QR code for the app, and the key in groups of four letters for apps without a camera."""
    app = AuthenticatorApp(user=user, key=key)
    letters = b32encode(app.bin_key).decode()
    return {
        "qr_code": drawn(segno.make_qr(app.config_url, error="m")),
        "app_link": app.config_url,
        "written_key": " ".join(letters[at : at + 4] for at in range(0, len(letters), 4)),
    }
