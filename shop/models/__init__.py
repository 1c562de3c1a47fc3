from .access import AccessCode
from .audit import AuditEntry
from .consent import ConsentDecision, ConsentText
from .design import ShopDesign
from .discount import DiscountCode
from .guarantee import GuaranteeNotice
from .image import Image
from .legal import FaqEntry, LegalText, LegalTextVersion, LegalWording, StaticKind
from .mail import Mail
from .news import News
from .newsletter import NewsletterSubscription
from .redirect import PathRedirect
from .shop import Shop, ShopSocial, Tracker
from .staff import Membership, Role
from .staff_log_in import AuthenticatorApp, RecoveryCodes, SecondFactorRule, StaffSession
from .tracking import TrackingCount, TrackingKind
from .version import CatalogueChange

__all__ = [
    "AccessCode", "AuditEntry", "AuthenticatorApp", "CatalogueChange", "ConsentDecision", "ConsentText", "DiscountCode",
    "FaqEntry", "GuaranteeNotice", "Image", "LegalText", "LegalTextVersion", "LegalWording", "Mail", "Membership",
    "News", "NewsletterSubscription", "PathRedirect", "RecoveryCodes", "Role", "SecondFactorRule", "Shop", "ShopDesign",
    "ShopSocial", "StaffSession", "StaticKind", "Tracker", "TrackingCount", "TrackingKind",
]  # fmt: skip
