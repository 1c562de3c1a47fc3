import re

from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.utils.translation import gettext_lazy as _

from shop.core.http.areas import RESERVED_SLUGS
from shop.core.pictures.uploads import checked_notice, checked_picture, is_checked_picture


def validate_shop_slug(slug: str) -> None:
    """Refuse slugs that are words of a route (design §1)."""
    if slug in RESERVED_SLUGS:
        raise ValidationError(_("“%(slug)s” is a page of every shop. Choose another slug."), params={"slug": slug})


def validate_invoice_prefix(prefix: str) -> None:
    """A sign at its end keeps the running number apart, so that no two shops' numbers read the same."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9./-]*[./-]", prefix):
        raise ValidationError(_("Letters and digits, and at the end one of - / . such as in BAND-."))


def validate_domain(domain: str) -> None:
    if not re.fullmatch(r"(?=.{1,190}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}", domain):
        raise ValidationError(_("Enter a domain such as shop.band.de, in small letters, without https:// and path."))


def validate_colour(colour: str) -> None:
    if not re.fullmatch(r"#[0-9a-f]{6}", colour):
        raise ValidationError(_("Enter a colour such as #ff5a1f."))


def validate_picture(file: File) -> None:
    """Only real pictures of a sane size; the content decides, not the name."""
    if not is_checked_picture(file):
        checked_picture(file)


def validate_notice_picture(file: File) -> None:
    if not is_checked_picture(file):
        checked_notice(file)


def validate_inside_path(value: str) -> None:
    """A path of the shop without a query, as addresses are written: `/old-page`."""
    if not re.fullmatch(r"/(?![/\\])[^\s?#\\]*", value):
        raise ValidationError(_("Enter a path such as /old-page, without a question mark."))


def validate_target(value: str) -> None:
    """Where a path may lead: within the shop, or to another site."""
    if not re.fullmatch(r"/(?![/\\])[^\s\\]*|https?://[^\s/\\]+\S*", value):
        raise ValidationError(_("Enter a path such as /categories, or an address that begins with https://."))


def validate_link(value: str) -> None:
    """A path of the shop itself, or an https address."""
    inside = value.startswith("/") and not value.startswith(("//", "/\\"))
    if not inside and not value.startswith("https://"):
        raise ValidationError(_("Enter a path such as /kulturpass, or an address that begins with https://."))
