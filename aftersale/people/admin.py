"""Staff with this right find, export and erase the data of an e-mail address. Export and erasure are recorded."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action, display
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminEmailInputWidget, UnfoldBooleanWidget

from aftersale.models import PersonRequest
from aftersale.people.data_export import data_json, data_pdf, person_data
from aftersale.people.erasing import erase, record_handover
from aftersale.people.queries import Person
from shop.admin.base import BaseAdmin, ReadOnly
from shop.admin.scope import HOUSE
from shop.core.values.mail_addresses import is_mail_address
from shop.web.downloads import download

ANSWERS = "aftersale.answer_personrequest"
ACTING = {"json", "pdf", "erase"}
KIND_COLOURS = {PersonRequest.Kind.HANDED_OVER: "info", PersonRequest.Kind.ERASED: "danger"}


class PersonForm(forms.Form):
    email = forms.CharField(label=_("e-mail"), max_length=254, widget=UnfoldAdminEmailInputWidget)
    sure = forms.BooleanField(
        label=_("I have checked the person's identity, and they ask for erasure"), required=False,
        widget=UnfoldBooleanWidget, help_text=_("You cannot undo an erasure."),
    )  # fmt: skip

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].strip()
        if not is_mail_address(email):
            raise forms.ValidationError(_("This is no e-mail address."))
        return email

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "erase" in self.data and not data.get("sure"):
            self.add_error("sure", _("Tick this to erase."))
        return data


@admin.register(PersonRequest)
class PersonRequestAdmin(ReadOnly, BaseAdmin):
    shop_path = HOUSE
    list_display = ["at", "what", "staff"]
    list_filter = ["kind"]
    list_select_related = ["staff"]
    fields = ["at", "kind", "staff", "digest", "counts"]
    actions_list = ["answer"]

    @display(description=_("what was done"), label=KIND_COLOURS)
    def what(self, row: PersonRequest) -> tuple[str, str]:
        return row.kind, row.get_kind_display()

    def has_answer_permission(self, request: HttpRequest, *args: Any) -> bool:
        return bool(request.user.has_perm(ANSWERS))

    @action(
        description=_("Find a person"), url_path="answer", icon="person_search", permissions=["answer"],
        variant=ActionVariant.PRIMARY,
    )  # fmt: skip
    def answer(self, request: HttpRequest) -> HttpResponse:
        """Find, export or erase. The e-mail is sent in the body, so that no access log stores it. `seen` holds the
        address whose data was shown: only that one can be exported or erased.
        """
        form = PersonForm(request.POST or None)
        shown: dict[str, Any] = {}
        is_whole = form.is_valid()
        if form.is_bound and "email" in form.cleaned_data:
            email = shown["seen"] = form.cleaned_data["email"]
            person = Person(email)
            is_seen = email == request.POST.get("seen")
            if not is_seen and ACTING & request.POST.keys():
                messages.warning(request, _("You changed the address. Check the data of this one first."))
                # The confirmation was for the other address.
                form = PersonForm({"email": email})
            elif "json" in request.POST or "pdf" in request.POST:
                return self.hand_over(request, person)
            if "erase" in request.POST and is_whole and is_seen:
                shown["outcome"] = erase(person=person, staff=request.user)  # type: ignore[arg-type]
                messages.success(
                    request, _("All data that may be erased is erased. Tell the person what is kept, and why.")
                )
            else:
                shown["preview"] = erase(person=person, staff=None, dry_run=True)
            shown["found"] = [
                (capfirst(str(rows.model._meta.verbose_name_plural)), number)
                for _name, rows in person.kinds()
                if (number := rows.count())
            ]
        context = {
            **self.admin_site.each_context(request), "opts": self.opts, "title": _("Find a person"), "form": form,
            "back": reverse("admin:aftersale_personrequest_changelist"), "media": self.media + form.media, **shown,
        }  # fmt: skip
        return TemplateResponse(request, "admin/aftersale/people/answer.html", context)

    def hand_over(self, request: HttpRequest, person: Person) -> HttpResponse:
        """Return the data as a download that is not cached, and record it."""
        known, as_paper = person_data(person), "pdf" in request.POST
        content = data_pdf(known) if as_paper else data_json(known)
        record_handover(person=person, staff=request.user)  # type: ignore[arg-type]
        kind, name = ("application/pdf", "person.pdf") if as_paper else ("application/json", "person.json")
        return download(content, kind, name)
