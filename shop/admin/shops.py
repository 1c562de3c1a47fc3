from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.decorators import display

from shop.core.codes.normal import normal_code
from shop.models import AccessCode, DiscountCode, PathRedirect, Shop, ShopDesign, ShopSocial
from shop.queries import shop_url

from .base import AlwaysSavedForm, BaseStackedInline, BaseTabularInline, MissingTranslation, OrderedFormSet
from .discounts import is_on
from .slugs import SluggedAdmin


class SocialInline(BaseStackedInline):
    model = ShopSocial
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("title", "order"),
                    ("website", "link"),
                    ("instagram", "tiktok"),
                    ("facebook", "twitter"),
                    ("youtube", "telegram"),
                    ("spotify", "apple", "music"),
                ]
            },
        )
    ]


class AccessCodes(OrderedFormSet):
    def clean(self) -> None:
        """Refuse a code that is written twice: the database knows only those that are saved."""
        super().clean()
        seen: set[str] = set()
        for form in self.forms:
            given = getattr(form, "cleaned_data", {})
            if given.get("DELETE") or not given.get("code"):
                continue
            code = normal_code(given["code"])
            if code in seen:
                form.add_error("code", _("This code stands here twice. Capitals and blanks make no difference."))
            seen.add(code)


class AccessCodeInline(BaseTabularInline):
    model = AccessCode
    formset = AccessCodes
    verbose_name_plural = _("access codes")


class PathRedirectInline(BaseTabularInline):
    model = PathRedirect
    verbose_name_plural = _("path redirections")


class DesignInline(BaseStackedInline):
    """The theme: colours as pickers, choices as selects, sizes as numbers."""

    model = ShopDesign
    min_num = max_num = 1
    can_delete = False
    verbose_name_plural = _("design")
    form = AlwaysSavedForm
    fieldsets = [
        (
            _("Page"),
            {
                "description": _(
                    "What is saved shows at once: keep the shop open beside this form (“View on site”). Colours that "
                    "make a text too faint are refused."
                ),
                "fields": [("paper", "surface", "raised"), ("ink", "ink_soft", "line")],
            },
        ),
        (
            _("Accents"),
            {"fields": [("accent", "on_accent"), ("accent_hover", "on_accent_hover"), ("highlight", "on_highlight")]},
        ),
        (_("Header and hero"), {"fields": [("header", "on_header"), ("hero_colour", "on_hero")]}),
        (_("Messages"), {"fields": [("positive", "warning"), ("danger", "focus")]}),
        (
            _("Type"),
            {
                "fields": [
                    ("font_display", "display_case"),
                    ("font_display_width", "font_display_weight"),
                    ("display_tracking", "display_leading", "text_scale"),
                ]
            },
        ),
        (
            _("Shape"),
            {
                "fields": [
                    ("radius_card", "radius_control", "radius_image"),
                    ("border_width", "border_style", "shadow"),
                    ("density", "card_gap"),
                ]
            },
        ),
        (_("Character"), {"fields": [("opening", "heading_style"), ("card_style", "divider")]}),
        (
            _("Surface and motion"),
            {
                "fields": [
                    ("texture", "texture_opacity"),
                    ("image_frame", "price_style"),
                    ("motion_duration", "motion_ease"),
                ]
            },
        ),
    ]


@admin.register(Shop)
class ShopAdmin(SluggedAdmin):
    shop_path = "pk"
    list_display = ["title", "kind", "domain", "default_locale", "gate"]
    list_filter = ["is_band", "default_locale", MissingTranslation]
    search_fields = ["name", "slug", "domain"]
    inlines = [DesignInline, SocialInline, AccessCodeInline, PathRedirectInline]
    autocomplete_fields = ["hero", "hero_portrait", "social_img", "share_image", "favicon"]
    fieldsets = [
        (
            _("Shop"),
            {
                "classes": ["tab"],
                "fields": [
                    ("name", "slug"),
                    ("domain", "default_locale"),
                    ("is_band", "order_merging_allowed"),
                    ("home_link", "account_link"),
                    "redirect",
                ],
            },
        ),
        (
            _("Texts"),
            {
                "classes": ["tab"],
                "fields": [("description",), ("site_description",), ("override_title",)],
            },
        ),
        (
            _("Pictures and video"),
            {
                "classes": ["tab"],
                "fields": [("hero", "hero_portrait"), ("social_img", "share_image", "favicon"), "embed_youtube"],
            },
        ),
        (
            _("Seller and payment"),
            {
                "classes": ["tab"],
                "fields": [
                    ("seller_name", "seller_represented_by"),
                    ("seller_address", "seller_country"),
                    ("seller_email", "seller_phone", "sender_email"),
                    ("seller_register", "seller_vat_id", "seller_tax_number"),
                    "oss_from",
                    ("invoice_prefix", "invoice_note"),
                    ("bank_payee", "bank_name"),
                    ("bank_iban", "bank_bic"),
                    "payment_blacklist",
                ],
            },
        ),
        (
            _("Open payments"),
            {
                "classes": ["tab"],
                "fields": [
                    ("payment_days", "payment_reminder"),
                    ("payment_expiry_days", "payment_expiry"),
                    ("transfer_share", "ticket_transfer_days"),
                    "lost_disputes_end_tickets",
                ],
            },
        ),
        (
            _("Listings and pages"),
            {
                "classes": ["tab"],
                "fields": [
                    ("item_grid_columns", "preferred_image_resolution", "scroll_offset"),
                    ("item_image_carousel", "item_image_magnifier", "slides_custom_pager"),
                    ("show_event_filter", "show_event_door_time", "trim_zero_decimals"),
                ],
            },
        ),
        (
            _("Newsletter"),
            {
                "classes": ["tab"],
                "fields": ["newsletter_popup", ("mailchimp_header",), ("mailchimp_customtext",)],
            },
        ),
        (
            _("Notices"),
            {
                "classes": ["tab"],
                "fields": ["discount_gate", "trackers", "kulturpass_link"],
            },
        ),
    ]

    def save_model(self, request: HttpRequest, obj: Shop, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if missing := obj.missing_on_invoices:
            waits = _("Invoices of this seller wait until this is entered: %(missing)s.")
            messages.warning(request, waits % {"missing": ", ".join(missing)})
        if obj.oss_from is None and {"seller_country", "seller_vat_id", "oss_from"} & set(form.changed_data):
            messages.info(
                request,
                _(
                    "Goods to other EU countries are sold with this seller's own VAT until a day is entered: right up "
                    "to 10 000 € a year to all of them together. Countries outside of the EU's VAT area, Switzerland "
                    "too, are offered once you tick them in the list of countries."
                ),
            )
        if obj.discount_gate or "discount_gate" not in form.changed_data:
            return
        if number := sum(map(is_on, DiscountCode.objects.filter(shop=obj))):
            text = ngettext(
                "%d discount code cannot be used now: the shop asks nobody for one.",
                "%d discount codes cannot be used now: the shop asks nobody for one.",
                number,
            )
            messages.warning(request, text % number)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return super().get_queryset(request).annotate(codes=models.Count("access_codes"))

    @display(description=_("shop"), header=True, ordering="name")
    def title(self, shop: Shop) -> list:
        return [shop.name, shop_url(shop).split("://", 1)[-1]]

    @display(description=_("kind"), label={"main": "info", "band": "default"})
    def kind(self, shop: Shop) -> tuple[str, object]:
        return ("band", _("band shop")) if shop.is_band else ("main", _("main shop"))

    @display(description=_("access code"), label={"gated": "warning", "open": "success"})
    def gate(self, shop: Shop) -> tuple[str, object]:
        return ("gated", _("needed")) if shop.codes else ("open", _("open"))  # type: ignore[attr-defined]

    def view_on_site(self, shop: Shop) -> str:
        return shop_url(shop) + "/"
