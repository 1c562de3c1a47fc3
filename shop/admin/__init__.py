from . import images, legal, mails, news, newsletter, shops

__all__ = ["images", "legal", "mails", "news", "newsletter", "shops"]
