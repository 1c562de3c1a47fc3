from django.apps import apps
from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, URLValidator
from django.db import models
from django.db.models.functions import JSONObject, Lower
from django.utils.translation import gettext_lazy as _

from shop import hooks
from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import OF_ITS_SHOP, version_triggers, versions_of_every_shop_on
from shop.core.values.mail_addresses import validate_mail_address
from shop.core.values.validators import validate_domain, validate_invoice_prefix, validate_link, validate_shop_slug
from shop.core.values.vat_ids import validate_vat_id

from .entered import BicField, CountryField, HtmlField, IbanField, ProfileField, VideoField
from .image import Image


class PaymentMethodId(models.TextChoices):
    PAYPAL = "paypal", "PayPal"
    PAYPAL_EXPRESS = "paypal_express", "PayPal Express"
    STRIPE_SOFORT = "stripe_sofort", _("instant bank transfer")
    STRIPE_EXPRESS = "stripe_express", "Apple Pay / Google Pay"
    STRIPE_CHECKOUT = "stripe_checkout", _("card")
    BANK_TRANSFER = "bank_transfer", _("bank transfer")
    KULTURPASS = "kulturpass", "KulturPass"


class Tracker(models.TextChoices):
    """The measurements that a visitor may agree to (purchase §4 "Tracking consent")."""

    COUNTS = "counts", _("counts per day on our own server")


ERROR_REPORTS = "error-reports"
"""Beside the shop's own trackers, where this installation reports failures."""


# A social entry as the wire shows it (catalogue §3 "Social entry").
SOCIAL_FIELDS = (
    "title", "website", "spotify", "music", "tiktok", "telegram", "youtube", "instagram", "apple", "twitter",
    "facebook", "link",
)  # fmt: skip


class ShopQuerySet(models.QuerySet["Shop"]):
    def for_page(self) -> "ShopQuerySet":
        pictures = ("hero", "hero_portrait", "social_img", "share_image", "favicon")
        return self.select_related(*pictures, "design").with_socials().with_path_map().with_codes().with_calendar()

    def with_socials(self) -> "ShopQuerySet":
        """The shop's profiles elsewhere, in its own row."""
        rows = apps.get_model("shop", "ShopSocial").objects.filter(shop=models.OuterRef("pk"))
        profiles = rows.order_by("order", "id").values_list(JSONObject(**{name: name for name in SOCIAL_FIELDS}))
        return self.annotate(social_rows=ArraySubquery(profiles))

    def with_path_map(self) -> "ShopQuerySet":
        """The path redirection map in the shop's own row."""
        redirects = apps.get_model("shop", "PathRedirect").objects.filter(shop=models.OuterRef("pk"))
        pairs = redirects.values_list(JSONObject(source="source", target="target")).order_by("source")
        return self.annotate(path_pairs=ArraySubquery(pairs))

    def with_codes(self) -> "ShopQuerySet":
        """The codes that open it (shop.access_codes)."""
        codes = apps.get_model("shop", "AccessCode").objects.filter(shop=models.OuterRef("pk"))
        return self.annotate(codes_at_gate=ArraySubquery(codes.values("code")))

    def with_calendar(self) -> "ShopQuerySet":
        """Whether there is an advent calendar."""
        return self.annotate(calendar_known=hooks.above.has_calendar())


class Shop(models.Model):
    """A shop: the main shop or a band's (catalogue §3). The fields after `name` are the wire's `meta` keys."""

    slug = models.SlugField(_("slug"), max_length=60, unique=True, validators=[validate_shop_slug])
    name = models.CharField(_("name"), max_length=120)
    domain = models.CharField(
        _("own domain"),
        max_length=190,
        blank=True,
        null=True,
        unique=True,
        validators=[validate_domain],
        help_text=_("Without scheme and path, for example shop.band.de. Empty: the shop lives under /slug."),
    )
    default_locale = models.CharField(
        _("default language"), max_length=2, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    is_band = models.BooleanField(_("band shop"), default=True)
    payment_blacklist = ArrayField(
        models.CharField(max_length=40, choices=PaymentMethodId.choices),
        verbose_name=_("payment methods not offered"),
        default=list,
        blank=True,
        help_text=_(
            "Ticked: this shop does not offer it. What is not ticked is offered once it is set up; bank transfer needs "
            "an IBAN above."
        ),
    )
    has_line = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="Visitors wait for their turn: sessions_queue's waiting room says so.",
    )
    order_merging_allowed = models.BooleanField(_("orders can be merged"), default=True)
    hero = models.ForeignKey(
        Image, verbose_name=_("large picture"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    hero_portrait = models.ForeignKey(
        Image,
        verbose_name=_("large picture for phones"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text=_("Upright, 4:5. Empty: phones show the middle of the large picture."),
    )

    # who sells, for bank transfers, mails and the law
    seller_name = models.CharField(_("seller"), max_length=120, blank=True)
    seller_address = models.TextField(_("seller's address"), blank=True)
    seller_represented_by = models.CharField(
        _("represented by"), max_length=160, blank=True, help_text=_("Managing directors, board or partners.")
    )
    seller_email = models.EmailField(
        _("seller's e-mail"),
        blank=True,
        validators=[validate_mail_address],
        help_text=_("For questions of customers. Empty: the sender of mails."),
    )
    seller_phone = models.CharField(_("seller's telephone"), max_length=40, blank=True)
    seller_register = models.CharField(
        _("register and number"), max_length=160, blank=True, help_text=_("For example: Amtsgericht Berlin, HRB 12345.")
    )
    seller_country = CountryField(_("seller's country"), max_length=2, default="de")
    seller_vat_id = models.CharField(_("VAT id"), max_length=20, blank=True)
    seller_tax_number = models.CharField(
        _("tax number"), max_length=30, blank=True, help_text=_("On invoices, where the seller has no VAT id.")
    )
    oss_from = models.DateField(
        _("VAT of the buyer's country from"),
        null=True,
        blank=True,
        help_text=_(
            "The first day on which this seller charges the VAT of the EU country that goods go to, and declares it "
            "(One Stop Shop): at the latest once sales to other EU countries pass 10 000 € in a year. Empty: the "
            "seller's own VAT. Prices stay as they are; exports have no VAT either way."
        ),
    )
    invoice_prefix = models.CharField(
        _("invoice numbers begin with"),
        max_length=20,
        blank=True,
        validators=[validate_invoice_prefix],
        help_text=_("Before the running number, for example BAND-. Empty: the shop's slug in capitals."),
    )
    invoice_note = models.CharField(
        _("note on invoices"),
        max_length=300,
        blank=True,
        help_text=_("For example why no VAT is charged (§ 19 UStG)."),
    )
    sender_email = models.EmailField(_("sender of mails"), blank=True, validators=[validate_mail_address])
    bank_payee = models.CharField(_("account holder"), max_length=120, blank=True)
    bank_iban = IbanField("IBAN", max_length=34, blank=True)
    bank_bic = BicField("BIC", max_length=11, blank=True)
    bank_name = models.CharField(_("bank"), max_length=120, blank=True)
    payment_days = models.PositiveSmallIntegerField(
        _("days to pay"), default=7, validators=[MinValueValidator(1), MaxValueValidator(60)],
        help_text=_("Until then a transfer is asked for."),
    )  # fmt: skip
    payment_reminder = models.BooleanField(
        _("remind of open payments"), default=True, help_text=_("By one mail, once these days are over.")
    )
    payment_expiry = models.BooleanField(
        _("unpaid orders end by themselves"),
        default=True,
        help_text=_(
            "Pieces and seats are free again, the buyer is told by mail. What money has come in for is left to you. "
            "Orders keep the day that their buyers were told."
        ),
    )
    payment_expiry_days = models.PositiveSmallIntegerField(
        _("after so many days"), default=14, validators=[MinValueValidator(2), MaxValueValidator(90)],
    )  # fmt: skip
    transfer_share = models.PositiveSmallIntegerField(
        _("may wait for transfers, in percent"), default=10, db_default=10,
        validators=[MaxValueValidator(100)],
        help_text=_(
            "Of each stock. Beyond it only ways that pay at once are offered, where there are any. A stock can have a"
            " share of its own."
        ),
    )  # fmt: skip
    ticket_transfer_days = models.PositiveSmallIntegerField(
        _("no transfers for tickets in the last days"),
        default=3,
        validators=[MaxValueValidator(30)],
        help_text=_("So many days before their event; orders with such tickets end unpaid by then."),
    )
    lost_disputes_end_tickets = models.BooleanField(
        _("a lost dispute ends the tickets"),
        default=False,
        db_default=False,
        help_text=_(
            "Where the whole payment is lost. Seats and pieces are free again, a credit note goes out. Off: tickets "
            "stay valid until you end them."
        ),
    )

    account_link = models.URLField(
        _("link to customer accounts"), blank=True, help_text=_("An account page outside of the shop. Empty: no link.")
    )
    home_link = models.URLField(_("link to the band's home page"), blank=True)
    description = models.TextField(_("description"), blank=True)
    site_description = models.CharField(_("description for search engines"), max_length=300, blank=True)
    embed_youtube = VideoField(
        _("YouTube video"), max_length=20, blank=True, help_text=_("Its address or id, for example dQw4w9WgXcQ.")
    )
    newsletter_popup = models.BooleanField(_("show the newsletter popup"), default=False)
    mailchimp_header = models.CharField(_("newsletter: headline"), max_length=120, blank=True)
    mailchimp_customtext = HtmlField(_("newsletter: text"), blank=True)
    discount_gate = models.BooleanField(
        _("ask visitors for a discount code"), default=False, help_text=_("Once, over the first page that they see.")
    )
    trackers = ArrayField(
        models.CharField(max_length=20, choices=Tracker.choices),
        verbose_name=_("measured with consent"),
        default=list,
        blank=True,
        help_text=_("Visitors are asked first. Nothing chosen: nothing is measured and nobody is asked."),
    )
    kulturpass_link = models.CharField(
        _("KulturPass badge leads to"),
        max_length=200,
        blank=True,
        validators=[validate_link],
        help_text=_("A page of the shop (/kulturpass) or an https address. Empty: no badge."),
    )
    social_img = models.ForeignKey(
        Image,
        verbose_name=_("picture beside the social links"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    share_image = models.ForeignKey(
        Image,
        verbose_name=_("picture for shared links"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    favicon = models.ForeignKey(
        Image, verbose_name=_("favicon"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    redirect = models.URLField(_("send visitors to"), blank=True, help_text=_("The whole shop redirects there."))
    item_grid_columns = models.PositiveSmallIntegerField(
        _("columns of the item grid"), default=4, validators=[MinValueValidator(2), MaxValueValidator(6)]
    )
    item_image_carousel = models.BooleanField(_("carousel of item pictures"), default=True)
    item_image_magnifier = models.BooleanField(_("magnifier on item pictures"), default=True)
    preferred_image_resolution = models.PositiveSmallIntegerField(
        _("width of item pictures"), default=740, choices=[(n, f"{n} px") for n in (360, 500, 740, 1000, 1500)]
    )
    slides_custom_pager = models.BooleanField(_("pictures as the slider's pager"), default=True)
    trim_zero_decimals = models.BooleanField(_("show 20 € instead of 20,00 €"), default=False)
    scroll_offset = models.SmallIntegerField(_("scroll offset in pixels"), default=0)
    override_title = models.CharField(_("page title of the home page"), max_length=120, blank=True)
    show_event_filter = models.BooleanField(_("show the event filter"), default=False)
    show_event_door_time = models.BooleanField(_("show when doors open"), default=True)

    objects = ShopQuerySet.as_manager()

    class Meta:
        verbose_name = _("shop")
        verbose_name_plural = _("shops")
        ordering = ["is_band", "name"]
        constraints = [models.UniqueConstraint(Lower("domain"), name="shop_domain_unique_lower")]
        triggers = [
            *version_triggers("SELECT changed.id FROM changed"),
            versions_of_every_shop_on("seller_country", "oss_from"),
            *audited(),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        try:
            URLValidator(["http", "https"])(self.redirect or "https://leads.nowhere.example")
        except ValidationError as error:
            raise ValidationError({"redirect": error}) from error
        if self.seller_vat_id:
            try:
                validate_vat_id(self.seller_vat_id)
            except ValidationError as error:
                raise ValidationError({"seller_vat_id": error}) from error
        if self.payment_expiry and self.payment_expiry_days <= self.payment_days:
            raise ValidationError({"payment_expiry_days": _("Later than the days to pay.")})
        others = type(self).objects.exclude(pk=self.pk).only("slug", "invoice_prefix")
        if self.begin_of_invoices in {other.begin_of_invoices for other in others}:
            raise ValidationError({"invoice_prefix": _("Another shop's invoice numbers begin with it.")})

    @property
    def begin_of_invoices(self) -> str:
        """Return the part of an invoice number before the running number."""
        return self.invoice_prefix or f"{self.slug.upper()}-"

    @property
    def missing_on_invoices(self) -> list[str]:
        """Return the labels of missing seller's data that an invoice needs (§ 14 (4) UStG)."""
        meta = self._meta
        missing = [meta.get_field(name) for name in ("seller_name", "seller_address") if not getattr(self, name)]
        if not self.seller_vat_id and not self.seller_tax_number:
            missing.append(meta.get_field("seller_tax_number"))
        return [str(field.verbose_name) for field in missing]  # type: ignore[union-attr]

    @property
    def path_redirects_map(self) -> dict[str, str]:
        """Path within the shop → target, as staff entered them."""
        pairs = getattr(self, "path_pairs", None)
        if pairs is None:
            pairs = list(self.path_redirects.values("source", "target"))
        return {pair["source"]: pair["target"] for pair in pairs}

    @property
    def profiles(self) -> list[dict[str, str]]:
        """The social entries, by their order."""
        rows = getattr(self, "social_rows", None)
        return list(self.socials.values(*SOCIAL_FIELDS)) if rows is None else rows

    @property
    def trackers_in_use(self) -> list[str]:
        """Return the trackers for which a visitor's consent is asked."""
        return [*self.trackers, ERROR_REPORTS] if settings.SENTRY_DSN else list(self.trackers)

    @property
    def has_calendar(self) -> bool:
        known = getattr(self, "calendar_known", None)
        if known is None:
            known = type(self).objects.filter(pk=self.pk).with_calendar().values_list("calendar_known", flat=True).get()
        return bool(known)

    @property
    def has_custom_domain(self) -> bool:
        return bool(self.domain)


class ShopSocial(models.Model):
    """One entry of a shop's social links (catalogue §3 "Social entry")."""

    shop = models.ForeignKey(Shop, on_delete=models.CASCADE, related_name="socials")
    title = models.CharField(_("title"), max_length=80)
    order = models.PositiveSmallIntegerField(_("order"), default=0)
    website = models.URLField(_("website"), blank=True)
    spotify = ProfileField(
        "Spotify", blank=True, at="https://open.spotify.com/artist/{}", help_text=_("Address, or the artist's id.")
    )
    music = models.URLField(_("other music service"), blank=True)
    tiktok = ProfileField("TikTok", blank=True, at="https://www.tiktok.com/@{}")
    telegram = ProfileField("Telegram", blank=True, at="https://t.me/{}")
    youtube = ProfileField("YouTube", blank=True, at="https://www.youtube.com/@{}")
    instagram = ProfileField("Instagram", blank=True, at="https://www.instagram.com/{}")
    apple = models.URLField("Apple Music", blank=True)
    twitter = ProfileField("X", blank=True, at="https://x.com/{}")
    facebook = ProfileField("Facebook", blank=True, at="https://www.facebook.com/{}")
    link = models.URLField(_("other link"), blank=True)

    class Meta:
        verbose_name = _("social links")
        verbose_name_plural = _("social links")
        ordering = ["order", "id"]
        triggers = [*version_triggers(OF_ITS_SHOP), *audited(part_of=["shop"])]

    def __str__(self) -> str:
        return self.title
