from functools import partial, reduce
from operator import or_
from types import SimpleNamespace
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from procrastinate.contrib.django import app
from unfold.decorators import display
from unfold.widgets import UnfoldAdminImageFieldWidget

from shop import hooks
from shop.core.pictures.problems import TEXTS
from shop.core.pictures.thumbnails import WIDTHS
from shop.core.pictures.uploads import checked_picture
from shop.core.values.languages import in_all_languages
from shop.models import Image
from shop.models.image import THUMBNAIL_JOB
from shop.pictures.addresses import PictureAddresses
from shop.pictures.jobs import thumbnail_url
from shop.web.media import stored
from shop.web.redirects import Redirect

from .base import TranslatedAdmin, badge, is_empty, picture_address, preview
from .fields import PictureField
from .shop_paths import linked_to

# By their names in an address; 0 is the original.
PREVIEW_WIDTHS = {str(width): width for width in (0, *WIDTHS)}
FRAMES = ("wide", "square", "upright")


class StoredPictureInput(UnfoldAdminImageFieldWidget):
    """Leads to the picture that is kept, past the gate of its shop."""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        image = getattr(value, "instance", None)
        if image is not None and context["widget"]["is_initial"]:
            context["widget"]["value"] = SimpleNamespace(url=picture_address(image))
        return context


class ReadyFilter(admin.SimpleListFilter):
    title = _("thumbnails")
    parameter_name = "ready"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("yes", str(_("ready"))), ("no", str(_("missing"))), ("failed", str(_("failed")))]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        if self.value() == "failed":
            return queryset.exclude(problem="")
        wanted = {"yes": True, "no": False}.get(self.value() or "")
        return queryset if wanted is None else queryset.filter(thumbnails_ready=wanted)


class AltFilter(admin.SimpleListFilter):
    title = _("alternative text")
    parameter_name = "alt_text"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("no", str(_("missing")))]

    def queryset(self, request: HttpRequest, queryset: models.QuerySet) -> models.QuerySet:
        lacking = reduce(or_, map(is_empty, in_all_languages("alt")))
        return queryset.filter(lacking) if self.value() == "no" else queryset


@admin.register(Image)
class ImageAdmin(TranslatedAdmin):
    shop_path = "owner"
    list_display = ["picture", "alt", "size", "words", "owner", "state"]
    list_select_related = ["owner"]
    list_display_links = ["picture", "alt"]
    list_filter = [ReadyFilter, AltFilter, ("owner", admin.RelatedOnlyFieldListFilter)]
    search_fields = [*in_all_languages("alt"), "key", "tags"]
    fieldsets = [
        (None, {"fields": ["file", ("alt",), ("tags", "owner"), ("size", "readiness")]}),
        (_("Focus"), {"fields": ["crops", ("focus_x", "focus_y")]}),
    ]
    readonly_fields = ["size", "readiness", "crops"]
    actions = ["make_thumbnails_again"]
    list_per_page = 48  # type: ignore[misc]
    list_fullwidth = True

    class Media:
        css = {"all": ["staff/pictures.css"]}
        js = ["staff/focus.js"]

    def seen_in(self, shops: frozenset[int]) -> models.Q:
        """Staff of a shop see the pictures that its things show, too."""
        return super().seen_in(shops) | linked_to(Image, shops)

    def formfield_for_dbfield(self, db_field: models.Field, request: HttpRequest, **kwargs: Any) -> forms.Field | None:
        if db_field.name == "file":
            kwargs["form_class"] = partial(PictureField, take=checked_picture)
            kwargs["widget"] = StoredPictureInput()
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name == "file":
            field.widget.attrs["accept"] = "image/jpeg,image/png,image/webp,image/avif,image/gif"
        return field

    def get_urls(self) -> list[URLPattern]:
        shown = path(
            "<int:object_id>/preview/", self.admin_site.admin_view(self.show_preview), name="shop_image_preview"
        )
        return [shown, *super().get_urls()]

    def show_preview(self, request: HttpRequest, object_id: int) -> HttpResponseBase:
        """Where a form finds the thumbnail of the picture that was just chosen, by those who may choose one.

        Of a picture that strangers need a code for, it is the picture itself.
        """
        if not self.has_view_permission(request, object_id):
            raise PermissionDenied
        image = get_object_or_404(Image, pk=object_id)
        if not image.file:
            return HttpResponse(PictureAddresses.of(image).placeholder_svg, content_type="image/svg+xml")
        width = PREVIEW_WIDTHS.get(request.GET.get("width", ""), 180)
        address = thumbnail_url(image, width) if width else image.file.url
        is_gated = image.key in hooks.above.gated_pictures()
        answer = stored(request, address.removeprefix(settings.MEDIA_URL)) if is_gated else Redirect(address)
        answer["Cache-Control"] = "private, no-store" if is_gated else "private, max-age=60"
        return answer

    @display(description=_("picture"))
    def picture(self, image: Image) -> str:
        return preview(image, 180)

    @display(description=_("size"), ordering="width")
    def size(self, image: Image) -> str:
        return f"{image.width} × {image.height}"

    @display(description=_("tags"))
    def words(self, image: Image) -> str:
        return ", ".join(image.tags)

    @display(description=_("thumbnails"), label={"ready": "success", "waiting": "warning", "failed": "danger"})
    def state(self, image: Image) -> tuple[str, object]:
        if image.problem:
            return "failed", TEXTS[image.problem]
        return ("ready", _("ready")) if image.thumbnails_ready else ("waiting", _("missing"))

    @display(description=_("thumbnails"))
    def readiness(self, image: Image) -> str:
        if image.problem:
            return badge(TEXTS[image.problem], "danger")
        return badge(_("ready"), "success") if image.thumbnails_ready else badge(_("missing"), "warning")

    @display(description=_("what stays in sight"))
    def crops(self, image: Image) -> str:
        """The picture to click on, and what the usual frames leave of it."""
        if not image.file:
            return preview(image, 360)
        values = {"picture": picture_address(image, 740), "alt": image.alt, "frames": FRAMES}
        return render_to_string("admin/shop/focus.html", values)

    @admin.action(description=_("Make the thumbnails again"), permissions=["change"])
    def make_thumbnails_again(self, request: HttpRequest, images: models.QuerySet[Image]) -> None:
        with transaction.atomic():
            # One without a file is brought by another job.
            numbers = list(images.exclude(file="").values_list("pk", flat=True))
            Image.objects.filter(pk__in=numbers).update(thumbnails_ready=False, problem="")
            for number in numbers:
                app.configure_task(THUMBNAIL_JOB, priority=-10, lock=f"picture {number}").defer(image_id=number)
        text = ngettext("%d picture will be worked on.", "%d pictures will be worked on.", len(numbers))
        messages.success(request, text % len(numbers))
