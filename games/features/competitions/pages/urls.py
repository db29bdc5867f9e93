"""Addresses of the pages about competitions."""

from django.urls import path

from games.features.competitions.pages import acts, edit, friends, lists, operator, set_up, show

_ONE = "competitions/<str:competition_id>/"
_SECTION = f"{_ONE}<str:section>/"

urlpatterns = [
    path("competitions/", lists.competitions, name="competitions"),
    path("competitions/laws/", show.laws, name="competition_laws"),
    path("competitions/new/", set_up.new_competition, name="new_competition"),
    path("competitions/new/league/", set_up.new_league, name="new_league"),
    path("competitions/among-friends/", friends.create, name="new_among_friends"),
    path("competitions/leagues/", lists.leagues, name="leagues"),
    path("c/<str:code>/", friends.by_link, name="join"),
    path(f"{_ONE}start/", friends.start, name="start_friends"),
    path(f"{_ONE}settings/", friends.change, name="change_friends"),
    path(f"{_ONE}again/", friends.again, name="again"),
    path(f"{_ONE}call-off/", friends.call_off, name="call_off"),
    path(f"{_ONE}bots/", friends.add_bot, name="add_bot"),
    path(f"{_ONE}players/<int:entry>/remove/", friends.remove, name="remove_player"),
    path(f"{_ONE}goes-on/", acts.go_on, name="goes_on"),
    path(f"{_ONE}edit/", edit.edit, name="edit_competition"),
    path(_ONE, show.competition, name="competition"),
    path(_SECTION, show.competition, name="section"),
    path(f"{_SECTION}enter/", acts.enter, name="enter"),
    path(f"{_SECTION}withdraw/", acts.withdraw, name="withdraw"),
    path(f"{_SECTION}certificate/", acts.sign, name="sign"),
    path(f"{_SECTION}entries/<int:entry>/age-seen/", acts.age_seen, name="age_seen"),
    path(f"{_SECTION}entries/<int:entry>/put-out/", acts.put_out, name="put_out"),
    path(f"{_SECTION}dispute/", acts.dispute, name="dispute"),
    path(f"{_SECTION}matches/<str:match>/", show.match, name="match"),
    path(f"{_SECTION}matches/<str:match>/shootout/", acts.shoot, name="shoot"),
    path("certificates/<str:certificate_id>/", show.certificate, name="certificate"),
    path("operator/competitions/", operator.competitions, name="operator_competitions"),
]
