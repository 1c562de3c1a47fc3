"""What staff of single shops see and change in the staff area: the rows of their shops, each by its path to them.

`shop.staff.access` says in which shops a user has a right. This module says in which shops a row lies, and asks both on
every page of an admin: a list, form, action or step page limits the user to the shops of what it is about, and a page
that this module does not know is closed to members.
"""

from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import wraps
from itertools import chain
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth import get_permission_codename
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.constants import LOOKUP_SEP
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern

from shop.models import Shop
from shop.staff.access import (
    HOUSE,
    NO_SHOP,
    Shops,
    close_to_members,
    closed_to_members,
    is_member,
    limit_to,
    shops_here,
    shops_of,
    shops_with,
)

from .shop_paths import REFERENCE, Paths, choosable_in, chosen_by, lying_in, paths_of

SEEN_BY = ("view", "change")


class ScopedFields:
    """Of forms and the rows within: offers what lies in the user's shops, and keeps what does not."""

    model: type[models.Model]
    opts: Any

    def offered_in(self, request: HttpRequest) -> Shops:
        """Return the shops in which the user may save such a row."""
        names = (f"{self.opts.app_label}.{get_permission_codename(verb, self.opts)}" for verb in ("add", "change"))
        return shops_with(request.user, *names)

    def narrow(self, form: Any, shops: frozenset[int], kept: Callable[[str, type[models.Model]], Q]) -> None:
        """Let the form's fields offer rows of these shops. `kept`: the condition of rows that the field named has
        chosen already.
        """
        for name, field in form.base_fields.items():
            rows = getattr(field, "queryset", None)
            if isinstance(field, forms.ModelChoiceField) and rows is not None:
                own: Any = deepcopy(field)
                own.queryset = rows.filter(self.offered(rows.model, shops) | kept(name, rows.model))
                form.base_fields[name] = own

    def offered(self, model: type[models.Model], shops: frozenset[int]) -> Q:
        """Return the condition that staff of these shops may choose the row."""
        return choosable_in(model, shops)


class ScopedInline(ScopedFields):
    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)  # type: ignore[misc]
        shops = self.offered_in(request) if is_member(request.user) else None
        if shops is not None:
            self.narrow(formset.form, shops, lambda name, model: self.kept_choice(formset, obj, name))
        return formset

    def kept_choice(self, formset: Any, obj: Any, name: str) -> Q:
        if obj is None or obj.pk is None or not hasattr(formset, "fk"):
            return Q(pk__in=[])
        return chosen_by(self.model._base_manager.filter(**{formset.fk.name: obj.pk}), name)


class ShopScope(ScopedFields):
    """Of an admin whose rows lie in shops.

    `shop_path`: the lookup, or several, from a row to the shop that owns it; HOUSE or REFERENCE. `seen_path`: further
    lookups to shops whose staff see the row, but do not change it. `scoped_pages`: names of further pages without an
    `object_id` that show and change rows of `get_queryset` alone.
    """

    shop_path: str | Paths = ""
    seen_path: Paths = ()
    scoped_pages: frozenset[str] = frozenset()
    admin_site: Any

    @property
    def owner_paths(self) -> Paths:
        if self.shop_path in ("", HOUSE, REFERENCE):
            return ()
        return (self.shop_path,) if isinstance(self.shop_path, str) else self.shop_path

    def seen_in(self, shops: frozenset[int]) -> Q:
        """Return the condition that staff of these shops see the row."""
        if self.shop_path == REFERENCE:
            return Q() if shops else Q(pk__in=[])
        return lying_in(self.model, (*self.owner_paths, *self.seen_path), shops)

    def in_sight(self, request: HttpRequest, rows: Any) -> Any:
        """Leave out rows that the user does not see."""
        shops = self.shops_where(request, *SEEN_BY)
        return rows if shops is None or not is_member(request.user) else rows.filter(self.seen_in(shops))

    def shops_where(self, request: HttpRequest, *verbs: str) -> Shops:
        names = [f"{self.opts.app_label}.{get_permission_codename(verb, self.opts)}" for verb in verbs]
        shops = shops_with(request.user, *names)
        return NO_SHOP if shops is not None and self.shop_path == HOUSE else shops

    def related_in_sight(self, request: HttpRequest, rows: Any) -> Any:
        """Leave out rows of another model that no shop of the user has: for choices of filters."""
        shops = self.shops_where(request, *SEEN_BY)
        return rows if shops is None or not is_member(request.user) else rows.filter(choosable_in(rows.model, shops))

    # Rights

    def allows(self, request: HttpRequest, verbs: Iterable[str], row: Any) -> bool:
        """`row`: an object or its key; without one, whether the user may with any row of the page."""
        shops = self.shops_where(request, *verbs)
        if not shops:
            return shops is None
        key = getattr(row, "pk", None) if isinstance(row, models.Model) else row
        if self.shop_path == REFERENCE:
            return "view" in verbs
        if key is None:
            here = shops_here(request.user, None)
            return here is None or (here != NO_SHOP and here <= shops)
        if "view" in verbs:
            return self.rows_of(shops).filter(pk=key).exists()
        owners = self.owners_of(key)
        return owners != NO_SHOP and owners <= shops

    def owners_of(self, key: Any) -> frozenset[int]:
        """Return the shops that own the row, as stored."""
        rows = self.model._base_manager.filter(pk=key).order_by().values_list(*self.owner_paths)
        return frozenset(chain.from_iterable(rows)) - {None} if self.owner_paths else NO_SHOP

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.allows(request, SEEN_BY, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.allows(request, ["add"], None)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.allows(request, ["change"], obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.allows(request, ["delete"], obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(super().has_module_permission(request) or self.allows(request, SEEN_BY, None))  # type: ignore[misc]

    # Rows and pages

    def get_queryset(self, request: HttpRequest) -> models.QuerySet:
        rows: models.QuerySet = self.in_sight(request, super().get_queryset(request))  # type: ignore[misc]
        return rows

    @property
    def urls(self) -> list[URLPattern]:
        """All pages, those that a subclass adds too: each knows first which shops it is about."""
        found: list[URLPattern] = self.get_urls()  # type: ignore[attr-defined]
        for url in found:
            url.callback = self.with_scope(url.callback, url.name or "")
        return found

    def with_scope(self, view: Callable[..., HttpResponse], name: str) -> Callable[..., HttpResponse]:
        @wraps(view)
        def scoped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if self.admin_site.has_permission(request) and is_member(request.user):
                self.enter(request, name, kwargs)
            return view(request, *args, **kwargs)

        return scoped

    def enter(self, request: HttpRequest, name: str, kwargs: dict[str, Any]) -> None:
        """Limit the member to the shops of the page. Raises Http404 for a row of other shops."""
        user, prefix = request.user, f"{self.opts.app_label}_{self.opts.model_name}_"
        if "object_id" in kwargs:
            limit_to(user, self.owners_of(self.key_in_sight(request, kwargs["object_id"])))
        elif self.shop_path == HOUSE:
            close_to_members(user)
        elif name in self.scoped_pages or name.removeprefix(prefix) in ("changelist", "add"):
            limit_to(user, None)
        else:
            close_to_members(user)

    def key_in_sight(self, request: HttpRequest, object_id: str) -> Any:
        """Return the row's key. Raises Http404 if there is no such row or the user does not see it."""
        try:
            # Some pages read the address's key as it is and some unquote it: both are the same row.
            key = self.opts.pk.to_python(object_id)
            known = key == self.opts.pk.to_python(unquote(str(object_id)))
        except ValidationError as error:
            raise Http404 from error
        shops = self.shops_where(request, *SEEN_BY)
        if not known or (shops is not None and not self.rows_of(shops).filter(pk=key).exists()):
            raise Http404
        return key

    def rows_of(self, shops: frozenset[int]) -> models.QuerySet:
        return self.model._base_manager.filter(self.seen_in(shops))

    # Lists

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Refuse members to filter by what refers to a row: it may lie in another shop."""
        allowed: bool = super().lookup_allowed(lookup, value, request)  # type: ignore[misc]
        name = lookup.partition(LOOKUP_SEP)[0]
        refers = any(one.name == name and one.auto_created for one in self.opts.get_fields() if one.is_relation)
        return allowed and not (refers and is_member(request.user) and not self.has_filter_by(name, request))

    def has_filter_by(self, name: str, request: HttpRequest) -> bool:
        paths = [one[0] if isinstance(one, tuple) else one for one in self.get_list_filter(request)]  # type: ignore[attr-defined]
        return any(isinstance(path, str) and path.partition(LOOKUP_SEP)[0] == name for path in paths)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Leave out of the filters what lies in no shop of the user."""
        found = super().get_changelist_instance(request)  # type: ignore[misc]
        shops = self.shops_where(request, *SEEN_BY)
        if shops is not None and is_member(request.user):
            for spec in found.filter_specs:
                if isinstance(spec, admin.RelatedFieldListFilter) and not isinstance(
                    spec, admin.RelatedOnlyFieldListFilter
                ):
                    model: Any = spec.field.related_model
                    seen = set(model._base_manager.filter(choosable_in(model, shops)).values_list("pk", flat=True))
                    seen |= {str(key) for key in seen}
                    spec.lookup_choices = [one for one in spec.lookup_choices if one[0] in seen]
        return found

    def response_action(self, request: HttpRequest, queryset: Any, *args: Any, **kwargs: Any) -> HttpResponse | None:
        """Give the action the rows of shops in which the user has all rights that it needs."""
        queryset = self.with_rights(request, queryset, self.needed_for(request))
        answer: HttpResponse | None = super().response_action(request, queryset, *args, **kwargs)  # type: ignore[misc]
        return answer

    def with_rights(self, request: HttpRequest, rows: Any, needed: list[str]) -> Any:
        """Leave out rows of shops in which the user lacks one of the permissions, and limit the user to the rest."""
        if not is_member(request.user) or not needed:
            return rows
        before = shops_here(request.user)
        if self.passes(request, needed, NO_SHOP):
            limit_to(request.user, before)
            return rows
        shops = frozenset(one for one in shops_of(request.user) if self.passes(request, needed, frozenset({one})))
        limit_to(request.user, shops)
        return rows.filter(lying_in(self.model, self.owner_paths, shops))

    def get_actions_list(self, request: HttpRequest) -> list[Any]:
        """Leave out actions above the list whose pages are closed to members."""
        found: list[Any] = super().get_actions_list(request)  # type: ignore[misc]
        if not is_member(request.user) or all(one.action_name in self.scoped_pages for one in found):
            return found
        with closed_to_members(request.user):
            of_house = {one.action_name for one in super().get_actions_list(request)}  # type: ignore[misc]
        return [one for one in found if one.action_name in self.scoped_pages or one.action_name in of_house]

    def needed_for(self, request: HttpRequest) -> list[str]:
        """Return the permissions that the chosen action names."""
        chosen = set(request.POST.getlist("action"))
        functions = [one[0] for one in self._get_base_actions() if one[1] in chosen]  # type: ignore[attr-defined]
        return [name for one in functions for name in getattr(one, "allowed_permissions", ())]

    def passes(self, request: HttpRequest, needed: list[str], shops: frozenset[int]) -> bool:
        limit_to(request.user, shops)
        return all(getattr(self, f"has_{name}_permission")(request) for name in needed)

    # Forms

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)  # type: ignore[misc]
        shops = self.offered_in(request) if is_member(request.user) else None
        if shops is not None:
            self.narrow(form, shops, lambda name, model: self.kept_choice(obj, name))
            self.require_owner(form, shops)
        return form

    def kept_choice(self, obj: Any, name: str) -> Q:
        if obj is None or obj.pk is None:
            return Q(pk__in=[])
        return chosen_by(self.model._base_manager.filter(pk=obj.pk), name)

    def narrow_choices(self, request: HttpRequest, form: forms.BaseForm) -> None:
        """Let a form that adds a row, and is no model's, offer only what lies in shops in which the user may add it."""
        shops = self.shops_where(request, "add")
        if shops is None or not is_member(request.user):
            return
        for field in form.fields.values():
            if isinstance(field, forms.ModelChoiceField) and field.queryset is not None:
                model = field.queryset.model
                field.queryset = field.queryset.filter(lying_in(model, paths_of(model), shops))

    def require_owner(self, form: Any, shops: frozenset[int]) -> None:
        """A row without a shop would be the house's. Who has one shop need not choose it."""
        for path in self.owner_paths:
            field = form.base_fields.get(path)
            if field is not None and len(self.owner_paths) == 1 and issubclass(field.queryset.model, Shop):
                field.required, field.empty_label = True, None
                if len(shops) == 1:
                    field.initial = next(iter(shops))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        if change and is_member(request.user) and not self.has_change_permission(request, obj):
            raise PermissionDenied
        super().save_model(request, obj, form, change)  # type: ignore[misc]

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        if formset.has_changed():
            vars(request).setdefault("written_parts", set()).add(formset.model)
        super().save_formset(request, form, formset, change)  # type: ignore[misc]

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        self.check_saved(request, obj, "add")
        return super().log_addition(request, obj, message)  # type: ignore[misc]

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        self.check_saved(request, obj, "change")
        return super().log_change(request, obj, message)  # type: ignore[misc]

    def check_saved(self, request: HttpRequest, obj: Any, verb: str) -> None:
        """Raises PermissionDenied, which takes all back, if the saved row lies in a shop in which the user may not save
        it or its parts. Django calls it within the transaction, after everything is saved.
        """
        if not is_member(request.user):
            return
        shops, owners = self.shops_where(request, verb), self.owners_of(obj.pk)
        if shops is not None and not (owners and owners <= shops):
            raise PermissionDenied
        limit_to(request.user, owners)
        inlines = self.get_inline_instances(request, obj)  # type: ignore[attr-defined]
        writable = {one.model for one in inlines if one.has_add_permission(request, obj)}
        writable |= {one.model for one in inlines if one.has_change_permission(request, obj)}
        writable |= {one.model for one in inlines if one.has_delete_permission(request, obj)}
        if getattr(request, "written_parts", set()) - writable:
            raise PermissionDenied


__all__ = ["HOUSE", "REFERENCE", "ScopedInline", "ShopScope"]
