from .access import AccessCode
from .design import ShopDesign
from .image import Image
from .mail import Mail
from .shop import Shop, ShopSocial, Tracker

__all__ = ["AccessCode", "Image", "Mail", "Shop", "ShopDesign", "ShopSocial", "Tracker"]
