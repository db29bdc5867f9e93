"""Addresses of offered seats, below ``/api/v1/``."""

from django.urls import path

from games.features.seats import api

urlpatterns = [
    path("games/<str:game_id>/seat", api.SeatOfferView.as_view(), name="seat-offer"),
    path("games/<str:game_id>/seat/take", api.TakeSeatView.as_view(), name="take-seat"),
]
