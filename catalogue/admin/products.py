from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.files.uploadedfile import UploadedFile
from django.db import models
from django.db.models import Exists, OuterRef, Subquery, Sum, Value
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display
from unfold.widgets import UnfoldAdminFileFieldWidget

from catalogue.models import (
    WITHOUT_MANUFACTURER,
    BundlePart,
    Combination,
    InfoPanel,
    Manufacturer,
    Price,
    Product,
    ProductInCategory,
    ProductPicture,
    ProductVariant,
    RelatedEvent,
    RelatedProduct,
    Stock,
    StockUse,
)
from catalogue.pricing.variants import has_unlawful_struck_price
from catalogue.queries.bundle_overview import read_overview
from shop.admin.base import BaseAdmin, BaseTabularInline, MissingTranslation, TranslatedStacked, preview
from shop.admin.scope import REFERENCE
from shop.admin.scripts import NEW_ROWS
from shop.core.pictures.uploads import CheckedPicture, checked_picture
from shop.core.values.formats import euros
from shop.core.values.languages import in_all_languages
from shop.models import Image
from shop.web.redirects import Redirect

from .bundles import CombinationInline, PartInline, warnings_of
from .filters import OwnedFilter
from .listed import ListedAdmin, ListedForm, is_changelist
from .new_rows import choose_copies
from .variants import PriceInline, ProductVariantsInline


class PicturesWidget(UnfoldAdminFileFieldWidget):
    allow_multiple_selected = True


class PicturesField(forms.FileField):
    """Several picture files at once; each is checked by its content, and taken without its metadata."""

    widget = PicturesWidget

    def clean(self, data: Any, initial: Any = None) -> list[CheckedPicture]:
        return [self.taken(super(PicturesField, self).clean(one, initial)) for one in data or []]

    def taken(self, file: UploadedFile) -> CheckedPicture:
        try:
            return checked_picture(file)
        except forms.ValidationError as error:
            raise forms.ValidationError([f"{file.name}: {text}" for text in error.messages]) from error


class ProductForm(ListedForm):
    new_pictures = PicturesField(
        label=_("Add pictures"), required=False, widget=PicturesWidget({"accept": "image/*", "multiple": True}),
        help_text=_("Several at once. They come after those under “Pictures”, where you can sort them."),
    )  # fmt: skip


class PictureInline(BaseTabularInline):
    model = ProductPicture
    autocomplete_fields = ["image"]
    ordering_field = "order"
    hide_ordering_field = True
    fields = ["image", "alt", "order"]
    readonly_fields = ["alt"]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        return super().get_queryset(request).select_related("image")

    @display(description=_("alternative text"))
    def alt(self, picture: ProductPicture) -> str:
        return picture.image.alt if picture.pk else "–"


class PlacementInline(BaseTabularInline):
    model = ProductInCategory
    autocomplete_fields = ["category"]
    fields = ["category", "product_order"]


class RelatedProductInline(BaseTabularInline):
    model = RelatedProduct
    fk_name = "product"
    autocomplete_fields = ["related"]
    ordering_field = "order"
    fields = ["related", "order"]


class RelatedEventInline(BaseTabularInline):
    model = RelatedEvent
    autocomplete_fields = ["event"]
    ordering_field = "order"
    fields = ["event", "order"]


class PanelInline(TranslatedStacked):
    model = InfoPanel
    fieldsets = [(None, {"fields": [("kind", "order"), ("title",), ("description",)]})]


@admin.register(Manufacturer)
class ManufacturerAdmin(BaseAdmin):
    shop_path = REFERENCE
    list_display = ["name", "contact"]
    search_fields = ["name", "contact"]
    fieldsets = [(None, {"fields": ["name", "address", "contact", "responsible_person"]})]


class MissingManufacturer(admin.SimpleListFilter):
    """Goods whose pages name the seller, because nobody else stands for them."""

    title = _("manufacturer")
    parameter_name = "manufacturer"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("none", str(_("is missing"))), ("named", str(_("is named")))]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        match self.value():
            case "none":
                return queryset.filter(WITHOUT_MANUFACTURER)
            case "named":
                return queryset.exclude(WITHOUT_MANUFACTURER)
            case _:
                return queryset


@admin.register(Product)
class ProductAdmin(ListedAdmin):
    form = ProductForm
    list_display = ["picture", "title", "owner", "cost", "stock", "state"]
    list_display_links = ["picture", "title"]
    list_filter = [
        "active", ("owner", admin.RelatedOnlyFieldListFilter), ("artist", admin.RelatedOnlyFieldListFilter),
        ("categories", OwnedFilter), MissingManufacturer,
        MissingTranslation, "root", "over_18", "personalised",
    ]  # fmt: skip
    list_select_related = ["owner", "artist"]
    search_fields = [*in_all_languages("name"), "slug", "artist__name", "variants__sku", "variants__barcode"]
    autocomplete_fields = [
        "owner", "listed_in", "artist", "manufacturer", "follows",
        "overlay_listing_image", "overlay_detail_image",
    ]  # fmt: skip
    inlines = [
        ProductVariantsInline, PriceInline, CombinationInline, PartInline, PictureInline, PlacementInline, PanelInline,
        RelatedProductInline, RelatedEventInline,
    ]  # fmt: skip
    save_as = True

    class Media:
        js = (NEW_ROWS,)

    fieldsets = [
        (
            _("Product"),
            {
                "classes": ["tab"],
                "fields": [
                    ("name",),
                    ("slug", "artist"),
                    ("owner", "listed_in"),
                    ("active", "hide"),
                    ("new_pictures", "order"),
                ],
            },
        ),
        (
            _("Texts"),
            {
                "classes": ["tab"],
                "fields": [
                    ("descriptive_name",),
                    ("description",),
                    ("product_type",),
                    ("color",),
                    "container_format",
                    ("sold_out_message",),
                    ("disclaimer",),
                    ("seo_title",),
                    ("seo_description",),
                ],
            },
        ),
        (
            _("Selling"),
            {
                "classes": ["tab"],
                "fields": [
                    ("cart_limit", "vat_rate", "price_bound"),
                    ("content_amount", "content_unit"),
                    ("weight_grams", "parcel_kind", "public_shippable_from"),
                    ("select", "over_18", "travel_service"),
                    ("personalised", "ticket_required"),
                    ("order_merging_allowed", "follows"),
                    ("external_url",),
                    ("external_url_text",),
                ],
            },
        ),
        (
            _("Safety and material"),
            {
                "classes": ["tab"],
                "fields": ["manufacturer", ("material",), ("warnings",)],
                "description": _("Goods may be offered only with their manufacturer's address (GPSR Art. 19)."),
            },
        ),
        (
            _("Listing and page"),
            {
                "classes": ["tab"],
                "fields": [
                    ("list_price_hide", "adapt_image_size", "slides_custom_pager"),
                    ("list_price_prefix",),
                    ("list_price_value",),
                    ("overlay_listing_image", "overlay_detail_image"),
                    "scroll_offset",
                ],
            },
        ),
        (
            _("Bundles and relations"),
            {
                "classes": ["tab"],
                "fields": [
                    ("root", "allow_multiple_override", "bind_leave_empty"),
                    ("hide_in_combined_product", "show_color_in_combined_product"),
                ],
                "description": _(
                    "To make a bundle, tick “root of a bundle” and save: then this page has tabs for its choices and "
                    "its parts, and shows what shoppers will see. Name, texts, pictures and price of the bundle are "
                    "this product's."
                ),
            },
        ),
    ]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        products = super().get_queryset(request)
        if not is_changelist(request):
            return products
        used = StockUse.objects.filter(variant__product=OuterRef(OuterRef("pk"))).values("stock")
        stocks = Stock.objects.filter(pk__in=used).annotate(all=Value(1)).order_by().values("all")
        free = stocks.annotate(pieces=Sum("free")).values("pieces")
        unlimited = ProductVariant.objects.filter(product=OuterRef("pk"), active=True, stocks=None)
        first = ProductPicture.objects.filter(product=OuterRef("pk")).order_by("order", "id").values("image")[:1]
        price = Price.objects.filter(product=OuterRef("pk"), country_code=settings.PRICE_COUNTRY).values("price")
        own = Price.objects.filter(variant__product=OuterRef("pk"), country_code=settings.PRICE_COUNTRY)
        return products.annotate(
            free=Subquery(free),
            unlimited=Exists(unlimited),
            first_picture=Subquery(first),
            base_price=Subquery(price),
            lowest_price=Subquery(own.order_by("price").values("price")[:1]),
        )

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        answer = super().changelist_view(request, extra_context)
        shown = getattr(answer, "context_data", {}).get("cl") if hasattr(answer, "context_data") else None
        if shown is not None:
            images = Image.objects.in_bulk([one.first_picture for one in shown.result_list if one.first_picture])
            for product in shown.result_list:
                product.shown_picture = images.get(product.first_picture)
        return answer

    def get_inlines(self, request: HttpRequest, obj: Product | None) -> list[Any]:
        """Choices and parts are a bundle's; a copy takes them along."""
        copied = "_saveasnew" in request.POST and "parts-TOTAL_FORMS" in request.POST
        if copied or (obj is not None and obj.root):
            return self.inlines
        return [one for one in self.inlines if one not in (CombinationInline, PartInline)]

    def _create_formsets(self, request: HttpRequest, obj: Product, change: bool) -> tuple[list[Any], list[Any]]:
        """Parts may belong to choices that are saved with them."""
        choose_copies(request, rows="combinations", choosers="parts", field_name="combination")
        formsets, inlines = super()._create_formsets(request, obj, change)
        by_model = {formset.model: formset for formset in formsets}
        if {BundlePart, Combination} <= by_model.keys():
            by_model[BundlePart].offer(by_model[Combination])
        return formsets, inlines

    def response_post_save_add(self, request: HttpRequest, obj: Product) -> Any:
        return self.to_its_parts(obj) or super().response_post_save_add(request, obj)

    def response_post_save_change(self, request: HttpRequest, obj: Product) -> Any:
        return self.to_its_parts(obj) or super().response_post_save_change(request, obj)

    def to_its_parts(self, product: Product) -> Redirect | None:
        """Where a bundle without any part goes on."""
        if not product.root or product.parts.exists():
            return None
        return Redirect(reverse("admin:catalogue_product_change", args=[product.pk]) + "#parts")

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        product: Product = form.instance
        self.add_pictures(product, form.cleaned_data.get("new_pictures") or [])
        if not product.active:
            return
        if Product.objects.filter(WITHOUT_MANUFACTURER, pk=product.pk).exists():
            text = _("“%s” has no manufacturer, so its page names the seller; the law asks for one on every offer.")
            messages.warning(request, text % product)
        prices = Price.objects.filter(country_code=settings.PRICE_COUNTRY)
        if not prices.filter(models.Q(product=product) | models.Q(variant__product=product)).exists():
            messages.warning(request, _("“%s” has no price and cannot be bought.") % product)
        if has_unlawful_struck_price(product):
            messages.warning(
                request,
                _("The struck price of “%s” is not shown: nothing higher was asked in the 30 days before.") % product,
            )
        if not product.variants.exists():
            messages.warning(request, _("“%s” has no variant and cannot be bought. One is enough.") % product)
        if product.root:
            for warning in warnings_of(read_overview(product)):
                if warning.stops:
                    messages.warning(request, warning.text)

    def add_pictures(self, product: Product, files: list[CheckedPicture]) -> None:
        last = product.pictures.aggregate(last=models.Max("order", default=-1))["last"]
        names = {f"alt_{one}": getattr(product, f"name_{one}") or "" for one in settings.MODELTRANSLATION_LANGUAGES}
        for place, file in enumerate(files, start=last + 1):
            image = Image.objects.create(file=file, owner_id=product.owner_id, **names)
            ProductPicture.objects.create(product=product, image=image, order=place)

    @display(description=_("picture"))
    def picture(self, product: Any) -> str:
        return preview(product.shown_picture, 48)

    @display(description=_("product"), header=True, ordering="name")
    def title(self, product: Product) -> list:
        return [product.name, product.artist.name if product.artist else ""]

    @display(description=_("price"), ordering="base_price")
    def cost(self, product: Any) -> str:
        price = product.base_price if product.base_price is not None else product.lowest_price
        return "–" if price is None else euros(price)

    @display(description=_("free"), label={"none": "danger", "few": "warning", "many": "success", "all": "default"})
    def stock(self, product: Any) -> tuple[str, object]:
        if product.unlimited:
            return "all", _("unlimited")
        free = product.free or 0
        return ("many" if free > 5 else "few" if free else "none"), str(free)

    @display(description=_("state"), label={"on": "success", "off": "default", "hidden": "info"})
    def state(self, product: Product) -> tuple[str, object]:
        if not product.active:
            return "off", _("inactive")
        return ("hidden", _("hidden")) if product.hide else ("on", _("active"))
