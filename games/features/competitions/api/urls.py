"""Addresses of the competitions API, below ``/api/v1/``."""

from django.urls import path

from games.features.competitions.api import friends_views, views
from games.streams.endpoint import with_stream

app_name = "competitions_api"

_ONE = "competitions/<str:competition_id>"
_SECTION = f"{_ONE}/sections/<str:section>"

urlpatterns = [
    path("competitions", views.CompetitionsView.as_view(), name="competitions"),
    path("competitions/among-friends", friends_views.AmongFriendsView.as_view(), name="friends"),
    path(
        "competitions/among-friends/<str:competition_id>",
        friends_views.OneAmongFriendsView.as_view(),
        name="friendly",
    ),
    path("competitions/by-code/<str:code>", friends_views.CodeView.as_view(), name="code"),
    path(f"{_ONE}/bots", friends_views.BotsView.as_view(), name="bots"),
    path(f"{_ONE}/players/<int:entry>", friends_views.PlayerView.as_view(), name="player"),
    path(f"{_ONE}/start", friends_views.StartView.as_view(), name="start"),
    path(_ONE, views.OneCompetitionView.as_view(), name="competition"),
    path(
        f"{_ONE}/events",
        with_stream(views.ChangesView.as_view()),  # type: ignore[arg-type]
        name="changes",
    ),
    path(f"{_ONE}/table", views.TableView.as_view(), name="table"),
    path(_SECTION, views.SectionView.as_view(), name="section"),
    path(f"{_SECTION}/entries", views.EntriesView.as_view(), name="entries"),
    path(f"{_SECTION}/entries/<int:entry>/age-seen", views.AgeSeenView.as_view(), name="age-seen"),
    path(f"{_SECTION}/entries/<int:entry>/put-out", views.PutOutView.as_view(), name="put-out"),
    path(f"{_SECTION}/matches/<str:match>", views.MatchView.as_view(), name="match"),
    path(f"{_SECTION}/matches/<str:match>/shootout", views.ShootoutView.as_view(), name="shootout"),
    path(f"{_SECTION}/dispute", views.DisputeView.as_view(), name="dispute"),
    path(f"{_SECTION}/certificate", views.OwnCertificateView.as_view(), name="own-certificate"),
    path(
        "certificates/<str:certificate_id>.svg",
        views.CertificatePictureView.as_view(),
        name="certificate-svg",
    ),
    path("certificates/<str:certificate_id>", views.CertificateView.as_view(), name="certificate"),
]
