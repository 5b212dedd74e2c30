"""One settings module for home, host and tests. It works with no environment at all; each deviation says why.

Environment, all optional (start.py sets those it needs):

PORTOLAN_DATA      folder of the database, the secret and the collected static files (default: data/)
PORTOLAN_HOSTS     comma-separated names under which this server may be asked
PORTOLAN_HTTPS     1 when every request comes through an https proxy
PORTOLAN_ORIGIN    the https address, for instance https://log.example.org, for the CSRF check
PORTOLAN_POSTGRES  a postgresql:// address instead of SQLite
PORTOLAN_REDIS     a redis:// address: throttling and live news shared by several processes
PORTOLAN_SECRET    the secret key, where a file in the data folder is not wanted
PORTOLAN_BUSY      seconds to wait for a locked SQLite database (default: 20)
TZ                 the time zone of the dates on the pages (default: UTC)
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("PORTOLAN_DATA") or BASE_DIR / "data")
VERSION = "0.1.0"
HTTPS = os.environ.get("PORTOLAN_HTTPS") == "1"


def _secret() -> str:
    """The secret from the environment or the data folder; a fixed one serves tests and builds, never a server."""
    if named := os.environ.get("PORTOLAN_SECRET"):
        return named
    kept = DATA_DIR / "secret.key"
    return kept.read_text().strip() if kept.is_file() else "insecure-" + "only-for-tests-and-builds" * 3


SECRET_KEY = _secret()
IS_OPEN_SECRET = SECRET_KEY.startswith("insecure-")
"""Everybody can read it in the source: whoever serves with it gives every recovery code away."""
DEBUG = False
ALLOWED_HOSTS = [h for h in os.environ.get("PORTOLAN_HOSTS", "").split(",") if h] or ["127.0.0.1", "localhost", "[::1]"]

INSTALLED_APPS = [
    "cards",
    "scenarios",
    "campaigns",
    "django_htmx",
    "django.contrib.staticfiles",
    # These five serve /host/ alone (campaigns/admin.py); no page, tap or stream has a session or a user.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
]
MIDDLEWARE = [
    "portolan.middleware.headers",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "campaigns.access.remember",
    "portolan.host.Sessions",
    "portolan.host.Users",
    "portolan.host.Messages",
    "portolan.middleware.busy",
]
ROOT_URLCONF = "portolan.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "campaigns.fragments.light",
                # The admin asks for these; elsewhere there is no user and no message, and they do nothing.
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]


def _database() -> dict[str, Any]:
    """SQLite beside the secret, or the PostgreSQL that PORTOLAN_POSTGRES names."""
    # Connections stay open: reopening SQLite and its pragmas costs half a millisecond a request.
    shared: dict[str, Any] = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
    if address := os.environ.get("PORTOLAN_POSTGRES"):
        at = urlsplit(address)
        return shared | {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": at.path.lstrip("/"),
            "USER": unquote(at.username or ""),
            "PASSWORD": unquote(at.password or ""),
            "HOST": at.hostname or "",
            "PORT": str(at.port or ""),
        }
    return shared | {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "portolan.sqlite3",
        "OPTIONS": {
            "timeout": float(os.environ.get("PORTOLAN_BUSY", "20")),
            # A write transaction takes the lock at its start, so it cannot fail half-way with "locked".
            "transaction_mode": "IMMEDIATE",
            # FULL: an answered tap is on the disk, whatever happens to the laptop next.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
        # A file, because an in-memory database hides races; of this process, so that two runs do not meet.
        "TEST": {"NAME": Path(tempfile.gettempdir()) / f"portolan-test-{os.getpid()}.sqlite3"},
    }


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS = os.environ.get("PORTOLAN_REDIS")
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS}
    if REDIS
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
USE_TZ = True
TIME_ZONE = os.environ.get("TZ") or "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Hashed names, so that browsers may keep files for ever; compressed once, by `manage.py prepare`.
    "staticfiles": {"BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"},
}

# The one who runs the server, at /host/ only: the cookie is not even sent with a tap.
SESSION_COOKIE_NAME = "host"
SESSION_COOKIE_PATH = "/host/"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 12 * 3600
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # no cookie more
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

CSRF_COOKIE_HTTPONLY = True  # forms carry the token; no script needs the cookie
CSRF_COOKIE_SECURE = HTTPS
CSRF_TRUSTED_ORIGINS = [o for o in [os.environ.get("PORTOLAN_ORIGIN", "")] if o]
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
X_FRAME_OPTIONS = "DENY"
SILENCED_SYSTEM_CHECKS = ["security.W002"]  # portolan.middleware.headers sends X-Frame-Options

DATA_UPLOAD_MAX_MEMORY_SIZE = 3_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {
        # 409 and 422 are everyday answers here, not warnings.
        "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
    },
}
