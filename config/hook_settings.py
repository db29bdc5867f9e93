"""What apps do for one another at named moments: dotted names, so that none imports the other."""

# What apps contribute to an account; see accounts.hooks.
ACCOUNT_SECTIONS = {
    "notifications": "notifications.me_section.section",
    "ratings": "games.features.ratings.me_section.section",
}
ACCOUNT_FACTS = {"pace": "games.api.me_facts.pace"}
GAME_RATINGS = "games.features.ratings.selectors.ratings_at_start"
# What is done once a house robot has played; see games.play.robots.
AFTER_ROBOT_ACT = ["games.features.phrases.robots.remark"]
# Who has a say before people agree on a game; see games.play.challenge.agreements.
GAME_AGREEMENT_CHECKS = [
    "games.features.ratings.agreement.check_rated",
    "games.play.reliability.check_reliable",
]
ACCOUNT_LEAVING = ["notifications.account_deletion.forget_name"]
ACCOUNT_CLEARING = [
    # First: who withdraws gives up the match and not the game alone.
    "games.features.competitions.services.leaving.clear_competitions",
    "games.play.account_deletion.clear_games",
]
ACCOUNT_RECOVERED = ["notifications.account_recovery.tell_nobody_else"]
ACCOUNT_OWN_DATA = [
    "accounts.own_data",
    "games.own_data",
    "games.features.competitions.own_data",
    "games.features.ratings.own_data",
    "games.features.learn.own_data",
    "games.features.puzzles.own_data",
    "games.features.notebook.own_data",
    "games.features.phrases.own_data",
    "games.features.plans.own_data",
    "games.features.live.own_data",
    "notifications.own_data",
]
ACCOUNT_HAS_PLAYED = "games.store.selectors.has_played"
ACCOUNT_IS_EXPECTED = "games.store.selectors.plays_with_people"
ACCOUNT_MOVED = ["notifications.zone_change.go_by_new_zone"]
ACCOUNT_RENAMED = ["games.play.account_deletion.show_new_name"]
# What daily and weekly mails say besides: functions of a person, since when and until when, each
# of which returns sentences. They make no mail by themselves.
DIGEST_LINES = ["games.features.ratings.digest_lines.changes_told"]
# What the record of a game holds besides, for whoever asks for their own part of it: functions of a
# person's id and the game.
GAME_EXPORT_PARTS = {
    "note": "games.features.notebook.exported.note",
    "lines": "games.features.notebook.exported.lines",
    "plans": "games.features.plans.exported.plans",
}
# What the page of one's games asks besides: functions of a person's id and the time.
HOME_NOTES = [
    "games.pages.reliability.told_of",
    "games.features.competitions.pages.notes.asked_of",
]
