"""Brings a database up to this checkout's state. Run inside the virtual environment by `run.py`.

Prints progress on standard error and, as its last act, one JSON object on standard output:
{"shops": [[name, address], ...], "staff": [address, user, password or ""], "undrawn": pictures still to come}.
"""

import contextlib
import errno
import json
import os
import secrets
import sys

from .errors import DISK_FULL
from .messages import compile_messages
from .paths import LOCAL

STAFF = LOCAL / "staff.json"
# Lies there while the demo shops are made: an interrupted start goes on with them at the next one.
SEEDING = LOCAL / "seeding"


def bring_up(seed: bool) -> None:
    """Migrate, and on a developer's machine fill an empty database with the demo shops, as `seed` does anywhere."""
    from django.conf import settings
    from django.core.management import call_command

    from shop.models import Shop

    with contextlib.redirect_stdout(sys.stderr):
        call_command("migrate", interactive=False, verbosity=0)
        if seed or SEEDING.exists() or (settings.DEBUG and not Shop.objects.exists()):
            SEEDING.touch()
            # An invalid SCALE is refused by the command itself.
            call_command("seed", scale=(seed and os.environ.get("SCALE")) or "demo")
            SEEDING.unlink()


def shops() -> list[tuple[str, str]]:
    from django.conf import settings

    from shop.models import Shop

    def address(shop: Shop) -> str:
        if shop.domain:
            return f"http://{shop.domain}:{settings.PORT}/"
        return f"{settings.PUBLIC_URL}/" if shop.slug == settings.MAIN_SHOP else f"{settings.PUBLIC_URL}/{shop.slug}"

    return [
        (shop.name, address(shop))
        for shop in Shop.objects.exclude(slug__startswith="large-").order_by("is_band", "name")
    ]


def staff() -> tuple[str, str, str]:
    """The staff login made for this machine; an empty password where it has been changed or is somebody's own."""
    from django.conf import settings
    from django.contrib.auth.models import User

    from demo.management.commands.seed import STAFF_NAME, STAFF_PASSWORD

    address = f"{settings.PUBLIC_URL}{settings.STAFF_PATH}"
    known: dict[str, str] = json.loads(STAFF.read_text()) if STAFF.exists() else {}
    superuser = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
    if superuser is None:
        name = "staff"
        known = {"name": name, "password": known.get("password") or secrets.token_urlsafe(9)}
        User.objects.create_superuser(name, "", known["password"])
        with open(os.open(STAFF, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(known, file)
        return address, name, known["password"]
    # The demo's staff user has a known password; it exists on developers' machines only.
    known.setdefault("name", STAFF_NAME)
    known.setdefault("password", STAFF_PASSWORD)
    fits = known["name"] == superuser.username and superuser.check_password(known["password"])
    return address, superuser.username, known["password"] if fits else ""


def undrawn() -> int:
    from shop.models import Image

    return Image.objects.filter(file="").count()


def reach_database() -> None:
    from django.db import OperationalError, connection

    try:
        connection.ensure_connection()
    except OperationalError as error:
        where = "{HOST}:{PORT}/{NAME}".format_map(connection.settings_dict)
        sys.exit(f"The database {where} does not answer: {str(error).strip().splitlines()[-1]}")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["STATEMENT_SECONDS"] = "0"  # as in manage.py
    import django
    from django.conf import settings
    from django.core.management import CommandError
    from django.db import DatabaseError

    try:
        compile_messages()
        django.setup()
        settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
        reach_database()
        bring_up(seed="--seed" in sys.argv)
        json.dump({"shops": shops(), "staff": staff(), "undrawn": undrawn()}, sys.stdout)
    except CommandError as error:
        sys.exit(str(error))
    except (OSError, DatabaseError) as error:
        if DISK_FULL.search(str(error)):
            sys.exit(errno.ENOSPC)
        if "server closed the connection" in str(error):
            sys.exit("The database went away.")
        raise


if __name__ == "__main__":
    main()
