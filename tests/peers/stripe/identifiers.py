"""Names of objects: `pi_3Qx…`, and a browser's secret of one."""

import secrets
import string

SIGNS = string.ascii_letters + string.digits


def new_id(prefix: str, length: int = 24) -> str:
    return prefix + "".join(secrets.choice(SIGNS) for _sign in range(length))


def client_secret(name: str) -> str:
    return new_id(f"{name}_secret_", 25)
