import re

from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.utils.translation import gettext_lazy as _

from shop.core.http.areas import RESERVED_SLUGS
from shop.core.pictures.uploads import checked_notice, checked_picture, is_checked_picture


def validate_shop_slug(slug: str) -> None:
    """Raises ValidationError if the slug is the first word of a route (design §1)."""
    if slug in RESERVED_SLUGS:
        raise ValidationError(_("“%(slug)s” is a page of every shop. Choose another slug."), params={"slug": slug})


def validate_invoice_prefix(prefix: str) -> None:
    """Require a separator at the prefix's end, so that the invoice numbers of two shops cannot be equal."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9./-]*[./-]", prefix):
        raise ValidationError(_("Letters and digits, and at the end one of - / . such as in BAND-."))


def validate_domain(domain: str) -> None:
    if not re.fullmatch(r"(?=.{1,190}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}", domain):
        raise ValidationError(_("Enter a domain such as shop.band.de, in small letters, without https:// and path."))


def validate_colour(colour: str) -> None:
    if not re.fullmatch(r"#[0-9a-f]{6}", colour):
        raise ValidationError(_("Enter a colour such as #ff5a1f."))


def validate_picture(file: File) -> None:
    """Require a valid picture within the size limits, judged by its content and not by its name."""
    if not is_checked_picture(file):
        checked_picture(file)


def validate_notice_picture(file: File) -> None:
    if not is_checked_picture(file):
        checked_notice(file)


def validate_inside_path(value: str) -> None:
    """Require a path of the shop without a query, such as `/old-page`."""
    if not re.fullmatch(r"/(?![/\\])[^\s?#\\]*", value):
        raise ValidationError(_("Enter a path such as /old-page, without a question mark."))


def validate_target(value: str) -> None:
    """Require a target of a redirect: a path of the shop, or the address of another site."""
    if not re.fullmatch(r"/(?![/\\])[^\s\\]*|https?://[^\s/\\]+\S*", value):
        raise ValidationError(_("Enter a path such as /categories, or an address that begins with https://."))


def validate_link(value: str) -> None:
    """Require a path of the shop, or an https address."""
    inside = value.startswith("/") and not value.startswith(("//", "/\\"))
    if not inside and not value.startswith("https://"):
        raise ValidationError(_("Enter a path such as /kulturpass, or an address that begins with https://."))
