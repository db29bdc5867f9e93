"""The settings of the yardstick: what it needs, on the same database in the same manner."""

import os

from config.settings import DATABASES as DATABASES

# As Django has it: its own backend, and connections are taken to be well.
DATABASES["default"]["ENGINE"] = "django.db.backends.postgresql"
DATABASES["default"]["CONN_HEALTH_CHECKS"] = False

SECRET_KEY = os.environ["SECRET_KEY"]
ALLOWED_HOSTS = ["*"]
INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "rest_framework",
    "rest_framework.authtoken",
    "tests.bench.yardstick",
]
AUTH_USER_MODEL = "yardstick.Person"
ROOT_URLCONF = "tests.bench.yardstick.views"
USE_TZ = True
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}
