"""Calendar files: of one event, of the start of its presale, and a feed of a tour's dates to subscribe to.

`?lang=` sets their language.
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from catalogue.calendar.file import CalendarEntry, calendar
from catalogue.calendar.texts import place_of, status_of, tagged, times_of
from catalogue.models import Event
from catalogue.queries.dates import dated_events, presales, tour_named
from catalogue.rules import descriptive_name
from shop.access_codes.codes import is_gated
from shop.access_codes.feeds import KEY, own_key
from shop.answer_cache.middleware import cacheable
from shop.core.values.languages import active_language
from shop.models import Shop
from shop.queries import shop_url
from shop.web.pages import current_shop
from shop.web.redirects import Redirect

SUBSCRIBE = "subscribe"


@require_safe
def event_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    return event_file(request, slug, dated_events, entry_of)


@require_safe
def presale_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the start of the presale, for an event whose presale is still to come."""
    return event_file(request, slug, presales, presale_of)


def event_file(
    request: HttpRequest,
    slug: str,
    events: Callable[[Shop], QuerySet[Event]],
    entry: Callable[[Shop, Event], CalendarEntry],
) -> HttpResponse:
    """Send the one entry of the event with this slug. Raises Http404 if it is not among the events."""
    shop = current_shop(request)
    if shop.redirect:
        return Redirect(shop.redirect)
    event = events(shop).filter(slug=slug).first()
    if event is None:
        raise Http404
    return calendar_response(request, calendar([entry(shop, event)], language=active_language()), f"{slug}.ics")


@require_safe
def tour_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    shop = current_shop(request)
    if shop.redirect:
        return Redirect(shop.redirect)
    tour = tour_named(shop, slug)
    if tour is None:
        raise Http404
    address = f"{shop_url(shop)}/tours/{slug}.ics?lang={active_language()}"
    if SUBSCRIBE in request.GET and is_gated(shop):
        return subscription(request, shop, address)
    # A feed names its own address, with the key of the request.
    source = f"{address}&{KEY}={quote(request.GET[KEY])}" if KEY in request.GET and is_gated(shop) else address
    entries = entries_of(shop, dated_events(shop).filter(tours=tour))
    return calendar_response(request, calendar(entries, language=active_language(), name=tour.name, source=source))


def subscription(request: HttpRequest, shop: Shop, address: str) -> HttpResponse:
    """Redirect to the visitor's calendar program, with the visitor's own key."""
    key = own_key(request, shop)
    address += f"&{KEY}={key}" if key else ""
    return CalendarRedirect("webcal:" + address.partition(":")[2], headers={"Cache-Control": "private, no-store"})


class CalendarRedirect(Redirect):
    allowed_schemes = ["webcal"]


def entries_of(shop: Shop, events: Iterable[Event]) -> list[CalendarEntry]:
    return [entry_of(shop, event) for event in events]


def presale_of(shop: Shop, event: Event) -> CalendarEntry:
    show = entry_of(shop, event)
    assert event.presale_at is not None
    return replace(
        show,
        uid=f"presale-{show.uid}",
        begins=event.presale_at,
        ends=None,
        title=_("Presale: %(title)s") % {"title": show.title},
        place="",
        text=show.url,
    )


def entry_of(shop: Shop, event: Event) -> CalendarEntry:
    changed = max(event.changed_at, event.venue.changed_at)
    artist: str = event.artist_line  # type: ignore[attr-defined]
    url = f"{shop_url(shop)}/events/{event.slug}?lang={active_language()}"
    named = descriptive_name(event.descriptive_name or "", artist, event.name or event.slug)
    return CalendarEntry(
        # The same uid in the files of all shops that list the event.
        uid=f"event-{event.pk}@{urlsplit(settings.PUBLIC_URL).hostname}",
        sequence=max(0, int((changed - event.created_at).total_seconds())),
        changed=changed,
        begins=event.happening_from,
        ends=event.happening_until,
        title=tagged(named, event, active_language()),
        place=place_of(event),
        text="\n".join([*times_of(event, active_language()), url]),
        url=url,
        status=status_of(event),
    )


def calendar_response(request: HttpRequest, text: str, file: str = "") -> HttpResponse:
    """Return the response, cached like a page. `file`: the name to save it under."""
    etag = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    headers = {"Cache-Control": "private, no-cache", "ETag": etag, "Content-Language": active_language()}
    if file:
        headers["Content-Disposition"] = f'attachment; filename="{file}"'
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8", headers=headers)
    return cacheable(get_conditional_response(request, etag=etag, response=response) or response)


urlpatterns: list[URLPattern] = [
    # A page's slug holds no dot.
    path("events/<slug:slug>.ics", event_calendar),
    path("events/<slug:slug>/presale.ics", presale_calendar),
    path("tours/<slug:slug>.ics", tour_calendar),
]
