"""Forms of the second factor. Codes of the app being set up are compared first: they use up nothing."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldAdminTextInputWidget

from config.staff_login import LimitedForm, member_of
from shop.core.errors import TooManyAttempts
from shop.core.http.password_limits import attempt_own_password
from shop.staff_log_in.actions import prove_second_factor, set_up_app
from shop.staff_log_in.codes import matched
from shop.staff_log_in.errors import AppConnected, SecondFactorRefused

OF_APP = {"autocomplete": "one-time-code", "inputmode": "numeric", "spellcheck": "false"}
OF_RECOVERY = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
MAX_LENGTH = 40
WRONG_APP_CODE = _("This is not the code that the app shows now, or it was used before. Wait for the next one.")


def code_field(label: Any, attrs: dict[str, Any], **kwargs: Any) -> forms.CharField:
    return forms.CharField(label=label, max_length=MAX_LENGTH, widget=UnfoldAdminTextInputWidget(attrs=attrs), **kwargs)


class CodeForm(LimitedForm):
    """Asks for a code of the member's second factor. A valid form has used the code up."""

    code = code_field(_("Code from your authenticator app"), OF_APP | {"autofocus": True})

    def __init__(self, request: HttpRequest, user: User, *args: Any, uses_recovery: bool = False) -> None:
        super().__init__(*args)
        self.request, self.user, self.uses_recovery = request, user, uses_recovery
        if uses_recovery:
            self.fields["code"] = code_field(_("Recovery code"), OF_RECOVERY | {"autofocus": True})

    def clean_code(self) -> str:
        wrong = _("This is none of your recovery codes, or it was used before.")
        return proved(self, self.request, self.user, "code", wrong if self.uses_recovery else WRONG_APP_CODE)


class ProofForm(LimitedForm):
    """Asks a member who is logged in for their password, and for a code if they have a second factor."""

    password = forms.CharField(
        label=_("Your password"), strip=False,
        widget=UnfoldAdminPasswordWidget(attrs={"autocomplete": "current-password"}),
    )  # fmt: skip
    proof = code_field(
        _("Code from your authenticator app, or a recovery code"), OF_APP | {"inputmode": "text"},
    )  # fmt: skip

    def __init__(self, request: HttpRequest, *args: Any, has_app: bool, prefix: str | None = None) -> None:
        super().__init__(*args)
        self.prefix, self.request, self.user = prefix, request, member_of(request)
        if not has_app:
            del self.fields["proof"]

    def clean(self) -> dict[str, Any]:
        """Compare the password first: a code is used up only if all else is right."""
        given = super().clean() or self.cleaned_data
        if not self.errors and not self.is_own_password(given["password"]):
            self.add_error("password", _("Your password was entered incorrectly. Please enter it again."))
        if not self.errors and "proof" in self.fields:
            try:
                proved(self, self.request, self.user, "proof", WRONG_APP_CODE)
            except forms.ValidationError as error:
                self.add_error("proof", error)
        return given

    def is_own_password(self, password: str) -> bool:
        try:
            return bool(attempt_own_password(self.user.pk, lambda: self.user.check_password(password)))
        except TooManyAttempts as error:
            raise self.refused(error) from error


class SetUpForm(ProofForm):
    """Connects an authenticator app, in place of the one that the member has."""

    code = code_field(_("Code that the app shows now"), OF_APP)
    field_order = ["code", "password", "proof"]

    def __init__(self, request: HttpRequest, *args: Any, key: str, has_app: bool) -> None:
        super().__init__(request, *args, has_app=has_app)
        self.key = key

    def clean_code(self) -> str:
        return new_app_code(self.key, self.cleaned_data["code"])

    def set_up(self) -> list[str]:
        session = self.request.session.session_key
        return connected(self, self.user, self.key, replaces="proof" in self.fields, keep_session=session)


class FirstSetUpForm(forms.Form):
    """Connects the first authenticator app of a member who has just given their password."""

    code = code_field(_("Code that the app shows now"), OF_APP)

    def __init__(self, *args: Any, key: str, user: User) -> None:
        super().__init__(*args)
        self.key, self.user = key, user

    def clean_code(self) -> str:
        return new_app_code(self.key, self.cleaned_data["code"])

    def set_up(self) -> list[str]:
        return connected(self, self.user, self.key)


def proved(form: LimitedForm, request: HttpRequest, user: User, field: str, wrong: Any) -> str:
    """Use up the code in the field and return it. Raises ValidationError if it is wrong or too many were."""
    entered = str(form.cleaned_data[field])
    try:
        prove_second_factor(request=request, user=user, entered=entered)
    except SecondFactorRefused as error:
        raise forms.ValidationError(wrong, code="wrong") from error
    except TooManyAttempts as error:
        raise form.refused(error) from error
    return entered


def new_app_code(key: str, entered: str) -> str:
    if matched(key, entered) is None:
        raise forms.ValidationError(_("The app shows another code. Wait for the next one, and check the clock."))
    return entered


def connected(form: forms.Form, user: User, key: str, **how: Any) -> list[str]:
    """Return the new recovery codes. Empty, with an error at the form, if the code ended or another app was connected
    meanwhile.
    """
    try:
        return set_up_app(user=user, key=key, entered=form.cleaned_data["code"], **how)
    except AppConnected:
        form.add_error(None, _("Another app has just been connected. Load this page again."))
        return []
    except SecondFactorRefused:
        form.add_error("code", _("The app shows another code. Wait for the next one, and check the clock."))
        return []
