from . import images, legal, mails, shops

__all__ = ["images", "legal", "mails", "shops"]
