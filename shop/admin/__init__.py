from . import audit, consent, discounts, guarantee, images, legal, mails, news, newsletter, shops, tracking

__all__ = [
    "audit", "consent", "discounts", "guarantee", "images", "legal", "mails", "news", "newsletter", "shops", "tracking",
]  # fmt: skip
