"""Shopify's product CSV: one row a variant or a picture, the first row of a handle also has the product's fields."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import Decimal
from typing import TypeVar

from shop.core.values.text_files import abridged

from . import cells
from .body import clean_body
from .parsed import (
    ParsedCost,
    ParsedPicture,
    ParsedProduct,
    ParsedStock,
    ParsedVariant,
    ProductFile,
)
from .problems import CellError, CellProblem
from .records import CsvRow, CsvTable, read_table, records_of

T = TypeVar("T")
OPTIONS = ("option1", "option2", "option3")
MAKES_A_VARIANT = (*OPTIONS, "sku", "price", "barcode")
# Making HTML harmless takes the square of how deeply it is nested.
LONGEST_BODY = 200_000
# Names of options whose values may be dates.
OF_DAYS = re.compile(r"date|day|datum|tag|termin", re.IGNORECASE)
STATUSES = ("active", "draft", "archived", "unlisted")


class RowRefused(Exception):
    """The row's problem is noted already."""


class ProductReader:
    """Reads the rows of one handle."""

    def __init__(self, table: CsvTable, rows: list[CsvRow], problems: list[CellProblem]) -> None:
        self.table = table
        self.rows = rows
        self.problems = problems
        self.complete = True

    def has(self, *keys: str) -> bool:
        return any(key in self.table.columns for key in keys)

    def name(self, key: str) -> str:
        return self.table.header[self.table.columns[key]] if self.has(key) else key

    def remark(self, row: CsvRow, key: str, message: str) -> None:
        self.problems.append(CellProblem(row.line, self.name(key), message, refused=False))

    def refuse(self, row: CsvRow, key: str, message: str) -> RowRefused:
        self.complete = False
        self.problems.append(CellProblem(row.line, self.name(key), message))
        return RowRefused()

    def cell(self, row: CsvRow, key: str, read: Callable[[str], T]) -> T:
        """The cell's value; an absent column reads as an empty cell."""
        try:
            return read(row.cells.get(key, ""))
        except CellError as error:
            raise self.refuse(row, key, str(error)) from error

    def text(self, row: CsvRow, key: str, limit: int) -> str:
        return self.cell(row, key, lambda text: cells.not_longer(text, limit))

    def short_text(self, row: CsvRow, key: str, limit: int) -> str:
        text = row.cells.get(key, "")
        if len(text) > limit:
            self.remark(row, key, f"is longer than {limit} characters and was shortened.")
        return cells.shortened(text, limit)

    def read(self) -> ParsedProduct | None:
        """None if the product as a whole is refused."""
        first = next((row for row in self.rows if row.cells.get("title")), None)
        if first is None:
            self.refuse(self.rows[0], "title", "no row of this handle has a title.")
            return None
        try:
            texts, fields = self.product_texts(first), self.product_fields(first)
            categories = self.categories(first)
        except RowRefused:
            return None
        variants = self.variants(first)
        pictures = self.pictures() if self.has("image", "variant_image") else None
        if not variants:
            self.refuse(first, "handle", "no variant of this product could be read, so the product is left out.")
            return None
        weight = max(variant.grams for variant in variants)
        if weight:  # 0 is how Shopify writes "not known"
            fields["weight_grams"] = weight
        return ParsedProduct(
            line=first.line,
            handle=first.cells["handle"],
            texts=texts,
            fields=fields,
            vendor=first.cells.get("vendor"),
            categories=categories,
            variants=tuple(variants),
            pictures=pictures,
            names_options=self.has("option1"),
            complete=self.complete,
        )

    def product_texts(self, row: CsvRow) -> dict[str, str]:
        if self.cell(row, "gift_card", lambda text: cells.boolean(text, default=False)):
            raise self.refuse(row, "gift_card", "gift cards cannot be sold here, the product is left out.")
        self.text(row, "handle", 200)
        self.cell(row, "handle", cells.as_typed)
        texts = {"name": self.text(row, "title", 200)}
        if self.has("body"):
            texts["description"] = clean_body(self.text(row, "body", LONGEST_BODY))
        if self.has("type", "product_category"):
            texts["product_type"] = self.short_text(row, "type", 80) or self.taxonomy(row)[:80]
        if self.has("seo_title"):
            texts["seo_title"] = self.short_text(row, "seo_title", 120)
        if self.has("seo_description"):
            texts["seo_description"] = self.short_text(row, "seo_description", 320)
        return texts

    def product_fields(self, row: CsvRow) -> dict[str, str | bool | int]:
        status = row.cells.get("status", "").lower()
        if status and status not in STATUSES:
            raise self.refuse(row, "status", f"“{status}” is none of {', '.join(STATUSES)}.")
        published = self.cell(row, "published", lambda text: cells.boolean(text, default=True))
        fields: dict[str, str | bool | int] = {}
        if self.has("published", "status"):
            fields["active"] = published and status in ("", "active", "unlisted")
        if self.has("status"):
            fields["hide"] = status == "unlisted"
        return fields

    def taxonomy(self, row: CsvRow) -> str:
        """The last word of Shopify's standard category, `Apparel & Accessories > Clothing > Shirts`."""
        last = row.cells.get("product_category", "").split(">")[-1].strip()
        return "" if last.lower() == "uncategorized" else last

    def categories(self, row: CsvRow) -> tuple[str, ...] | None:
        if not self.has("type", "tags", "product_category"):
            return None
        kind = row.cells.get("type", "") or self.taxonomy(row)
        found = cells.labels(",".join((kind.replace(",", " "), row.cells.get("tags", ""))))
        return tuple(dict.fromkeys(cells.shortened(label, 200) for label in found))

    def variants(self, first: CsvRow) -> list[ParsedVariant]:
        variants: dict[tuple[str, ...], ParsedVariant] = {}
        order = -1
        for row in self.rows:
            title = row.cells.get("title")
            try:
                if title and title != first.cells["title"]:
                    raise self.refuse(row, "title", f"another title than line {first.line} has for this handle.")
                if row is not first and not any(row.cells.get(key) for key in MAKES_A_VARIANT):
                    if not row.cells.get("image"):
                        raise self.refuse(row, "option1", "the row has neither a variant nor a picture.")
                    continue
                order += 1  # a refused row keeps its place
                variant = self.variant(row, order, is_first=row is first)
                if variant.options in variants:
                    double = variants[variant.options].line
                    raise self.refuse(row, "option1", f"the same variant as in line {double}.")
            except RowRefused:
                continue
            variants[variant.options] = variant
        return list(variants.values())

    def variant(self, row: CsvRow, order: int, *, is_first: bool) -> ParsedVariant:
        for key in OPTIONS:
            if not self.is_of_days(key):
                self.cell(row, key, cells.as_typed)
        options = tuple(value for value in (row.cells.get(key, "") for key in OPTIONS) if value)
        if not options and not is_first:
            raise self.refuse(row, "option1", "is empty, so the variant has no name.")
        if options == ("Default Title",):
            options = ()
        description = " / ".join(options)
        if len(description) > 120:
            raise self.refuse(row, "option1", f"the options together are longer than 120 characters: {description}")
        fields: dict[str, str | bool | int] = {"order": order}
        if self.has("barcode"):
            self.text(row, "barcode", 41)
            try:
                fields["barcode"] = cells.barcode(row.cells.get("barcode", ""))
            except CellError as error:
                self.remark(row, "barcode", f"{error} It was left out.")
        if self.has("sku"):
            self.text(row, "sku", 80)
            fields["sku"] = self.cell(row, "sku", cells.as_typed)
        if self.has("shipping"):
            fields["physical"] = self.cell(row, "shipping", lambda text: cells.boolean(text, default=True))
        if not self.cell(row, "taxable", lambda text: cells.boolean(text, default=True)):
            self.remark(row, "taxable", "the file calls the product free of tax; it was taken with the usual VAT.")
        return ParsedVariant(
            line=row.line,
            options=options,
            description=description,
            fields=fields,
            sku=str(fields.get("sku", "")),
            cost=self.cost(row),
            stock=self.stock(row),
            grams=self.cell(row, "grams", cells.grams),
        )

    def is_of_days(self, option: str) -> bool:
        """Whether the product's option is one of dates, which nobody damaged."""
        names = (row.cells.get(f"{option}_name", "") for row in self.rows)
        return OF_DAYS.search(next(filter(None, names), "")) is not None

    def cost(self, row: CsvRow) -> ParsedCost | None:
        if not self.has("price"):
            return None
        price = self.cell(row, "price", cells.price)
        if price is None:
            raise self.refuse(row, "price", "is empty.")
        original: Decimal | None = self.cell(row, "compare_at", cells.price)
        return ParsedCost(price, original if original is not None and original > price else None)

    def stock(self, row: CsvRow) -> ParsedStock | None:
        """Without a tracker there is no stock; Shopify sells on, and so do we, where the policy says continue."""
        if not self.has("tracker", "quantity"):
            return None
        quantity = self.cell(row, "quantity", cells.whole_number)
        if self.cell(row, "policy", cells.sells_when_empty):
            return ParsedStock(tracked=False)
        if self.has("tracker") and not row.cells["tracker"]:
            return ParsedStock(tracked=False)
        if quantity is None:
            if not self.has("tracker"):
                return ParsedStock(tracked=False)
            self.remark(row, "quantity", "the stock is tracked but the file has no quantity; set it by hand.")
        elif quantity < 0:
            self.remark(row, "quantity", f"{quantity} was taken as 0.")
        return ParsedStock(tracked=True, quantity=None if quantity is None else max(0, quantity))

    def pictures(self) -> tuple[ParsedPicture, ...]:
        found: dict[str, ParsedPicture] = {}
        for key in ("image", "variant_image"):
            for row in self.rows:
                if not row.cells.get(key):
                    continue
                try:
                    url = self.cell(row, key, cells.picture_address)
                    position = self.cell(row, "image_position", cells.whole_number) if key == "image" else None
                    if position is not None and position < 1:
                        raise self.refuse(row, "image_position", f"“{position}” is below 1.")
                    alt = self.short_text(row, "image_alt", 200) if key == "image" else ""
                except RowRefused:
                    continue
                found.setdefault(url, ParsedPicture(row.line, url, position or len(found) + 1, alt))
        return tuple(found.values())


def merged_encoding_problems(problems: Iterable[CellProblem]) -> list[CellProblem]:
    """A file in another encoding is wrong in most of its lines: one message names them."""
    problems = list(problems)
    damaged = [one for one in problems if one.message == cells.DAMAGED]
    if len(damaged) < 2:
        return problems
    lines = abridged([one.line for one in damaged])
    damage = replace(damaged[0], message=f"{cells.DAMAGED} So in {len(damaged)} rows, which are left out: {lines}.")
    return [damage, *(one for one in problems if one.message != cells.DAMAGED)]


def parse(content: bytes) -> ProductFile:
    """The file's products. Rows of one handle belong together wherever they stand. Raises FileRefused."""
    table = read_table(content)
    parsed = ProductFile(names={key: table.header[index] for key, index in table.columns.items()})
    groups: dict[str, list[CsvRow]] = {}
    for record in records_of(table, parsed.problems):
        handle = record.cells["handle"]
        if handle:
            groups.setdefault(handle, []).append(record)
        else:
            parsed.problems.append(CellProblem(record.line, table.header[table.columns["handle"]], "is empty."))
    parsed.problems[:] = merged_encoding_problems(parsed.problems)
    all_rows_read = not parsed.problems
    for rows in groups.values():
        reader = ProductReader(table, rows, parsed.problems)
        product = reader.read()
        if product:
            # A row that nobody could read may belong to any product, so none is known to be complete.
            parsed.products.append(product if all_rows_read else replace(product, complete=False))
    parsed.problems.sort()
    return parsed
