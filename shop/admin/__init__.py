from . import discounts, images, legal, mails, news, newsletter, shops, tracking

__all__ = ["discounts", "images", "legal", "mails", "news", "newsletter", "shops", "tracking"]
