"""One turn, one game, and the games that wait for me."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.urls import path
from django.utils import timezone
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.bench.yardstick.models import Game, Move


class TurnBody(serializers.Serializer[Any]):
    """What is sent."""

    turn = serializers.IntegerField(min_value=1)
    actions = serializers.ListField(child=serializers.CharField(max_length=16))


class MoveSerializer(serializers.ModelSerializer[Move]):
    """A move as it is shown."""

    class Meta:
        model = Move
        fields = ["id", "game", "number", "notation", "played_at"]


class GameSerializer(serializers.ModelSerializer[Game]):
    """A game as it is shown."""

    class Meta:
        model = Game
        fields = ["id", "status", "state", "next_turn", "deadline", "created_at", "updated_at"]


class TurnView(APIView):
    """Locks one row, inserts one and updates one."""

    def post(self, request: Request, pk: str) -> Response:
        body = TurnBody(data=request.data)
        body.is_valid(raise_exception=True)
        now = timezone.now()
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=pk)
            move = Move.objects.create(
                game=game,
                number=game.next_turn,
                notation=" ".join(body.validated_data["actions"]),
                played_at=now,
            )
            game.next_turn += 1
            game.deadline = now + timedelta(days=1)
            game.updated_at = now
            game.save(update_fields=["next_turn", "deadline", "updated_at"])
        return Response(MoveSerializer(move).data, status=201)


class GameView(generics.RetrieveAPIView[Game]):
    """One game by its id."""

    queryset = Game.objects.all()
    serializer_class = GameSerializer


class AwaitingView(generics.ListAPIView[Game]):
    """The twenty games that wait for me, nearest deadline first."""

    serializer_class = GameSerializer

    def get_queryset(self) -> QuerySet[Game]:
        mine = Game.objects.filter(
            players__user=self.request.user.pk, players__deadline__isnull=False
        )
        return mine.order_by("players__deadline", "pk")[:20]


urlpatterns = [
    path("games/<str:pk>/turns", TurnView.as_view()),
    path("games/<str:pk>", GameView.as_view()),
    path("games", AwaitingView.as_view()),
]
