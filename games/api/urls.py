"""Addresses of the games API, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

from games.api.views import (
    blocks,
    challenges,
    events,
    explore,
    exports,
    friends,
    games,
    guests,
    leaves,
    play,
    players,
    presence,
    presets,
    rulesets,
    stage,
)
from games.streams.endpoint import with_stream

app_name = "games_api"

urlpatterns = [
    path("games", games.GamesView.as_view(), name="games"),
    path("games/<str:game_id>", games.OneGameView.as_view(), name="game"),
    path("games/<str:game_id>/options", games.OptionsView.as_view(), name="options"),
    path("games/<str:game_id>/turns", play.TurnsView.as_view(), name="turns"),
    path("rulesets", rulesets.RulesetsView.as_view(), name="rulesets"),
    path(
        "rulesets/<str:ruleset>/options",
        rulesets.PositionOptionsView.as_view(),
        name="position-options",
    ),
    path(
        "rulesets/<str:ruleset>/turns", rulesets.PositionTurnsView.as_view(), name="position-turns"
    ),
    path("robots", rulesets.RobotsView.as_view(), name="robots"),
    path("guests", guests.GuestsView.as_view(), name="guests"),
    path("games/<str:game_id>/explore", explore.ExploreView.as_view(), name="explore"),
    path("games/<str:game_id>/formation", play.FormationView.as_view(), name="formation"),
    path("games/<str:game_id>/salt", play.SaltView.as_view(), name="salt"),
    path("games/<str:game_id>/acts", play.ActsView.as_view(), name="acts"),
    path("games/<str:game_id>/give-time", play.GiveTimeView.as_view(), name="give-time"),
    path("games/<str:game_id>/hand-over", play.HandOverView.as_view(), name="hand-over"),
    path("games/<str:game_id>/history", play.HistoryView.as_view(), name="history"),
    path("games/<str:game_id>/draw", play.DrawView.as_view(), name="draw"),
    path("games/<str:game_id>/export", exports.ExportView.as_view(), name="export"),
    path("games/<str:game_id>/board.svg", exports.BoardView.as_view(), name="board-svg"),
    path("games/<str:game_id>/board.png", exports.BoardPngView.as_view(), name="board-png"),
    path("games/<str:game_id>/presence", presence.PresenceView.as_view(), name="presence"),
    path("games/<str:game_id>/go-on", play.GoOnView.as_view(), name="go-on"),
    path("games/<str:game_id>/rematch", play.RematchView.as_view(), name="rematch"),
    path(
        "games/<str:game_id>/events",
        with_stream(events.GameEventsView.as_view()),  # type: ignore[arg-type]
        name="game-events",
    ),
    path("games/<str:game_id>/stage", stage.StageView.as_view(), name="stage"),
    path(
        "games/<str:game_id>/stage/options",
        stage.StageOptionsView.as_view(),
        name="stage-options",
    ),
    path("games/<str:game_id>/seen", stage.SeenView.as_view(), name="seen"),
    path("challenges", challenges.ChallengesView.as_view(), name="challenges"),
    path("challenges/open", challenges.OpenChallengesView.as_view(), name="open-challenges"),
    path("challenges/<str:challenge_id>", challenges.OneChallengeView.as_view(), name="challenge"),
    path("challenges/<str:challenge_id>/accept", challenges.AcceptView.as_view(), name="accept"),
    path("challenges/<str:challenge_id>/decline", challenges.DeclineView.as_view(), name="decline"),
    path("challenges/<str:challenge_id>/cancel", challenges.CancelView.as_view(), name="cancel"),
    path(
        "challenges/<str:challenge_id>/robots", challenges.RobotsInView.as_view(), name="robots-in"
    ),
    path("presets", presets.PresetsView.as_view(), name="presets"),
    path("presets/<int:slot>", presets.OnePresetView.as_view(), name="preset"),
    path("me/leaves", leaves.LeavesView.as_view(), name="leaves"),
    path("me/leaves/<int:leave_id>", leaves.OneLeaveView.as_view(), name="leave"),
    path("me/friends", friends.FriendsView.as_view(), name="friends"),
    path("me/friends/<str:username>", friends.OneFriendView.as_view(), name="friend"),
    path("players", friends.PlayersView.as_view(), name="players"),
    path("blocks", blocks.BlocksView.as_view(), name="blocks"),
    path("blocks/<str:username>", blocks.OneBlockView.as_view(), name="block"),
    path("players/<str:username>", players.PlayerView.as_view(), name="player"),
    path("players/<str:username>/games", games.PlayerGamesView.as_view(), name="player-games"),
    path("events", with_stream(events.MyEventsView.as_view()), name="events"),  # type: ignore[arg-type]
]
