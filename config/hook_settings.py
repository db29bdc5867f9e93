"""What apps do for one another at named moments: dotted names, so that none imports the other."""

# What apps contribute to an account; see accounts.hooks.
ACCOUNT_SECTIONS = {
    "notifications": "notifications.me_section.section",
    "ratings": "games.ratings.me_section.section",
}
ACCOUNT_FACTS = {"pace": "games.api.me_facts.pace"}
GAME_RATINGS = "games.ratings.selectors.ratings_at_start"
# What is done once a house robot has played; see games.services.robots.
AFTER_ROBOT_ACT = ["games.phrases.robots.remark"]
# Who has a say before people agree on a game; see games.services.agreements.
GAME_AGREEMENT_CHECKS = [
    "games.ratings.agreement.check_rated",
    "games.services.reliability.check_reliable",
]
ACCOUNT_LEAVING = [
    "games.learn.own_data.forget_progress",
    "games.puzzles.own_data.forget_puzzles",
    "games.notebook.own_data.forget_notes",
    "games.phrases.own_data.forget_phrases",
    "games.plans.own_data.forget_plans",
    "games.live.own_data.forget_live",
    "games.services.account_deletion.leave_games",
    "games.ratings.own_data.forget_ratings",
    "notifications.account_deletion.forget_preferences",
]
ACCOUNT_CLEARING = [
    # First: who withdraws gives up the match and not the game alone.
    "games.competitions.services.leaving.clear_competitions",
    "games.services.account_deletion.clear_games",
]
ACCOUNT_RECOVERED = ["notifications.account_recovery.tell_nobody_else"]
ACCOUNT_OWN_DATA = [
    "accounts.own_data",
    "games.own_data",
    "games.competitions.own_data",
    "games.ratings.own_data",
    "games.learn.own_data",
    "games.puzzles.own_data",
    "games.notebook.own_data",
    "games.phrases.own_data",
    "games.plans.own_data",
    "games.live.own_data",
    "notifications.own_data",
]
ACCOUNT_HAS_PLAYED = "games.selectors.has_played"
ACCOUNT_IS_EXPECTED = "games.selectors.plays_with_people"
ACCOUNT_MOVED = ["notifications.zone_change.go_by_new_zone"]
ACCOUNT_RENAMED = ["games.services.account_deletion.show_new_name"]
# What daily and weekly mails say besides: functions of a person, since when and until when, each
# of which returns sentences. They make no mail by themselves.
DIGEST_LINES = ["games.ratings.digest_lines.changes_told"]
# What the record of a game holds besides, for whoever asks for their own part of it: functions of a
# person's id and the game.
GAME_EXPORT_PARTS = {
    "note": "games.notebook.exported.note",
    "lines": "games.notebook.exported.lines",
    "plans": "games.plans.exported.plans",
}
# What the page of one's games asks besides: functions of a person's id and the time.
HOME_NOTES = [
    "games.pages.reliability.told_of",
    "games.competitions.pages.notes.asked_of",
]
