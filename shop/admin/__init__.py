from . import images, legal, mails, news, newsletter, shops, tracking

__all__ = ["images", "legal", "mails", "news", "newsletter", "shops", "tracking"]
