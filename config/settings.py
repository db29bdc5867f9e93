"""Settings, driven by the environment; a bad value stops the start with a clear line."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

from config import api_settings
from config import environment as env
from config.http import static_files
from config.languages import catalogues
from config.local.servers import Folders
from config.observe import logs

BASE_DIR = Path(__file__).resolve().parent.parent

# Where it runs. Without DATABASE_URL and REDIS_URL the embedded servers under DATA_DIR are used.
DEBUG = env.flag("DEBUG", False)
PORT = env.number("PORT", 8000, least=1, most=65535)
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "var"))).expanduser().resolve()
FOLDERS = Folders(DATA_DIR)
IS_EMBEDDED = not env.text("DATABASE_URL")
SITE_NAME = "Chess Eleven by post"
SITE_URL = env.web_address("SITE_URL", f"http://127.0.0.1:{PORT}")
"""The address that people see; links in emails begin with it."""
IS_HTTPS = SITE_URL.startswith("https://")
_host = urlsplit(SITE_URL).hostname or ""
LOCAL_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", sorted({*LOCAL_HOSTS, _host}))
if not (DEBUG or IS_EMBEDDED or IS_HTTPS or _host in LOCAL_HOSTS or env.flag("PLAIN_HTTP", False)):
    raise ImproperlyConfigured(
        f"SITE_URL is {SITE_URL}: passwords would cross the net in the clear. Put HTTPS in front "
        "and write https://, or set PLAIN_HTTP=1 if this is meant."
    )

# Turns of seconds, to try clients on: where people play, everyone would lose by the clock.
SHORT_CLOCKS = env.flag("SHORT_CLOCKS", False)
if SHORT_CLOCKS and not (DEBUG or _host in LOCAL_HOSTS):
    raise ImproperlyConfigured(
        f"SHORT_CLOCKS=1 is for a copy on one's own machine, and SITE_URL is {SITE_URL}."
    )

# Secrets and the way here
SECRET_KEY = env.secret_key(DATA_DIR, may_be_made=DEBUG or IS_EMBEDDED)
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS", [])
# How many proxies of ours are in front and add to X-Forwarded-For.
TRUSTED_PROXIES = env.number("TRUSTED_PROXIES", 0, most=9)
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 31_536_000, most=99_999_999) if IS_HTTPS else 0
# These bind other hosts of the same domain, for a year, so they are the operator's choice.
SECURE_HSTS_INCLUDE_SUBDOMAINS = IS_HTTPS and env.flag("HSTS_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = IS_HTTPS and env.flag("HSTS_PRELOAD", False)
if SECURE_HSTS_PRELOAD and not SECURE_HSTS_INCLUDE_SUBDOMAINS:
    raise ImproperlyConfigured("HSTS_PRELOAD needs HSTS_SUBDOMAINS=1: browsers ask for both.")
# E001 takes it that a pair can be given again only if it is stored; ours is made again from the
# token given up for it (accounts.oauth.server).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "oauth2_provider.E001"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
if IS_HTTPS:
    # By these names browsers take a cookie from this very host alone, and over HTTPS: no neighbour
    # below the same domain can plant one.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SESSION_ENGINE = "accounts.store.sessions"
SESSION_COOKIE_HTTPONLY = True
# A turn a day: anyone who comes back within a year is still logged in; see accounts.renewal.
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS", [SITE_URL])
X_FRAME_OPTIONS = "DENY"
# Where people who found a hole may report it; /.well-known/security.txt names it (RFC 9116).
SECURITY_CONTACT = env.contact("SECURITY_CONTACT")
LEGAL_DIR = env.text("LEGAL_DIR")
# Free text between players who agreed to it; quick chat is there without.
TALK = env.flag("TALK", True)
# A chess program with the Universal Chess Interface, by which games of chess are analysed.
UCI_ENGINE = env.program("UCI_ENGINE")

# Features in the order of installation, each after those that it needs.
FEATURES: dict[str, tuple[str, ...]] = {
    "competitions": (),
    "ratings": (),
    "learn": (),
    "puzzles": ("learn",),
    "notebook": (),
    "phrases": (),
    "takebacks": (),
    "talk": (),
    "supervisor": (),
    "seats": (),
    "say": (),
    "answering": ("say",),
    "moderation": (),
    "plans": ("notebook",),
    "live": (),
    "finals": ("competitions", "live"),
    "share": ("competitions", "puzzles"),
    "analysis": (),
}
# Features to leave out, and with them those that need them.
WITHOUT = env.some_of("WITHOUT", FEATURES)
for _feature, _needs in FEATURES.items():
    if WITHOUT & set(_needs):
        WITHOUT.add(_feature)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "whitenoise.runserver_nostatic",
    "config.http.static_files.OurStaticFiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "oauth2_provider",
    "corsheaders",
    "config",
    "accounts",
    "games",
    *(f"games.features.{name}" for name in FEATURES if name not in WITHOUT),
    "notifications",
]

MIDDLEWARE = [
    "config.observe.probes.ProbeMiddleware",
    "config.observe.tracing.RequestLogMiddleware",
    "config.http.headers.HeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.http.language.RequestLanguageMiddleware",
    "config.http.pages.CompressionMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "config.http.errors.handler.ProblemMiddleware",
    "config.http.request_limits.NoNulMiddleware",
    "config.http.frames.NoCookiesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.reader.ReaderMiddleware",
    "config.http.language.AccountLanguageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.guests.GuestMiddleware",
    "accounts.page_limits.PageLimitMiddleware",
    "accounts.renewal.RenewalMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.http.pages.RefusalPageMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

FORM_RENDERER = "config.forms.Renderer"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "config" / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["config.loaders.Filesystem", "config.loaders.AppDirectories"],
                )
            ],
            # Every template has sentences; none has to say that it will mark them.
            "builtins": [
                "django.templatetags.i18n",
                "config.templatetags.languages",
                "config.templatetags.slots",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.pages.context.frame",
            ],
        },
    },
]

# Backups of every day, and for the embedded database an archive of every change.
BACKUP_KEEP = env.number("BACKUP_KEEP", 14, least=1, most=10_000)
BACKUP_COPY = env.text("BACKUP_COPY")
BACKUP_TRY_DAYS = env.number("BACKUP_TRY_DAYS", 7, most=365)
ARCHIVE = Path(env.text("ARCHIVE")).expanduser().resolve() if env.text("ARCHIVE") else None
ARCHIVE_DAYS = env.number("ARCHIVE_DAYS", 7, least=1, most=3650)

# PostgreSQL is the only database. With STANDBY_URL another one is read where it may be a second
# behind (`config.backends.standby`).
DATABASES = {"default": env.database("DATABASE_URL", FOLDERS.database_url)}
if env.text("STANDBY_URL"):
    DATABASES["standby"] = env.database("STANDBY_URL")
DATABASE_ROUTERS = ["config.backends.standby.Router"]

# What a web process waits for at most, a lock or a list over millions of rows: then it answers
# `busy` and the thread is free for a turn. Above the 10 s for which a repeat waits for the first.
WEB_SESSION_SETTINGS = {"lock_timeout": "5s", "statement_timeout": "15s"}
# A commit for which a synchronous standby is missing is given up after so long: above the two.
WEB_DATABASE_SECONDS = 18

# A web process answers so many requests at a time; more gain little, for they share one core.
WEB_THREADS = env.number("WEB_THREADS", 2 if env.is_small() else 4, least=1, most=64)

# Connections that one address may keep open to a web process; 0 is no bound. Behind a proxy all
# come from the proxy, which has to count itself.
CONNECTIONS_PER_ADDRESS = env.number(
    "CONNECTIONS_PER_ADDRESS", 0 if TRUSTED_PROXIES else 500, most=100_000
)

# Redis: number 0 is the broker, number 1 the cache; events travel over number 0.
REDIS_URL = env.redis_address(env.text("REDIS_URL", FOLDERS.redis_url), 0)
CACHES = {
    "default": {
        "BACKEND": "config.backends.cache.ForgivingRedisCache",
        "LOCATION": env.redis_address(REDIS_URL, 1),
        # A Redis that hangs must not hold up the service, which can do without it.
        "OPTIONS": {
            "socket_timeout": 0.25,
            "socket_connect_timeout": 0.25,
            "retry": Retry(NoBackoff(), 0),
        },
    }
}

# Celery. A killed worker's task is handed out again after visibility_timeout, which kombu looks
# at every unacked_restore_interval seconds; it must stay above the time limit of a task. A row's
# deadline is never an ETA: a task that waits longer than visibility_timeout runs again and again.
CELERY_BROKER_URL = env.broker_address(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    # A broker that hangs is let go; without these a thread would wait for ever.
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
}
CELERY_BEAT_SCHEDULER = "config.backends.beat:SteadyScheduler"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_SOFT_TIME_LIMIT = 45
# As WEB_DATABASE_SECONDS: below both, for a process that is killed forgets what it gave up.
WORKER_DATABASE_SECONDS = 30
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
# A queue for each kind of work that someone outside can make slow. The first belongs to the clock
# and to emails; its worker takes nothing else, because strangers' programs answer webhooks and
# pushes as slowly as they like and anyone can keep the bots thinking; those that think for seconds
# have a queue for themselves. Live seeks are paired from a queue of their own, which the clock's
# worker takes too: a task there neither waits for a lock nor takes longer than a second. A worker
# without -Q takes all queues.
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {
    name: {} for name in ("celery", "webhooks", "pushes", "robots", "engine", "pairing")
}
# Within a worker: what is reported may wait; the clock and what people do may not. Redis hands out
# 0 before 9, and none of the tasks that can wait takes more than a few seconds.
CELERY_TASK_ROUTES = {
    "games.tasks.let_robots_play": {"queue": "robots", "priority": 9},
    "games.tasks.let_slow_robots_play": {"queue": "engine", "priority": 9},
    "notifications.tasks.relay_events": {"priority": 3},
    "notifications.tasks.send_deliveries": {"queue": "webhooks", "priority": 6},
    "notifications.tasks.*_push*": {"queue": "pushes", "priority": 6},
    "notifications.tasks.*": {"priority": 6},
    # A few seconds at a time, where no one waits for less.
    "games.live.tasks.pair_seeks": {"queue": "pairing", "priority": 3},
    "games.puzzles.tasks.find_*": {"queue": "engine", "priority": 9},
    "games.analysis.tasks.*": {"queue": "engine", "priority": 9},
    "games.ratings.tasks.make_boards": {"queue": "robots", "priority": 9},
    "games.moderation.tasks.*": {"priority": 9},
    "accounts.tasks.send_mails": {"priority": 3},
    # Each leaves games behind, which takes a moment.
    "accounts.tasks.forget_guests": {"queue": "robots", "priority": 9},
    # Ten thousand games take a while; nothing of the clock waits in that queue.
    "accounts.tasks.make_data_exports": {"queue": "robots", "priority": 9},
    "accounts.tasks.*": {"priority": 9},
}
# How often a web process writes that turns can be played in it.
HEARTBEAT_SECONDS = 5
# So long after a deadline no one acts on it: a turn that arrived in time may wait for a thread.
DEADLINE_GRACE_SECONDS = 30
# So long the figures of the status page are kept: they add up a week, and anyone may ask.
STATUS_KEPT_SECONDS = 5
# A stream: how often the database is asked for events without a hint, and whether its readers may
# still read; how long a quiet one sends nothing, and one that is followed live.
STREAM_POLL_SECONDS = 3.0
STREAM_ACCESS_SECONDS = 20.0
STREAM_QUIET_SECONDS = 15.0
STREAM_QUIET_LIVE_SECONDS = 4.0
# Streams of one process, or fewer where it may not open as many files. One more gets 503.
MOST_STREAMS = 5000
# A connection: how long the head of a request may take, the first or the next, and how long a
# client may leave its answer unread.
HEAD_SECONDS = 10.0
UNREAD_SECONDS = 60.0
# After a slower answer a webhook or a device gets a rest.
SLOW_ANSWER_SECONDS = 2.0
# How long a migration and a restore wait for a table in use.
MIGRATION_LOCK_SECONDS = 5
RESTORE_LOCK_SECONDS = 10
# How long the request that deletes an account clears its games, and a worker those of one account.
CLEARED_WITH_REQUEST_SECONDS = 0.5
CLEARED_IN_TURN_SECONDS = 5.0
# What a worker has to do once events were written.
OUTBOX_TASK = "notifications.tasks.relay_events"

AUTH_USER_MODEL = "accounts.User"
# One backend only: a second would hash each wrong password a second time.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "accounts.hashers.LeanArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "reset_password": "accounts.pages.password_reset.ResetPasswordForm",
    "signup": "accounts.pages.signup.SignUpForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
# Playing does not wait for the verification; email does.
ACCOUNT_EMAIL_VERIFICATION = "optional"
# No one learns which addresses have accounts: only verified ones have to be unique.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {"login_failed": None}  # accounts.brute_force does this, without lock-outs

# The second factor: a matter of choice for people, not for those who see everything.
MFA_ADAPTER = "accounts.second_factor.SecondFactor"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "accounts.second_factor.CodeForm",
    "reauthenticate": "accounts.second_factor.CodeAgainForm",
}
MFA_TOTP_ISSUER = SITE_NAME
# A clock on a phone that is half a minute off will do.
MFA_TOTP_TOLERANCE = 1
# An operator's account may have no address; no one but its owner gets this far without one.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Browsers know http only on this machine; on it, origins differ by their ports.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not IS_HTTPS
STAFF_SECOND_FACTOR = env.flag("STAFF_SECOND_FACTOR", True)
# Where someone is logged in is noted when they log in, not with every request.
USERSESSIONS_TRACK_ACTIVITY = False

# Apps. RFC 9700's advice is taken in full; tokens are stored as their SHA-256.
OAUTH2_PROVIDER_APPLICATION_MODEL = "accounts.App"
OAUTH2_PROVIDER = {
    "OAUTH2_SERVER_CLASS": "accounts.oauth.server.Server",
    "OAUTH2_VALIDATOR_CLASS": "accounts.oauth.server.Validator",
    "ACCESS_TOKEN_GENERATOR": "accounts.oauth.server.new_access_token",
    "REFRESH_TOKEN_GENERATOR": "accounts.oauth.server.new_refresh_token",
    "SCOPES_BACKEND_CLASS": "accounts.oauth.scopes.Scopes",
    "DEFAULT_SCOPES": ["games:read"],
    "OIDC_ISS_ENDPOINT": SITE_URL,
    "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 90 * 24 * 3600,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "REFRESH_TOKEN_GRACE_PERIOD_SECONDS": 60,
    "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60,
    "ALLOWED_REDIRECT_URI_SCHEMES": ["https"],
    "OAUTH_DEVICE_VERIFICATION_URI": f"{SITE_URL}/device/",
    "OAUTH_DEVICE_VERIFICATION_URI_COMPLETE": SITE_URL + "/device/?user_code={user_code}",
    "OAUTH_PRE_TOKEN_VALIDATION": [],
    "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
    "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT": True,
    "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
    "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE": True,
    "COMPLIANT_BCP_RFC9700_REFRESH_TOKEN": True,
    "COMPLIANT_BCP_RFC9700_REDIRECT_URI_SCHEME": True,
    "COMPLIANT_BCP_RFC9700_REDIRECT_URI_MATCHING": True,
    "COMPLIANT_BCP_RFC9700_PKCE_REQUIRED": True,
}

REST_FRAMEWORK = api_settings.REST_FRAMEWORK
SPECTACULAR_SETTINGS = api_settings.document(SITE_URL)
# Browsers may call the API from any page, with a token and never with our cookies.
CORS_URLS_REGEX = r"^/(api|oauth|\.well-known)/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = api_settings.CORS_ALLOW_METHODS
CORS_ALLOW_HEADERS = api_settings.CORS_ALLOW_HEADERS
CORS_EXPOSE_HEADERS = api_settings.CORS_EXPOSE_HEADERS
CORS_PREFLIGHT_MAX_AGE = 86400
API_MAX_BODY = 64 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 128 * 1024

# Each can be set as LIMIT_<NAME>, all by LIMITS=0. What is expensive has a second one for a
# shorter time: a limit lets all it holds through together.
LIMITS_ON = env.flag("LIMITS", True)
_RATES = {
    name: env.rates(f"LIMIT_{name.upper()}", default)
    for name, default in api_settings.RATES.items()
}
LIMITS = {name: rates[0] for name, rates in _RATES.items()}
LIMITS_IN_SHORT = {name: rates[1] for name, rates in _RATES.items() if len(rates) > 1}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Sentences are written in the first; CONTRIBUTING says how to add another.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [str(path) for path in catalogues.locale_paths() if path.exists()]
FORMAT_MODULE_PATH = "config.languages.formats"
TIME_ZONE = "UTC"
USE_TZ = True

# Static files: names carry a hash of their content, so that browsers may keep them for ever.
STATIC_URL = "static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT", str(DATA_DIR / "static")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.http.static_files.HashedStorage"
    },
}
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = static_files.NOT_COMPRESSED
WHITENOISE_IMMUTABLE_FILE_TEST = r"\.[0-9a-f]{12}\.\w+$"
MEDIA_ROOT = DATA_DIR / "media"

# Email: rows first, sending after. On the embedded default emails are kept as files.
EMAIL_URL = env.text(
    "EMAIL_URL", (DATA_DIR / "mail").as_uri() if IS_EMBEDDED else "smtp://localhost"
)
vars().update(env.mail_settings(EMAIL_URL))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", f"Chess Eleven <post@{_host}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Emails that answer ours, at addresses of this domain; without it none are received.
INBOUND_DOMAIN = env.domain("INBOUND_DOMAIN")
INBOUND_URL = env.text("INBOUND_URL", "smtp://127.0.0.1:8025")

# Webhooks and push go to public addresses alone, unless the operator's own network is meant.
PRIVATE_TARGETS = env.flag("PRIVATE_TARGETS", False)
# The key by which push services know us; one is made and kept where none is given.
VAPID_PRIVATE_KEY = env.push_key("VAPID_PRIVATE_KEY")
VAPID_SUBJECT = env.push_subject("VAPID_SUBJECT", SITE_URL if IS_HTTPS else "mailto:post@localhost")

# Logs: one line of JSON for each thing that happened, or words for a person at a terminal.
LOG_FORMAT = env.choice("LOG_FORMAT", "console" if DEBUG else "json", ("json", "console"))
LOG_LEVEL = env.choice("LOG_LEVEL", "info", ("debug", "info", "warning", "error")).upper()
LOGGING = logs.configured(LOG_FORMAT, LOG_LEVEL)

# Where traces and errors are sent; each needs packages that are not installed without it.
OTEL_EXPORTER_OTLP_ENDPOINT = env.needing(
    "OTEL_EXPORTER_OTLP_ENDPOINT", "opentelemetry-exporter-otlp-proto-http"
)
SENTRY_DSN = env.needing("SENTRY_DSN", "sentry-sdk")

# Who may read /metrics: anyone who has this token; without one, this machine only.
METRICS_TOKEN = env.text("METRICS_TOKEN")
