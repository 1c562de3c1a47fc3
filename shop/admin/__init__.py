from . import consent, discounts, guarantee, images, legal, mails, news, newsletter, shops, tracking

__all__ = [
    "consent", "discounts", "guarantee", "images", "legal", "mails", "news", "newsletter", "shops", "tracking",
]  # fmt: skip
