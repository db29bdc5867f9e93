"""The shapes of what the API shows of competitions."""

from __future__ import annotations

from rest_framework import serializers

from config.http.schema_fields import Output
from games.api.outputs import page_of
from games.features.competitions.api import examples
from games.features.competitions.api.inputs import AGE_CHECKS
from games.features.competitions.bracket import By
from games.features.competitions.field import FORMATS
from games.features.competitions.league.divisions import Move
from games.features.competitions.league_payloads import RESULTS
from games.features.competitions.models import Competition, Section
from games.features.competitions.shootout import TARGETS

STATUSES = Section.Status.values
KINDS = Competition.Kind.values
WAYS = [by.value for by in By]
SECTION_WORDS = "`open`, `under-18` or `under-15`; in a league `division-1` and so on."
ENTRY_STATUSES = ["asked", "entered", "waiting", "playing", "left_out", "withdrawn", "put_out"]
MOVES = [move.value for move in Move]
GAME_RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]
OUT_BY = ["withdrawal", "put_out"]
GOAL_FILES = list(TARGETS)
CUP_GAMES = sorted(FORMATS)


class PrizeOutput(Output):
    """A prize."""

    section = serializers.CharField()
    standing = serializers.IntegerField(min_value=1)
    text = serializers.CharField()

    class Meta:
        ref_name = "Prize"


class SectionLine(Output):
    """A section as the competition lists it."""

    section = serializers.CharField(help_text=SECTION_WORDS)
    under = serializers.IntegerField(allow_null=True)
    cut_off = serializers.DateField(allow_null=True, help_text="Born on it or later.")
    status = serializers.ChoiceField(STATUSES)
    limit = serializers.IntegerField(min_value=2, max_value=128)


class CompetitionOutput(Output):
    """A competition as it was announced."""

    example = examples.COMPETITION

    id = serializers.CharField()
    url = serializers.CharField()
    kind = serializers.ChoiceField(KINDS)
    name = serializers.CharField()
    text = serializers.CharField()
    ruleset = serializers.ChoiceField(CUP_GAMES)
    options = serializers.DictField()
    days_per_turn = serializers.IntegerField(min_value=1, max_value=3)
    turn_s = serializers.IntegerField(
        allow_null=True, help_text="Seconds for a turn in place of the days; null: the days count."
    )
    reserve_s = serializers.IntegerField(min_value=0, help_text="Seconds beyond the turns.")
    has_leave = serializers.BooleanField(help_text="Whether vacation pauses clocks.")
    season = serializers.IntegerField(
        min_value=1, allow_null=True, help_text="Which season of a league; null for a cup."
    )
    previous = serializers.CharField(allow_null=True, help_text="The season before this one.")
    following = serializers.CharField(
        allow_null=True, help_text="The next season, from ten days before it begins."
    )
    goes_on = serializers.BooleanField(
        allow_null=True, help_text="Whether another season follows; null for a cup."
    )
    organiser = serializers.CharField(allow_null=True, help_text="null: operators look after it.")
    is_private = serializers.BooleanField(help_text="In no list; the link is enough.")
    is_among_friends = serializers.BooleanField(
        help_text="Joined by a link and started by hand. `closes_at` is when it expires."
    )
    code = serializers.CharField(
        allow_null=True, help_text="The end of that link, to those who play or organise."
    )
    join_url = serializers.CharField(allow_null=True, help_text="The link to share.")
    age_check = serializers.ChoiceField(AGE_CHECKS)
    age_date = serializers.DateField()
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField(help_text="When entries close and the draw is made.")
    starts_at = serializers.DateTimeField()
    round_days = serializers.IntegerField(min_value=14, max_value=120)
    third_place = serializers.BooleanField()
    certificates_for_all = serializers.BooleanField()
    plans = serializers.BooleanField(help_text="Whether players may prepare answers.")
    prizes = PrizeOutput(many=True)
    sections = SectionLine(many=True)
    created_at = serializers.DateTimeField()

    class Meta:
        ref_name = "Competition"


class PlaceOutput(Output):
    """The player on a place of the bracket."""

    number = serializers.IntegerField(min_value=1, allow_null=True, help_text="null: not known yet")
    player = serializers.CharField(
        allow_null=True,
        help_text="null with a number: the section hides it, or the account is gone.",
    )
    out = serializers.ChoiceField(OUT_BY, allow_null=True)

    class Meta:
        ref_name = "BracketPlace"


class MatchGameOutput(Output):
    """A game of a match."""

    game = serializers.CharField()
    white = serializers.IntegerField(min_value=1, help_text="The number of the player with White.")
    result = serializers.ChoiceField(
        GAME_RESULTS, allow_null=True, help_text="`*`: aborted by a no-show."
    )
    awaiting = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        help_text="The numbers of those whom a running game waits for.",
    )
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="Until when it waits; null where no clock runs."
    )

    class Meta:
        ref_name = "MatchGame"


class MatchOutput(Output):
    """A match as the bracket shows it."""

    match = serializers.CharField(help_text="Round and pairing, as `2.1`.")
    upper = PlaceOutput(allow_null=True, help_text="null: no one")
    lower = PlaceOutput(allow_null=True, help_text="null: no one")
    winner = serializers.IntegerField(min_value=1, allow_null=True)
    by = serializers.ChoiceField(WAYS, allow_null=True)
    games = MatchGameOutput(many=True)

    class Meta:
        ref_name = "Match"


class RoundOutput(Output):
    """A round and its last day."""

    round = serializers.IntegerField(min_value=1)
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    matches = MatchOutput(many=True)

    class Meta:
        ref_name = "Round"


class EntryOutput(Output):
    """An entry as the reader may see it."""

    example = examples.ENTRY

    entry = serializers.IntegerField(min_value=1, help_text="Its place in the order of entries.")
    number = serializers.IntegerField(min_value=1, allow_null=True)
    player = serializers.CharField(allow_null=True)
    status = serializers.ChoiceField(ENTRY_STATUSES)
    age_seen = serializers.BooleanField(
        allow_null=True, help_text="null for whom it does not concern."
    )
    reason = serializers.CharField(allow_null=True, help_text="Why the player was put out.")

    class Meta:
        ref_name = "Entry"


class StandingOutput(Output):
    """The final place of a player."""

    standing = serializers.IntegerField(min_value=1)
    number = serializers.IntegerField(min_value=1, allow_null=True)
    player = serializers.CharField(allow_null=True)

    class Meta:
        ref_name = "Standing"


class DrawOutput(Output):
    """Data to draw again."""

    seeded = serializers.IntegerField(min_value=0, help_text="How many have the first numbers.")
    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        help_text="The number of each entrant drawn by lot, in the order of their entries.",
    )

    class Meta:
        ref_name = "Draw"


class EarlierCommitment(Output):
    """A commitment that an operator has replaced, before anything was drawn from its secret."""

    commitment = serializers.CharField()
    until = serializers.DateTimeField()

    class Meta:
        ref_name = "EarlierCommitment"


class SectionOutput(Output):
    """A section as the reader may see it."""

    example = examples.SECTION

    section = serializers.CharField(help_text=SECTION_WORDS)
    under = serializers.IntegerField(allow_null=True)
    cut_off = serializers.DateField(allow_null=True)
    status = serializers.ChoiceField(STATUSES)
    entrants = serializers.IntegerField(min_value=0)
    limit = serializers.IntegerField(min_value=2, max_value=128)
    is_disputed = serializers.BooleanField(
        allow_null=True,
        help_text="Whether a dispute keeps what was confirmed about ages; for the organiser alone.",
    )
    waiting = serializers.IntegerField(min_value=0)
    days_per_turn = serializers.IntegerField(min_value=1, max_value=3)
    round_days = serializers.IntegerField(min_value=14, max_value=120)
    third_place = serializers.BooleanField()
    commitment = serializers.CharField(
        allow_null=True, help_text="The SHA-256 of the secret; null until entries open."
    )
    earlier_commitments = EarlierCommitment(many=True)
    seed = serializers.CharField(allow_null=True, help_text="The secret, once all is drawn.")
    draw = DrawOutput(allow_null=True)
    entries = EntryOutput(many=True)
    rounds = RoundOutput(many=True)
    standing = StandingOutput(many=True)

    class Meta:
        ref_name = "Section"


class TableResultOutput(Output):
    """What a player has against another of the same table."""

    against = serializers.IntegerField(min_value=1, help_text="The other's number.")
    match = serializers.CharField(help_text="Round and pairing, as `2.1`.")
    result = serializers.ChoiceField(
        RESULTS, allow_null=True, help_text="For the player of the row; null: not over."
    )
    goals = serializers.ListField(
        child=serializers.IntegerField(min_value=0),
        allow_null=True,
        min_length=2,
        max_length=2,
        help_text="The player's own and the other's; null where there are none.",
    )

    class Meta:
        ref_name = "TableResult"


class TableRow(Output):
    """A player's line in the table of a division."""

    number = serializers.IntegerField(min_value=1)
    player = serializers.CharField(allow_null=True, help_text="null: the account is gone.")
    out = serializers.ChoiceField(OUT_BY, allow_null=True)
    place = serializers.IntegerField(
        min_value=1, allow_null=True, help_text="null: out before half was decided, all is struck."
    )
    played = serializers.IntegerField(min_value=0)
    won = serializers.IntegerField(min_value=0)
    drawn = serializers.IntegerField(min_value=0)
    lost = serializers.IntegerField(min_value=0)
    goals_for = serializers.IntegerField(min_value=0)
    goals_against = serializers.IntegerField(min_value=0)
    points = serializers.IntegerField(min_value=0)
    expected_difference = serializers.FloatField(help_text="Of expected goals.")
    lost_by_time = serializers.IntegerField(min_value=0, help_text="Two of them lead down.")
    best = serializers.IntegerField(
        min_value=1, allow_null=True, help_text="The best place that can still be reached."
    )
    worst = serializers.IntegerField(min_value=1, allow_null=True)
    move = serializers.ChoiceField(
        MOVES, allow_null=True, help_text="Where the place leads if it stays as it is."
    )
    results = TableResultOutput(
        many=True,
        help_text="Against each of the others, in the order of the table; none where struck.",
    )

    class Meta:
        ref_name = "TableRow"


class DivisionOutput(Output):
    """A division and its table."""

    section = serializers.CharField(help_text="Its key, as `division-1`.")
    name = serializers.CharField()
    status = serializers.ChoiceField(STATUSES)
    rows = TableRow(many=True)

    class Meta:
        ref_name = "Division"


class TablesOutput(Output):
    """The tables of a season of a league, the top division first."""

    example = examples.TABLES

    competition = serializers.CharField()
    season = serializers.IntegerField(min_value=1)
    divisions = DivisionOutput(many=True)

    class Meta:
        ref_name = "Tables"


class HandOutput(Output):
    """One side's decisions for a shoot-out."""

    shots = serializers.ListField(child=serializers.ChoiceField(GOAL_FILES))
    stands = serializers.ListField(child=serializers.ChoiceField(GOAL_FILES))

    class Meta:
        ref_name = "ShootoutHand"


class ShotOutput(Output):
    """A penalty."""

    number = serializers.IntegerField(min_value=1)
    side = serializers.CharField()
    target = serializers.ChoiceField(GOAL_FILES)
    king = serializers.ChoiceField(GOAL_FILES)
    chance = serializers.IntegerField(min_value=0, max_value=100)
    roll = serializers.IntegerField(min_value=0, max_value=99)
    is_goal = serializers.BooleanField()

    class Meta:
        ref_name = "Penalty"


class ShootoutScore(Output):
    """Goals of a shoot-out."""

    white = serializers.IntegerField(min_value=0)
    black = serializers.IntegerField(min_value=0)


class ShootoutOutput(Output):
    """A shoot-out; what was handed in stays hidden until all is resolved."""

    commitment = serializers.CharField()
    earlier_commitments = EarlierCommitment(many=True)
    seed = serializers.CharField(allow_null=True)
    due_at = serializers.DateTimeField()
    white = serializers.IntegerField(
        min_value=1, help_text="The number of the player who shoots first."
    )
    handed_in = serializers.ListField(child=serializers.IntegerField(min_value=1))
    yours = HandOutput(allow_null=True)
    score = ShootoutScore(allow_null=True)
    shots = ShotOutput(many=True)

    class Meta:
        ref_name = "Shootout"


class OneMatchOutput(MatchOutput):
    """A match with its games and how it was decided."""

    example = examples.MATCH

    started_at = serializers.DateTimeField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    counted = serializers.DictField(
        allow_null=True, help_text="The count of the last day: `count` and `seconds` by number."
    )
    reason = serializers.CharField(
        allow_null=True, help_text="Why a player was put out, to those whom it concerns."
    )
    shootout = ShootoutOutput(allow_null=True)

    class Meta:
        ref_name = "OneMatch"


class CertificateOutput(Output):
    """The public part of a certificate."""

    example = examples.CERTIFICATE

    id = serializers.CharField()
    competition = serializers.CharField()
    section = serializers.CharField()
    standing = serializers.IntegerField(min_value=1)
    entrants = serializers.IntegerField(min_value=0)
    awarded_on = serializers.DateField()
    sha256 = serializers.CharField()

    class Meta:
        ref_name = "Certificate"


CompetitionPage = page_of(CompetitionOutput)
