from . import images, mails, shops

__all__ = ["images", "mails", "shops"]
