from . import audit, consent, discounts, guarantee, images, legal, lines, mails, news, newsletter, shops, tracking

__all__ = [
    "audit", "consent", "discounts", "guarantee", "images", "legal", "lines", "mails", "news", "newsletter", "shops",
    "tracking",
]  # fmt: skip
