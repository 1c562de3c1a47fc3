"""Writes the shops with their designs, codes and links, the artists and the categories."""

from catalogue.models import Artist, Category
from checkout.accounting.bookings import usual_accounts
from checkout.models import Country, RevenueAccount, SellerBooks
from shop.models import (
    AccessCode,
    DiscountCode,
    FaqEntry,
    LegalText,
    LegalTextVersion,
    News,
    Shop,
    ShopDesign,
    ShopSocial,
)

from .data.news import STORIES
from .data.questions import OWN_TEXTS, QUESTIONS
from .data.shelves import all_shelves
from .data.shops import (
    ACCESS_CODES,
    ARTIST_TEXTS,
    ARTISTS,
    BOOKS,
    DISCOUNT_CODES,
    IN_MAIN_SHOP,
    SHOPS,
    SOCIALS,
    TEXTS,
    VALUES,
)
from .data.themes import THEMES
from .plan import Shelf
from .texts import all_of, both

Shops = dict[str, Shop]


def write_shops() -> Shops:
    """Those that are missing; the shops of the demo by slug."""
    there = {shop.slug: shop for shop in Shop.objects.filter(slug__in=SHOPS)}
    if not there:
        # They export; what staff of the demo have ticked since stays.
        Country.objects.filter(code="ch").update(active=True)
    return {slug: there.get(slug) or _write_shop(slug) for slug in SHOPS}


def _write_shop(slug: str) -> Shop:
    shop = Shop(slug=slug, **VALUES[slug], **all_of(TEXTS[slug]))
    shop.full_clean()
    shop.save()
    design = ShopDesign(shop=shop, **THEMES[slug])
    design.full_clean()
    design.save()
    for code, note in ACCESS_CODES.get(slug, ()):
        AccessCode.objects.create(shop=shop, code=code, note=note)
    for code, percent, note in DISCOUNT_CODES.get(slug, ()):
        discount = DiscountCode(shop=shop, code=code, percent=percent, note=note)
        discount.full_clean()
        discount.save()
    for order, (title, addresses) in enumerate(SOCIALS[slug]):
        social = ShopSocial(shop=shop, title=title, order=order, **addresses)
        social.full_clean()
        social.save()
    if slug in BOOKS:
        books = SellerBooks(seller=shop, **BOOKS[slug])
        books.full_clean()
        books.save()
        RevenueAccount.objects.bulk_create(usual_accounts(books))
    return shop


def write_questions(shops: Shops) -> None:
    for slug, questions in QUESTIONS.items():
        there = set(FaqEntry.objects.filter(shop=shops[slug]).values_list("key", flat=True))
        for order, (key, question, answer) in enumerate(questions):
            if key not in there:
                entry = FaqEntry(
                    shop=shops[slug], key=key, order=order, **both("question", question), **both("answer", answer)
                )
                entry.full_clean()
                entry.save()


def write_own_texts(shops: Shops) -> None:
    for (slug, kind), bodies in OWN_TEXTS.items():
        for language, body in zip(("de", "en"), bodies, strict=True):
            text, new = LegalText.objects.get_or_create(shop=shops[slug], kind=kind, language=language)
            if new:
                LegalTextVersion.objects.create(text=text, body=body)


def write_news(shops: Shops) -> None:
    """Stories that are missing, by their German titles."""
    there = set(News.objects.filter(shop__slug__in=SHOPS).values_list("shop__slug", "title_de"))
    for order, story in enumerate(STORIES):
        if (story.shop, story.title[0]) in there:
            continue
        news = News(
            shop=shops[story.shop],
            category=story.place,
            url=story.url,
            inverse=story.inverse,
            order=order,
            **both("title", story.title),
            **both("text", story.text),
        )
        # not `clean`: its picture is drawn later
        news.clean_fields()
        news.save()


def write_artists(shops: Shops) -> dict[str, Artist]:
    artists = {artist.slug: artist for artist in Artist.objects.filter(slug__in=ARTISTS)}
    for slug, (owner, name, kind, _band, also, (left, right, grid)) in ARTISTS.items():
        if slug in artists:
            continue
        artist = Artist(
            owner=shops[owner],
            slug=slug,
            name=name,
            type=kind,
            alternative_names=list(also),
            sort_order_ticket_top_left=left,
            sort_order_ticket_top_right=right,
            sort_order_ticket_bottom=grid,
            **all_of(ARTIST_TEXTS[slug]),
        )
        artist.full_clean()
        artist.save()
        artist.listed_in.set(listing(shops, owner))
        artists[slug] = artist
    return artists


def listing(shops: Shops, owner: str) -> list[Shop]:
    """The owner's own shop and, unless it keeps to itself, the main shop."""
    return [shops[owner], shops["merchstand"]] if owner in IN_MAIN_SHOP else [shops[owner]]


def write_categories(shops: Shops, artists: dict[str, Artist]) -> dict[str, Category]:
    shelves = all_shelves()
    there = {category.slug: category for category in Category.objects.filter(slug__in=[one.slug for one in shelves])}
    for shelf in shelves:
        if shelf.slug not in there:
            there[shelf.slug] = _write_category(shelf, shops, artists, there)
    for slug, artist in artists.items():
        if artist.main_category_id is None and (own := there.get(_main_category(slug))):
            artist.main_category = own
            artist.save(update_fields=["main_category"])
    return there


def _main_category(artist: str) -> str:
    return {"halbmond-tontraeger": "halbmond", "merchstand-werkstatt": "werkstatt"}.get(artist, f"alles-von-{artist}")


def _write_category(shelf: Shelf, shops: Shops, artists: dict[str, Artist], there: dict[str, Category]) -> Category:
    category = Category(
        owner=shops[shelf.owner],
        slug=shelf.slug,
        type=shelf.kind,
        order=shelf.order,
        main_category=shelf.main,
        sort_order_homepage=shelf.homepage,
        featured_at=list(shelf.featured),
        artist=artists[shelf.artist] if shelf.artist else None,
        subcategory_order=shelf.within,
        **both("name", shelf.name),
        **both("display_name", shelf.display),
        **both("subtitle", shelf.subtitle),
        **both("description", shelf.description),
        **both("disclaimer", shelf.disclaimer),
    )
    category.full_clean()
    category.save()
    category.listed_in.set([shops[slug] for slug in shelf.listed])
    return category
