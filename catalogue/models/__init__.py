from . import links
from .advent import AdventCalendar, AdventDoor
from .artist import Artist
from .bundle import BundlePart, Combination
from .category import Category
from .event import Event, PricingCategory, Tour, TourDate, Venue
from .event_room import EventRoom
from .imported import ImportedCategory, ImportedProduct, ImportedVariant
from .picture_job import PictureFetch
from .price_point import PricePoint
from .product import (
    WITHOUT_MANUFACTURER,
    InfoPanel,
    Manufacturer,
    Product,
    ProductInCategory,
    ProductPicture,
    RelatedEvent,
    RelatedProduct,
)
from .seating import Seat, SeatClaim, SeatMap, SeatMapFile, SeatRow, SeatSection
from .stock import Stock, StockClaim
from .variant import Price, ProductVariant, StockUse

__all__ = [
    "WITHOUT_MANUFACTURER",
    "AdventCalendar",
    "AdventDoor",
    "Artist",
    "BundlePart",
    "Category",
    "Combination",
    "Event",
    "EventRoom",
    "ImportedCategory",
    "ImportedProduct",
    "ImportedVariant",
    "InfoPanel",
    "Manufacturer",
    "PictureFetch",
    "Price",
    "PricePoint",
    "PricingCategory",
    "Product",
    "ProductInCategory",
    "ProductPicture",
    "ProductVariant",
    "RelatedEvent",
    "RelatedProduct",
    "Seat",
    "SeatClaim",
    "SeatMap",
    "SeatMapFile",
    "SeatRow",
    "SeatSection",
    "Stock",
    "StockClaim",
    "StockUse",
    "Tour",
    "TourDate",
    "Venue",
    "links",
]
