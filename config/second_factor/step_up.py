"""Asks again for the password, and for a code, before money leaves or rights change."""

import time
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from config.staff_login import member_of, with_retry_after
from shop.models import Shop
from shop.staff_log_in.queries import app_of
from shop.web.redirects import Redirect

from .forms import ProofForm

FRESH_SECONDS = 15 * 60
# In the session: when its member proved last who they are, in seconds since 1970.
LAST_PROOF = "last_proof"
PREFIX = "step_up"
# Pages of the staff area whose POST changes rights, or says that money has left.
GUARDED = {
    "auth_user_add", "auth_user_change", "auth_user_delete", "auth_user_password_change",
    "auth_user_remove_second_factor", "auth_group_add", "auth_group_change", "auth_group_delete",
    "checkout_refund_sent_one", "checkout_transferfile_executed",
}  # fmt: skip
# Lists, and those of their actions that do.
GUARDED_ACTIONS = {
    "auth_user_changelist": {"delete_selected"},
    "auth_group_changelist": {"delete_selected"},
    "checkout_refund_changelist": {"sent", "to_file"},
}
# What hands a file out.
GUARDED_FILES = {"checkout_transferfile_download"}
BANK_FIELDS = ("bank_payee", "bank_iban", "bank_bic")


def proof_wanted(request: HttpRequest) -> bool:
    """True if the request does something for which a proof must not be older than 15 minutes."""
    match = request.resolver_match
    page = match.url_name if match is not None and match.app_name == "admin" else None
    if page in GUARDED_FILES:
        return True
    if request.method != "POST" or page is None:
        return False
    if page == "shop_shop_change":
        return changes_bank_account(request, unquote(match.kwargs["object_id"]))  # type: ignore[union-attr]
    # A form may send several actions; its "index" says which of them Django takes.
    return page in GUARDED or not GUARDED_ACTIONS.get(page, set()).isdisjoint(request.POST.getlist("action"))


def changes_bank_account(request: HttpRequest, shop_id: str) -> bool:
    """True if the shop's form would change where buyers' transfers go. Blanks in an IBAN are no change. Reads the
    number as the form's page does, which takes " 1" and "+1" for 1.
    """
    sent = {name: request.POST[name] for name in BANK_FIELDS if name in request.POST}
    try:
        shop = Shop.objects.filter(pk=Shop._meta.pk.to_python(shop_id)).first()
    except ValidationError:
        shop = None
    return shop is not None and any(
        "".join(value.split()) != "".join(getattr(shop, name).split()) for name, value in sent.items()
    )


def is_proof_fresh(request: HttpRequest) -> bool:
    """True if the member has logged in, or proved who they are, in the last 15 minutes."""
    return bool(time.time() - request.session.get(LAST_PROOF, 0) < FRESH_SECONDS)


def asked_for_proof(request: HttpRequest) -> HttpResponse | None:
    """Return the page that asks for the proof and sends the same form again. None if no proof is wanted, or it is
    right.
    """
    if not proof_wanted(request) or is_proof_fresh(request):
        return None
    is_answered = f"{PREFIX}-password" in request.POST
    has_app = app_of(member_of(request)) is not None
    form = ProofForm(request, request.POST if is_answered else None, has_app=has_app, prefix=PREFIX)
    if form.is_valid():
        request.session[LAST_PROOF] = int(time.time())
        match = request.resolver_match
        wants_file = match is not None and str(match.url_name) in GUARDED_FILES
        return Redirect(request.get_full_path()) if wants_file else None
    sent_before = [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and not name.startswith(f"{PREFIX}-")
        for value in values
    ]
    shown: dict[str, Any] = {"title": _("Is it you?"), "form": form, "sent_before": sent_before}
    context = {**admin.site.each_context(request), **shown, "back": request.path}
    page = TemplateResponse(request, "admin/account/step_up.html", context)
    add_never_cache_headers(page)  # it holds what was entered, such as a member's new password
    return with_retry_after(page)
