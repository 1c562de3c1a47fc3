"""All settings, read from the environment; README.md lists the variables."""

from pathlib import Path
from urllib.parse import urlsplit
from wsgiref.headers import Headers

import environ
from django.conf import global_settings
from django.core.exceptions import ImproperlyConfigured
from django.http.request import split_domain_port
from django.urls import reverse_lazy
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from checkout.payments.services import payment_sources, scripts, service_settings
from config.staff_area import UNFOLD as UNFOLD
from config.wallets import apple_wallet, google_wallet
from shop.core.values.language_table import TABLE

BASE_DIR = Path(__file__).resolve().parent.parent
LOCAL_DIR = BASE_DIR / ".local"
FRONTEND_DIR = BASE_DIR / "frontend"

env = environ.Env()


def host_names(variable: str, hosts: list[str]) -> list[str]:
    """Hosts as requests' are compared with them: in small letters, without ports, IPv6 in brackets."""
    names = {one: split_domain_port(one)[0] or split_domain_port(f"[{one}]")[0] for one in hosts}
    if unknown := [one for one, name in names.items() if not name]:
        raise ImproperlyConfigured(f"{variable}: {', '.join(unknown)} is no host's name.")
    return list(names.values())


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env("SECRET_KEY", default="")
if not SECRET_KEY:
    if not DEBUG:
        raise ImproperlyConfigured("Set SECRET_KEY, or DEBUG=1 on a developer's machine.")
    SECRET_KEY = "for-development-only-never-in-production"  # noqa: S105
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# Of the codes on tickets. Once tickets are sold it stays: gates have its public key (docs/decisions/0051).
TICKET_KEY = env("TICKET_KEY", default="") or SECRET_KEY

PORT = env.int("PORT", default=8000)
PUBLIC_URL = env("PUBLIC_URL", default=f"http://localhost:{PORT}").rstrip("/")
MAIN_SHOP = env("MAIN_SHOP", default="merchstand")
# Hosts are checked against the shops' own domains by shop.web.middleware, which knows them all.
ALLOWED_HOSTS = ["*"]
MAIN_HOSTS = host_names("MAIN_HOSTS", env.list("MAIN_HOSTS", default=["localhost", "127.0.0.1", "[::1]"]))

INSTALLED_APPS = [
    "modeltranslation",
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "pgtrigger",
    "procrastinate.contrib.django",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "rest_framework",
    "drf_spectacular",
    "shop",
    "sessions_queue",
    "catalogue",
    "cart",
    "checkout",
    "aftersale",
    "config",
    # Not part of the image that runs elsewhere.
    *(["demo"] if (BASE_DIR / "demo").is_dir() else []),
]

MIDDLEWARE = [
    "shop.error_reports.consent.WithoutReports",
    "shop.web.middleware.StrictTransport",
    "shop.web.middleware.StorableAddress",
    "shop.web.middleware.DomainCheck",
    "shop.core.http.compression.AcceptedCodings",
    "shop.answer_cache.middleware.AnswerCacheMiddleware",
    "shop.core.outside.limit_waiting",
    "shop.web.middleware.Security",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "shop.core.http.compression.CompressedText",
    "shop.web.middleware.ShopLanguage",
    "django.middleware.common.CommonMiddleware",
    "shop.web.middleware.StaffArea",
    "config.second_factor.middleware.SessionGuard",
    "shop.web.middleware.CurrentShop",
    "shop.error_reports.consent.ByConsent",
    "shop.core.limits.passes.KeepPass",
    "shop.web.gate_middleware.AccessGate",
    "shop.core.http.origin.SameOriginJson",
]
STAFF_PATH = "/admin/"
# They look for the four middlewares that StaffArea has inside.
SILENCED_SYSTEM_CHECKS = ["admin.E408", "admin.E409", "admin.E410"]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": env.db("DATABASE_URL", default="postgres://shop@127.0.0.1:5432/merchstand")}
DATABASES["default"]["CONN_MAX_AGE"] = None
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
# Of requests and jobs; 0: as long as it takes, which is for commands (manage.py).
STATEMENT_SECONDS = env.int("STATEMENT_SECONDS", default=30)
LOCK_SECONDS = env.int("LOCK_SECONDS", default=5)
# Statements that come again are planned once for each connection; 0 behind a pooler that cannot keep them
# (docs/decisions/0036-prepared-statements.md).
PREPARE_AFTER = env.int("PREPARE_AFTER", default=5)
DATABASES["default"].setdefault("OPTIONS", {}).update(server_side_binding=True, prepare_threshold=PREPARE_AFTER or None)
DATABASES["default"]["OPTIONS"]["options"] = (
    f"-c lock_timeout={LOCK_SECONDS}s -c statement_timeout={STATEMENT_SECONDS}s"
    f" -c idle_in_transaction_session_timeout={2 * STATEMENT_SECONDS}s"
)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env("REDIS_URL", default="redis://127.0.0.1:6379/0")
# How long an answer may be kept; a change ends it earlier (docs/decisions/0013-kept-answers.md). 0: nothing is kept.
ANSWER_CACHE_SECONDS = env.int("ANSWER_CACHE_SECONDS", default=300)
CACHES = {
    "default": {
        "BACKEND": "django_redis.cache.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"CONNECTION_FACTORY": "shop.core.valkey.GuardedConnections"},
    }
}

SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_NAME = "staff_session"
SESSION_COOKIE_PATH = STAFF_PATH
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PUBLIC_URL.startswith("https://")
CSRF_COOKIE_NAME = "staff_csrf"
CSRF_COOKIE_PATH = STAFF_PATH
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
# For how long browsers come back by HTTPS only. Not to localhost: they would take it for all that runs there.
is_localhost = (urlsplit(PUBLIC_URL).hostname or "").endswith("localhost")
HSTS_SECONDS = env.int("HSTS_SECONDS", default=365 * 24 * 3600 if SESSION_COOKIE_SECURE and not is_localhost else 0)
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
AUTHENTICATION_BACKENDS = ["config.staff_login.PasswordBackend"]
LOGIN_URL = reverse_lazy("admin:login")
LOGIN_REDIRECT_URL = reverse_lazy("admin:index")
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Whether superusers need a second factor; members of groups need one as their group says.
SUPERUSERS_NEED_SECOND_FACTOR = env.bool("SUPERUSERS_NEED_SECOND_FACTOR", default=not DEBUG)
# shop/staff_log_in/limits.py counts wrong codes. The pauses of the library would let strangers lock members out.
OTP_TOTP_THROTTLE_FACTOR = 0
OTP_TOTP_ISSUER = "Merchstand"

LANGUAGE_TABLE = TABLE
LANGUAGE_CODE = next(iter(LANGUAGE_TABLE))
names = {code: get_language_info(code)["name"] for code in LANGUAGE_TABLE}
LANGUAGES = [(code, _(name)) for code, name in names.items()]
MODELTRANSLATION_LANGUAGES = MODELTRANSLATION_FALLBACK_LANGUAGES = tuple(LANGUAGE_TABLE)
MODELTRANSLATION_DEFAULT_LANGUAGE = LANGUAGE_CODE
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
# How the staff area writes dates and which ways of writing them it takes.
FORMAT_MODULE_PATH = "config.formats"
USE_TZ = True
TIME_ZONE = "Europe/Berlin"

STATIC_URL = "/static/"
STATIC_ROOT = LOCAL_DIR / "static"
FRONTEND_DIST = FRONTEND_DIR / "dist"
# What writes pages on the server.
FRONTEND_SERVER = FRONTEND_DIR / "dist-server" / "server.js"
STATICFILES_DIRS = [FRONTEND_DIST] if FRONTEND_DIST.is_dir() else []
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
WHITENOISE_ALLOW_ALL_ORIGINS = False


def _for_mails(headers: Headers, _path: str, url: str) -> None:
    """A mail is a page of no origin: its headings' face is loaded from elsewhere."""
    if url.endswith(".woff2"):
        headers["Access-Control-Allow-Origin"] = "*"


WHITENOISE_ADD_HEADERS_FUNCTION = _for_mails
WHITENOISE_IMMUTABLE_FILE_TEST = r"^.+[-.][0-9A-Za-z_-]{8,12}\.\w+$"

MEDIA_ROOT = Path(env("MEDIA_ROOT", default=str(LOCAL_DIR / "media")))
MEDIA_URL = "/media/"
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
DEFAULT_EXCEPTION_REPORTER = "shop.web.developers_page.Reporter"
FILE_UPLOAD_HANDLERS = ["shop.core.http.upload_limits.UploadLimits", *global_settings.FILE_UPLOAD_HANDLERS]

S3_BUCKET = env("S3_BUCKET", default="")
if S3_BUCKET:
    BUCKET = {
        "bucket_name": S3_BUCKET,
        "endpoint_url": env("S3_ENDPOINT_URL", default=None),
        "region_name": env("S3_REGION", default=None),
        "access_key": env("S3_ACCESS_KEY"),
        "secret_key": env("S3_SECRET_KEY"),
        "addressing_style": env("S3_ADDRESSING_STYLE", default="auto"),
        "signature_version": "s3v4",
        "file_overwrite": False,
    }
    STORAGES = {
        **global_settings.STORAGES,
        "default": {"BACKEND": "shop.core.pictures.bucket.Bucket", "OPTIONS": BUCKET},
    }

# Where browsers reach that bucket, to put pictures straight into it; empty: they send them to the shop.
S3_UPLOAD_URL = env("S3_UPLOAD_URL", default="") if S3_BUCKET else ""

# Bytes, of all pictures together that guests have sent and no form has named.
UNCLAIMED_UPLOADS = env.int("UNCLAIMED_UPLOADS_MB", default=1024) * 1024 * 1024

EMAIL_URL = env("EMAIL_URL", default="")
if EMAIL_URL:
    vars().update(env.email_url_config(EMAIL_URL))
    if EMAIL_URL.startswith("smtp"):
        EMAIL_BACKEND = "shop.mails.smtp.SmtpBackend"
else:
    EMAIL_BACKEND = "shop.mails.outbox.OutboxBackend"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", default="shop@merchstand.example")
OUTBOX_DIR = Path(env("OUTBOX_DIR", default=str(LOCAL_DIR / "outbox")))

# Payment services: their own modules declare their variables. Without a key none of a service's methods is offered.
of_services = service_settings(env)
vars().update(of_services)
# What the checkout's pages may load beside our own, and no other page may (docs/decisions/0049).
CHECKOUT_SOURCES = payment_sources(scripts(of_services))

# Tickets in wallets: Apple's signed passes, Google's links. None where nothing is set.
APPLE_WALLET = apple_wallet(
    {
        "APPLE_PASS_TYPE_ID": env("APPLE_PASS_TYPE_ID", default=""),
        "APPLE_TEAM_ID": env("APPLE_TEAM_ID", default=""),
        "APPLE_PASS_CERTIFICATE": env("APPLE_PASS_CERTIFICATE", default=""),
        "APPLE_PASS_KEY": env("APPLE_PASS_KEY", default=""),
        "APPLE_WWDR_CERTIFICATE": env("APPLE_WWDR_CERTIFICATE", default=""),
    },
    password=env("APPLE_PASS_KEY_PASSWORD", default=""),
)
GOOGLE_WALLET = google_wallet(
    {
        "GOOGLE_WALLET_ISSUER_ID": env("GOOGLE_WALLET_ISSUER_ID", default=""),
        "GOOGLE_WALLET_SERVICE_ACCOUNT": env("GOOGLE_WALLET_SERVICE_ACCOUNT", default=""),
    }
)

GRAPHQL_SAFELIST_ONLY = env.bool("GRAPHQL_SAFELIST_ONLY", default=not DEBUG)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["shop.core.database.storable.StorableJSON"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "shop.web.refused_pages.answer_to",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Merchstand",
    "VERSION": "2",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    # A PATCH takes the same fields as any other write: views do not validate partially.
    "COMPONENT_SPLIT_PATCH": False,
    # Choices stay where they are. Moved into components, they would be named by their fields: TypeEnum, Type2B0Enum.
    "POSTPROCESSING_HOOKS": [],
}

# Hashes for each key that a proof of work tries (docs/decisions/0073).
WORK_ITERATIONS = env.int("WORK_ITERATIONS", default=1000)

# Business constants (catalogue §9, purchase §9).
MAX_ITEM_LIMIT = env.int("MAX_ITEM_LIMIT", default=9)
PRICE_COUNTRY = "de"
# The category with this id is reached by its address alone: no overview names it, and products that stand nowhere else
# are not searched. 0: there is none.
SPECIAL_CATEGORY_ID = env.int("SPECIAL_CATEGORY_ID", default=1289)
# With more free pieces than this, a stock is simply enough: kept answers say nothing more exact of it and stay as they
# are while it moves. The database's triggers hold the same number (catalogue/models/triggers.py): another
# one needs a migration.
CACHE_THRESHOLD = 5
# How many of the newest products the quick search suggests from.
QUICK_SEARCH_PRODUCTS = env.int("QUICK_SEARCH_PRODUCTS", default=1000)
SESSION_SECONDS = env.int("SESSION_SECONDS", default=20 * 60)
# However often it is renewed, a reservation ends after this.
RESERVATION_SECONDS = env.int("RESERVATION_SECONDS", default=60 * 60)
SWEEP_INTERVAL_SECONDS = env.float("SWEEP_INTERVAL_SECONDS", default=1.0)

# How long it is kept who changed what (docs/decisions/0034-who-did-what.md).
AUDIT_DAYS = env.int("AUDIT_DAYS", default=3 * 365)

# Hosts where gated shops open with this code as well as with their own.
SANDBOX_HOSTS = host_names("SANDBOX_HOSTS", env.list("SANDBOX_HOSTS", default=[]))
DEFAULT_ACCESS_CODE = env("DEFAULT_ACCESS_CODE", default="")

# Where failures are reported, without anything about anybody; nobody's while it is empty.
SENTRY_DSN = env("SENTRY_DSN", default="")

# Shoppers read on every page that nothing here is sold for money.
TEST_MODE = env.bool("TEST_MODE", default=False)

# Race tests prove that they can fail by switching the real lock off; nothing else may.
TEST_WITHOUT_LOCKS = env.bool("TEST_WITHOUT_LOCKS", default=False)
if TEST_WITHOUT_LOCKS and not DEBUG:
    raise ImproperlyConfigured("TEST_WITHOUT_LOCKS is for tests only.")

LOG_LEVEL = env("LOG_LEVEL", default="INFO")
OURS = ["launch", *(app for app in INSTALLED_APPS if (BASE_DIR / app).is_dir())]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "filters": {
        "meant_to_wait": {"()": "shop.core.http.log_paths.WithoutWaitingVisitors"},
        "without_secrets": {"()": "shop.core.http.log_paths.WithoutSecrets"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    # Libraries speak of addresses asked and of payment services' ids, and know nothing of our rules: warnings only.
    "root": {"handlers": ["console"], "level": LOG_LEVEL if LOG_LEVEL in ("ERROR", "CRITICAL") else "WARNING"},
    "loggers": {
        **{name: {"level": LOG_LEVEL} for name in OURS},
        "django.request": {"filters": ["meant_to_wait", "without_secrets"]},
        # What a stranger sent is refused with 400: no failure of ours that a traceback would explain.
        "django.security": {"level": "CRITICAL"},
    },
}
