"""A few columns of the service's tables, and a table of moves of its own."""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models


class Person(AbstractBaseUser):
    """Anyone who has a token."""

    username = models.CharField(max_length=30, unique=True)
    email = models.EmailField()
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    date_joined = models.DateTimeField()

    USERNAME_FIELD = "username"

    class Meta:
        managed = False
        db_table = "accounts_user"


class Game(models.Model):
    """A game."""

    id = models.CharField(primary_key=True, max_length=8)
    status = models.CharField(max_length=10)
    state = models.TextField()
    next_turn = models.PositiveIntegerField()
    deadline = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "games_game"

    def __str__(self) -> str:
        return self.id


class Player(models.Model):
    """A seat."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(Person, on_delete=models.CASCADE)
    deadline = models.DateTimeField(null=True)

    class Meta:
        managed = False
        db_table = "games_player"

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"


class Move(models.Model):
    """A move."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE)
    number = models.PositiveIntegerField()
    notation = models.TextField()
    played_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "bench_move"

    def __str__(self) -> str:
        return self.notation
