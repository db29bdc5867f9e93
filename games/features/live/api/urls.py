"""Addresses of live play, below ``/api/v1/``."""

from django.urls import path

from games.api.views import stage
from games.features.live.api import by_post, playing_on, seeks

urlpatterns = [
    path("live/seeks", seeks.SeeksView.as_view(), name="live_seeks"),
    path("games/<str:game_id>/stage", stage.StageView.as_view(), name="stage"),
    path(
        "games/<str:game_id>/stage/options",
        stage.StageOptionsView.as_view(),
        name="stage-options",
    ),
    path("games/<str:game_id>/seen", stage.SeenView.as_view(), name="seen"),
    path("games/<str:game_id>/by-post", by_post.ByPostView.as_view(), name="by_post"),
    path("games/<str:game_id>/playing-on", playing_on.PlayingOnView.as_view(), name="playing_on"),
]
