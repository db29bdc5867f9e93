"""Addresses about taking back a turn, below ``/api/v1/``."""

from django.urls import path

from games.features.takebacks import api

urlpatterns = [
    # In the place of the core's own: it knows some acts more.
    path("games/<str:game_id>/acts", api.MoreActsView.as_view(), name="more-acts"),
    path("games/<str:game_id>/takeback", api.TakebackView.as_view(), name="takeback"),
]
