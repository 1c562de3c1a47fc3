from decimal import Decimal

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import version_triggers
from shop.models import Image
from shop.models.entered import HtmlField

from .artist import Artist
from .category import Category
from .listing import Listed
from .search_text import PRODUCT_TEXT, search_index
from .triggers import listing, through, union

# In which unit contents are given.
UNITS = ("ml", "l", "g", "kg", "m")


class Manufacturer(models.Model):
    """Who stands for goods under the product safety regulation (GPSR Art. 19)."""

    name = models.CharField(_("name"), max_length=160)
    address = models.TextField(_("postal address"))
    contact = models.CharField(_("e-mail or web address"), max_length=200)
    responsible_person = models.TextField(
        _("responsible person in the EU"), blank=True, help_text=_("Needed if the manufacturer is outside the EU.")
    )

    class Meta:
        verbose_name = _("manufacturer")
        verbose_name_plural = _("manufacturers")
        ordering = ["name"]
        triggers = [
            *version_triggers(
                union(
                    through("catalogue_product", "manufacturer_id", "product", "id"),
                    "SELECT l.shop_id FROM changed JOIN catalogue_artist a ON a.manufacturer_id = changed.id "
                    "JOIN catalogue_product p ON p.artist_id = a.id "
                    "JOIN catalogue_product_listed_in l ON l.product_id = p.id",
                )
            ),
            *audited(),
        ]

    def __str__(self) -> str:
        return self.name


# Goods for which no manufacturer stands, neither their own nor their artist's.
WITHOUT_MANUFACTURER = models.Q(manufacturer=None, artist__manufacturer=None)


class Product(Listed):
    """A merchandise product (catalogue §3). The fields from `root` on are the wire's product `meta` keys."""

    descriptive_name = models.CharField(_("full name"), max_length=240, blank=True)
    description = HtmlField(_("description"), blank=True)
    color = models.CharField(_("colour"), max_length=60, blank=True)
    product_type = models.CharField(_("kind of product"), max_length=80, blank=True)
    artist = models.ForeignKey(
        Artist, verbose_name=_("artist"), null=True, blank=True, on_delete=models.PROTECT, related_name="products"
    )
    categories = models.ManyToManyField(Category, through="ProductInCategory", related_name="products")
    active = models.BooleanField(_("active"), default=True, help_text=_("Inactive products cannot be bought or seen."))
    cart_limit = models.PositiveSmallIntegerField(
        _("limit per cart"),
        default=settings.MAX_ITEM_LIMIT,
        validators=[MinValueValidator(1), MaxValueValidator(settings.MAX_ITEM_LIMIT)],
    )
    select = models.BooleanField(_("choose the variant in a dropdown"), default=False)
    public_shippable_from = models.DateField(_("shippable from"), null=True, blank=True)
    sold_out_message = models.CharField(_("sold-out message"), max_length=200, blank=True)
    container_format = models.CharField(_("format (LP, CD …)"), max_length=60, blank=True)
    over_18 = models.BooleanField(_("from 18 years"), default=False)
    overlay_listing_image = models.ForeignKey(
        Image, verbose_name=_("overlay in listings"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    overlay_detail_image = models.ForeignKey(
        Image,
        verbose_name=_("overlay on the product page"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    vat_rate = models.DecimalField(
        _("VAT in percent"),
        max_digits=4,
        decimal_places=2,
        default=Decimal("19"),
        validators=[MinValueValidator(0), MaxValueValidator(50)],
    )
    price_bound = models.BooleanField(
        _("fixed price by law"), default=False,
        help_text=_("New books and sheet music: no discount code reduces them (BuchPrG)."),
    )  # fmt: skip
    travel_service = models.BooleanField(
        _("travel service"), default=False,
        help_text=_(
            "An overnight stay, a bus or train ride, a hired vehicle. In a bundle with a ticket or with another travel "
            "service it can make package travel (§ 651a BGB)."
        ),
    )  # fmt: skip
    weight_grams = models.PositiveIntegerField(_("weight in grams"), default=300)
    parcel_kind = models.CharField(
        _("ships as"),
        max_length=10,
        default="parcel",
        choices=[("parcel", _("parcel")), ("disc", _("a single disc goes as a letter"))],
    )
    manufacturer = models.ForeignKey(
        Manufacturer, verbose_name=_("manufacturer"), null=True, blank=True, on_delete=models.PROTECT
    )
    content_amount = models.DecimalField(
        _("contents"),
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(Decimal("0.01"))],
        help_text=_("Only what is sold by volume, weight or length: the page then shows the price per unit."),
    )
    content_unit = models.CharField(
        _("unit of the contents"), max_length=2, choices=[(one, one) for one in UNITS], default="ml"
    )
    material = models.CharField(_("material"), max_length=200, blank=True, help_text=_("100 % cotton"))
    warnings = models.TextField(_("warnings and safety information"), blank=True)
    seo_title = models.CharField(_("title for search engines"), max_length=120, blank=True)
    seo_description = models.CharField(_("description for search engines"), max_length=320, blank=True)
    import_key = models.CharField(max_length=200, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    root = models.BooleanField(_("root of a bundle"), default=False)
    hide = models.BooleanField(_("hide in listings"), default=False)
    personalised = models.BooleanField(_("buyers give a text to print"), default=False)
    follows = models.ForeignKey(
        "self",
        verbose_name=_("follows the product"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="followers",
        help_text=_("It is bought together with that product only, and never more of it."),
    )
    related_products = models.ManyToManyField(
        "self",
        verbose_name=_("related products"),
        symmetrical=False,
        blank=True,
        through="RelatedProduct",
        through_fields=("product", "related"),
    )
    related_events = models.ManyToManyField(
        "catalogue.Event", verbose_name=_("related events"), blank=True, through="RelatedEvent"
    )
    ticket_required = models.BooleanField(_("only together with a ticket"), default=False)
    allow_multiple_override = models.BooleanField(_("several in one bundle"), default=False)
    bind_leave_empty = models.BooleanField(_("“leave empty” binds the whole choice"), default=False)
    hide_in_combined_product = models.BooleanField(_("hide in bundles"), default=False)
    show_color_in_combined_product = models.BooleanField(_("show the colour in bundles"), default=False)
    order = models.IntegerField(_("order"), default=0)
    external_url = models.URLField(_("sold elsewhere at"), blank=True)
    external_url_text = models.CharField(_("text of that link"), max_length=120, blank=True)
    disclaimer = HtmlField(_("disclaimer"), blank=True)
    scroll_offset = models.SmallIntegerField(_("scroll offset in pixels"), default=0)
    slides_custom_pager = models.BooleanField(_("pictures as the slider's pager"), default=True)
    order_merging_allowed = models.BooleanField(_("may be merged into an earlier order"), default=True)
    list_price_hide = models.BooleanField(_("hide the price in listings"), default=False)
    list_price_prefix = models.CharField(_("word before the listed price"), max_length=30, blank=True)
    list_price_value = models.CharField(_("listed instead of the price"), max_length=60, blank=True)
    adapt_image_size = models.BooleanField(_("show pictures uncropped"), default=False)

    class Meta:
        verbose_name = _("product")
        verbose_name_plural = _("products")
        ordering = ["-order", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "import_key"], condition=~models.Q(import_key=""), name="product_imported_once"
            )
        ]
        indexes = [search_index("catalogue_product_search", PRODUCT_TEXT)]
        triggers = [
            *version_triggers(
                union(listing("product", "id"), through("catalogue_product", "follows_id", "product", "id"))
            ),
            *audited(),
        ]

    def clean(self) -> None:
        """What the bundles allow that it is part of."""
        for part in self.in_bundles.select_related("bundle") if self.pk else ():
            if why := part.why_not(self):
                raise ValidationError(_("It is part of “%(bundle)s”. %(why)s") % {"bundle": part.bundle, "why": why})


class ProductInCategory(models.Model):
    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="placements")
    category = models.ForeignKey(
        Category, verbose_name=_("category"), on_delete=models.CASCADE, related_name="placements"
    )
    product_order = models.IntegerField(_("order within the category"), default=0)

    class Meta:
        verbose_name = _("category of the product")
        verbose_name_plural = _("categories of the product")
        ordering = ["-product_order", "id"]
        constraints = [models.UniqueConstraint(fields=["product", "category"], name="product_once_per_category")]
        indexes = [models.Index(fields=["category", "-product_order", "-product"], name="category_shelf")]
        triggers = [*version_triggers(listing("product", "product_id")), *audited(part_of=["product"])]

    def __str__(self) -> str:
        return str(self.category)


class RelatedProduct(models.Model):
    """A product shown beside another one; goods and events stand in one common order."""

    product = models.ForeignKey(
        Product, on_delete=models.CASCADE, related_name="related_goods", db_column="from_product_id"
    )
    related = models.ForeignKey(
        Product, verbose_name=_("product"), on_delete=models.CASCADE, related_name="+", db_column="to_product_id"
    )
    order = models.IntegerField(_("order"), default=0)

    class Meta:
        db_table = "catalogue_product_related_products"
        verbose_name = _("related product")
        verbose_name_plural = _("related products")
        ordering = ["order", "id"]
        constraints = [models.UniqueConstraint(fields=["product", "related"], name="related_product_once")]
        triggers = [*version_triggers(listing("product", "from_product_id")), *audited(part_of=["product"])]

    def __str__(self) -> str:
        return str(self.related)


class RelatedEvent(models.Model):
    """An event shown beside a product."""

    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="related_shows")
    event = models.ForeignKey("catalogue.Event", verbose_name=_("event"), on_delete=models.CASCADE, related_name="+")
    order = models.IntegerField(_("order"), default=0)

    class Meta:
        db_table = "catalogue_product_related_events"
        verbose_name = _("related event")
        verbose_name_plural = _("related events")
        ordering = ["order", "id"]
        constraints = [models.UniqueConstraint(fields=["product", "event"], name="related_event_once")]
        triggers = [*version_triggers(listing("product", "product_id")), *audited(part_of=["product"])]

    def __str__(self) -> str:
        return str(self.event)


class ProductPicture(models.Model):
    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="pictures")
    image = models.ForeignKey(Image, verbose_name=_("picture"), on_delete=models.CASCADE, related_name="+")
    order = models.IntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("picture")
        verbose_name_plural = _("pictures")
        ordering = ["order", "id"]
        triggers = [*version_triggers(listing("product", "product_id")), *audited(part_of=["product"])]

    def __str__(self) -> str:
        return str(self.image)


class InfoPanel(models.Model):
    """A side panel of the product page, such as a size chart (catalogue §3 additionalInformation, details)."""

    class Kind(models.TextChoices):
        ADDITIONAL = "additional", _("additional information")
        DETAIL = "detail", _("details")

    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="panels")
    kind = models.CharField(_("place"), max_length=12, choices=Kind.choices, default=Kind.ADDITIONAL)
    title = models.CharField(_("title"), max_length=120)
    description = HtmlField(_("text"))
    order = models.IntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("side panel")
        verbose_name_plural = _("side panels")
        ordering = ["order", "id"]
        triggers = [*version_triggers(listing("product", "product_id")), *audited(part_of=["product"])]

    def __str__(self) -> str:
        return self.title
