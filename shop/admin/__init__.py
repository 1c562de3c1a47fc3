from . import images, legal, mails, newsletter, shops

__all__ = ["images", "legal", "mails", "newsletter", "shops"]
