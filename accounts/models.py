"""People and the tokens that speak for them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import ClassVar
from urllib.parse import urlsplit

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import OpClass
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy
from oauth2_provider.models import AbstractApplication

from accounts.names import look, username_validator
from accounts.page_settings import PageSettings
from config.backends.circuit import Circuit
from config.backends.lease_queue import DoubtfulRow


class UserManager(BaseUserManager["User"]):
    """Makes users and finds them in any case of letters."""

    def create_user(
        self, username: str, email: str = "", password: str | None = None, **fields: object
    ) -> User:
        """Return a new saved user; without a password no one can log in as it."""
        user = self.model(username=username, email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, username: str, email: str = "", password: str | None = None, **fields: object
    ) -> User:
        """Return a new user who may do everything in the admin."""
        return self.create_user(
            username, email, password, is_staff=True, is_superuser=True, **fields
        )

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(username__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):  # type: ignore[django-manager-missing]
    """A person, or a program that says it is one (``is_bot``)."""

    username = models.CharField(max_length=30, unique=True, validators=[username_validator])
    email = models.EmailField(blank=True, db_index=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=12, blank=True, default="", db_default="")
    """One of ``settings.LANGUAGES``; empty: the browser's, and in emails the service's own."""
    page_settings = models.JSONField(default=dict, blank=True)
    """As ``PageSettings`` writes them; read them as ``page``."""
    rest_days = ArrayField(models.CharField(max_length=100), null=True, blank=True)
    """Their weekdays without time, as ``accounts.rest_days`` writes and reads them."""
    is_bot = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    is_family = models.BooleanField(default=False, db_default=False)
    """Family mode: only the friends of this account find it, see it or play with it."""
    date_joined = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)
    cleared_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the last game of a deleted account was left."""

    guest_since = models.DateTimeField(null=True, blank=True, editable=False)
    """When someone began to play without an account; empty for an account that has an owner."""

    read_along: Mapping[str, int] = MappingProxyType({})
    """Figures that were read with the session (``store.sessions``); empty elsewhere."""

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        constraints = [
            # UPPER, because that is what a search with iexact asks for: the index serves both.
            models.UniqueConstraint(
                Upper("username"),
                name="user_name_unique",
                violation_error_message=gettext_lazy("This name is taken."),
            ),
            models.UniqueConstraint(
                look("username"),
                name="user_name_looks_unique",
                violation_error_message=gettext_lazy(
                    "This name looks too much like another player's name."
                ),
            ),
        ]
        indexes = [
            models.Index(
                fields=["deleted_at"],
                name="user_uncleared",
                condition=Q(deleted_at__isnull=False, cleared_at__isnull=True),
            ),
            # The search by the first letters, in any case.
            models.Index(
                OpClass(Upper("username"), name="text_pattern_ops"), name="user_name_prefix"
            ),
            models.Index(
                fields=["guest_since"],
                name="user_guests",
                condition=Q(guest_since__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def is_guest(self) -> bool:
        """Whether no one has put a name to this account yet: it can play, and little else."""
        return self.guest_since is not None

    @property
    def page(self) -> PageSettings:
        """How this person wants the pages to behave."""
        return PageSettings.read(self.page_settings)


class TokenManager(models.Manager["PersonalToken"]):
    """Finds tokens that work."""

    def living(self, now: datetime) -> models.QuerySet[PersonalToken]:
        """Return the tokens that have not come to their end."""
        return self.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now))


class PersonalToken(models.Model):
    """A key a person made for a program. Only its SHA-256 is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="personal_tokens")
    name = models.CharField(max_length=100)
    scopes = ArrayField(models.CharField(max_length=32))
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    """Empty only for those made before tokens had an end."""

    objects: ClassVar[TokenManager] = TokenManager()

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.user}: {self.name}"


class IdempotentRequest(models.Model):
    """A writing request that bore an ``Idempotency-Key``, and the answer it got.

    The row is written in the transaction of the request itself: either the work is done and
    the answer kept, or neither. Answers may hold secrets (a new token), so they are kept
    encrypted under a key that follows from the request; see ``accounts.idempotency``.
    """

    owner = models.CharField(max_length=64)
    """``user:<id>``, or a digest of address and path where no one is logged in."""
    key_digest = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    answer = models.BinaryField(default=b"")
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "key_digest"], name="idempotency_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.owner} {self.key_digest[:8]}"


class OutgoingMail(DoubtfulRow):
    """An email about an account on its way out: verification, password reset, a warning.

    Written with the change that it describes and deleted once it was handed over, because it may
    hold a link that opens the account.
    """

    recipient = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict, db_default={}, blank=True)
    """Such as where an answer goes."""
    due_at = models.DateTimeField(default=timezone.now, db_index=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.recipient}: {self.subject}"


class MailServer(Circuit):
    """How the mail server is doing: one row, for there is one server."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)

    def __str__(self) -> str:
        return f"mail server: {self.last_error or 'well'}"


class DataExport(models.Model):
    """A copy of all that is kept of a person, asked for and then made by a worker."""

    KEPT_FOR = timedelta(days=3)

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="data_export"
    )
    requested_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    """When it is to be tried next; while one worker tries, no one else does until then."""
    attempts = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(null=True, blank=True)
    size = models.PositiveBigIntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="export_due", condition=Q(made_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.made_at or 'waits'}"


class DataExportPiece(models.Model):
    """A part of the zip file: web processes and workers may have no folder in common."""

    export = models.ForeignKey(DataExport, on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["export", "number"], name="export_piece_once"),
        ]

    def __str__(self) -> str:
        return f"{self.export_id} {self.number}"


class App(AbstractApplication):
    """A program that asks people for access, registered by its developer.

    All of them are public clients: what runs in a browser or on a phone keeps no secret, so
    PKCE proves instead who asked for a code.
    """

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="apps", null=True, blank=True
    )
    """Who registered it."""
    website = models.URLField(blank=True)

    objects: ClassVar[models.Manager[App]] = models.Manager()

    class Meta:
        ordering = ["name"]

    def allows_grant_type(self, *grant_types: str) -> bool:
        """Return whether this is one of the two ways to a token: in a browser, or by a code."""
        return bool({self.GRANT_AUTHORIZATION_CODE, self.GRANT_DEVICE_CODE} & set(grant_types))

    def get_allowed_schemes(self) -> list[str]:
        """Return the schemes it may be called back by; ``accounts.oauth.callbacks`` let them in."""
        return sorted({urlsplit(uri).scheme for uri in self.redirect_uris.split()})


class OperatorAct(models.Model):
    """One act of an operator, for good: PostgreSQL refuses to change or delete a row.

    ``accounts.operator_log`` writes them, in the transaction of the act itself.
    """

    at = models.DateTimeField(default=timezone.now)
    operator = models.ForeignKey(
        User,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="+",
    )
    """Who did it; empty for a command on the machine. Without a constraint, as ``user``: no row
    here may change because another does."""
    what = models.CharField(max_length=40)
    """A word in the past tense for each kind of act: ``clocks_paused``, ``account_locked``."""
    user = models.ForeignKey(
        User,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        blank=True,
        related_name="+",
    )
    """The player it concerns, if it concerns one."""
    about = models.CharField(max_length=200, blank=True)
    """What else it concerns: a domain, a game, a competition, the text of an announcement."""
    reason = models.TextField(blank=True)
    """Why, in the operator's words. The player reads it in the copy of their data."""
    details = models.JSONField(default=dict, blank=True)
    """More, for operators alone."""

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(
                fields=["user", "-id"], name="act_of_user", condition=Q(user__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.what} {self.about}"

    @property
    def in_words(self) -> str:
        """Return the kind of act as words: ``clocks paused``."""
        return self.what.replace("_", " ")


class SiteRules(models.Model):
    """What operators have decided for the whole site: one row, or none while all is as usual."""

    class SignUp(models.TextChoices):
        OPEN = "open"
        INVITED = "invited"
        CLOSED = "closed"

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    sign_up = models.CharField(max_length=8, choices=SignUp, default=SignUp.OPEN)
    invitations_round = models.PositiveIntegerField(default=1)
    """Part of every invitation: raising it ends all that were given."""
    blocked_domains = ArrayField(models.CharField(max_length=253), default=list, blank=True)
    """No one signs up with an email address of these domains, or of those below them."""
    blocked_networks = ArrayField(models.CharField(max_length=43), default=list, blank=True)
    """No one signs up from these networks, written as ``203.0.113.0/24``."""
    announcement = models.CharField(max_length=300, blank=True)
    """A line on every page."""
    announcement_until = models.DateTimeField(null=True, blank=True)
    maintenance_from = models.DateTimeField(null=True, blank=True)
    maintenance_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"sign-up {self.sign_up}"
