from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from demo.called_off_rows import write_called_off_shows
from demo.check_in_rows import write_check_in_order
from demo.exchange_rows import write_exchange
from demo.gate_rows import write_gate
from demo.large import seed_large
from demo.order_rows import write_orders
from demo.payment_codes import write_payment_codes
from demo.refund_rows import write_refund_requests
from demo.seed import PICTURES, seed
from demo.ticket_service_rows import write_ticket_requests
from shop.models import Membership, Role, Shop

STAFF_NAME, STAFF_PASSWORD, STAFF_EMAIL = "admin", "merchstand", "admin@merchstand.example"
# A member of one band's shop, with the same password.
BAND_STAFF_NAME, BAND = "nachtfalter", "nachtfalter"


class Command(BaseCommand):
    help = "Fill the database with the demo shops. Adds what is missing; changes nothing that is there."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--pictures",
            choices=PICTURES,
            default="all",
            help="few: things alike share one, which --draw draws in haste; plain: surfaces; none: for a later run",
        )
        parser.add_argument("--draw", action="store_true", help="draw the pictures here and now, not by the worker")
        parser.add_argument("--force", action="store_true", help="also where DEBUG is off; creates no staff user there")
        parser.add_argument(
            "--scale", choices=["demo", "large"], default="demo", help="large: 1 000 further shops, 100 000 products"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG and not options["force"]:
            raise CommandError("This is no developer's machine (DEBUG is off). Use --force to add the demo shops here.")
        quiet = options["verbosity"] == 0
        seed(timezone.localdate(), pictures=options["pictures"], at_once=options["draw"], quiet=quiet)
        write_payment_codes()
        write_orders()
        write_check_in_order()
        write_ticket_requests()
        if options["scale"] == "large":
            seed_large(quiet=quiet)
        if settings.DEBUG and not User.objects.filter(is_superuser=True).exists():
            User.objects.create_superuser(STAFF_NAME, STAFF_EMAIL, STAFF_PASSWORD)
            self.stdout.write(f"Staff user {STAFF_NAME} with the password {STAFF_PASSWORD}")
            self.stdout.write(f"{BAND_STAFF_NAME}, with the same password, sees that shop alone")
            band = User.objects.create_user(BAND_STAFF_NAME, "", STAFF_PASSWORD, is_staff=True)
            Membership.objects.create(user=band, shop=Shop.objects.get(slug=BAND), role=Role.OWNER)
        if staff := User.objects.filter(is_superuser=True).order_by("pk").first():
            write_refund_requests(staff)
            write_called_off_shows(staff)
            write_gate(staff)
            write_exchange(staff)
