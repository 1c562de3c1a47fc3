from .access import AccessCode
from .design import ShopDesign
from .image import Image
from .legal import FaqEntry, LegalText, LegalTextVersion, StaticKind
from .mail import Mail
from .newsletter import NewsletterSubscription
from .shop import Shop, ShopSocial, Tracker

__all__ = [
    "AccessCode", "FaqEntry", "Image", "LegalText", "LegalTextVersion", "Mail", "NewsletterSubscription", "Shop",
    "ShopDesign", "ShopSocial", "StaticKind", "Tracker",
]  # fmt: skip
