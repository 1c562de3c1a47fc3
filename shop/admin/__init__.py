from . import consent, discounts, images, legal, mails, news, newsletter, shops, tracking

__all__ = ["consent", "discounts", "images", "legal", "mails", "news", "newsletter", "shops", "tracking"]
