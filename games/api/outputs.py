"""The shapes of games in the API: ``games.shown.payloads`` makes them, these describe them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from config.http.schema_fields import Constant, OneOf, Output
from games.api import examples
from games.api.filter_fields import FiltersOutput, MisfitOutput
from games.api.happening_outputs import ANY_HAPPENING, RESULT_REASONS, SIDES, Score
from games.api.scene_outputs import SCENE_WORDS, Scene
from games.api.time_outputs import Clock, LiveClock, LiveTerms, PaceOutput, Paused
from games.models import Challenge, Game
from games.rules import registry

CHALLENGE_SIDES = [*SIDES, "random"]
GAME_STATUSES = Game.Status.values
CHALLENGE_STATUSES = Challenge.Status.values
DECLINE_REASONS = Challenge.DeclineReason.values


class Person(Output):
    """A player by name."""

    username = serializers.CharField()
    is_bot = serializers.BooleanField()


class Formation(Output):
    """One side's formation while it is chosen."""

    pieces = serializers.DictField(
        child=serializers.CharField(), help_text="Square to upper-case letter."
    )
    substitute = serializers.CharField(help_text="The piece on the sideline.")
    ready = serializers.BooleanField()
    may_substitute = serializers.BooleanField(
        help_text="After your goal, the substitute may replace a pawn (law 3.5)."
    )


class FormationBySide(Output):
    """Both formations."""

    white = Formation()
    black = Formation()


class SeatedPerson(Person):
    """A player of a game."""

    kit = serializers.CharField(
        help_text=(
            "The kit worn in this game, without clashes: `hoops`, `stripes`, `sash` or `halves`; "
            "more may come."
        )
    )
    rating = serializers.IntegerField(
        min_value=0,
        required=False,
        help_text="In a rated game: what they were rated when it began, unless they hide it.",
    )


class PersonBySide(Output):
    """Both players."""

    white = SeatedPerson()
    black = SeatedPerson()


class CommonResult(Output):
    """How a game of any rules ended."""

    ranking = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The sides on each place, best first; empty for a game without result.",
    )
    points = serializers.DictField(
        child=serializers.FloatField(),
        help_text="By side: one for each side placed behind, a half for each on the same place.",
    )


class Result(CommonResult):
    """How a game ended."""

    winner = serializers.ChoiceField(SIDES, allow_null=True)
    reason = serializers.ChoiceField(RESULT_REASONS)


class _Seed(Output):
    commitment = serializers.CharField(help_text="SHA-256 (hex) of the seed.")
    seed = serializers.CharField(allow_null=True, help_text="The seed (hex), at the end.")
    salts = serializers.DictField(
        child=serializers.CharField(allow_null=True),
        help_text="By side: what it added to the seed; null if nothing.",
    )
    first_shot = serializers.IntegerField(
        min_value=0, help_text="The first shot of the game that this seed decides."
    )


class EarlierSeed(_Seed):
    """A seed that another one followed, because a backup was restored."""

    replaced_at = serializers.DateTimeField()


class Fairness(_Seed):
    """The commitment to the rolls, what the sides added, and the seed when the game is over."""

    scheme = serializers.IntegerField(
        min_value=1, help_text="The formula of the rolls: 1 the seed alone, 2 with salts."
    )
    takes_salts = serializers.BooleanField(
        help_text="Whether a side that has added no salt may still do so."
    )
    earlier = EarlierSeed(many=True)


class CompetitionPlace(Output):
    """Where a game belongs in a competition."""

    id = serializers.CharField(help_text="The competition.")
    section = serializers.CharField()
    match = serializers.CharField(help_text="Round and pairing, as `2.1`.")
    plans = serializers.BooleanField(required=False, help_text="`false` where none are allowed.")


class RatingChangeOfSide(Output):
    """What a game did to one side's rating."""

    before = serializers.FloatField()
    after = serializers.FloatField()
    deviation = serializers.FloatField(help_text="After the game.")


class RatingChangeOutput(Output):
    """What a rated game did to the ratings."""

    because = serializers.CharField(
        help_text="`result`, `timeout` or `early_resignation` where it counted; else why not:"
        " `aborted`, `not_played`, `short_draw`, `vanished`, `bots`, `given_back`, `void`."
    )
    sides = serializers.DictField(
        child=RatingChangeOfSide(),
        help_text="By side. House bots never change, and players who hide ratings are left out.",
    )

    class Meta:
        ref_name = "RatingChange"


class CommonGame(Output):
    """What every game says about itself, regardless of its rules."""

    id = serializers.CharField()
    url = serializers.CharField()
    status = serializers.ChoiceField(GAME_STATUSES)
    options = serializers.DictField(help_text="The agreed options: see `GET /rulesets`.")
    days_per_turn = serializers.IntegerField(min_value=1, max_value=14)
    clock = Clock()
    live = LiveClock(
        allow_null=True, help_text="The clock of a live game; null for correspondence."
    )
    reserve_left = serializers.DictField(
        child=serializers.IntegerField(min_value=0),
        help_text="By side: seconds in the time bank when its clock last stopped.",
    )
    rated = serializers.BooleanField()
    public = serializers.BooleanField(help_text="Whether lists name it to others than its players.")
    xg = serializers.DictField(
        child=serializers.FloatField(min_value=0),
        allow_null=True,
        help_text="By side: the goals to be expected of its shots so far, the sum of their chances."
        " null in games without shots at goal, and in those of long ago.",
    )
    competition = CompetitionPlace(
        allow_null=True, help_text="Where it belongs in a competition; null for most games."
    )
    rating_change = RatingChangeOutput(
        allow_null=True, help_text="Null until a rated game that is over has been counted."
    )
    goes_on_from = serializers.CharField(
        allow_null=True, help_text="The game lost on time in whose last position it began, or null."
    )
    turn = serializers.IntegerField(min_value=1, help_text="The number of the next turn, from 1.")
    acts = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Each side's possible acts now, besides turns. Send them to `/acts`.",
    )
    out = serializers.ListField(
        child=serializers.CharField(), help_text="The sides that play no more."
    )
    main_until = serializers.DateTimeField(
        allow_null=True, help_text="When the time of the turn is up and the time bank starts."
    )
    deadline = serializers.DateTimeField(allow_null=True)
    paused = Paused(
        allow_null=True, help_text="The sides whose clock is paused; null while the time runs."
    )
    server_time = serializers.DateTimeField(
        required=False, help_text="Our clock; in the answer of `GET /games/{id}`."
    )
    draw_votes = serializers.ListField(
        child=serializers.CharField(), help_text="The sides that agree to the draw on offer."
    )
    fairness = Fairness()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    scene = Scene(required=False, allow_null=True, help_text=SCENE_WORDS)


class GameOutput(CommonGame):
    """A game of Chess Eleven."""

    example = examples.PLAYING

    ruleset = Constant(registry.DEFAULT)
    players = PersonBySide()
    goals_to_win = serializers.IntegerField(
        min_value=0, max_value=9, help_text="0 in a live game that only the clock decides."
    )
    score = Score()
    round = serializers.IntegerField(min_value=1)
    side_to_play = serializers.ChoiceField(SIDES, allow_null=True)
    position = serializers.CharField(
        allow_null=True,
        help_text="Six fields (law 10.4); null while formations are chosen. When the game is over"
        " it is the last one on the board: after a goal the one in which the shot was taken.",
    )
    in_check = serializers.BooleanField()
    formation = FormationBySide(allow_null=True, help_text="While formations are chosen.")
    legal_actions = serializers.ListField(child=serializers.CharField())
    may_claim_final_whistle = serializers.BooleanField(help_text="In version 1 of the laws alone.")
    may_claim_drop_ball = serializers.BooleanField(
        required=False,
        help_text="Law 9.3; since version 2 of the laws, like the next three.",
    )
    quiet_turns = serializers.IntegerField(
        required=False, min_value=0, help_text="40 end the round."
    )
    drop_balls = serializers.IntegerField(
        required=False, min_value=0, help_text="Four end the game."
    )
    drop_balls_in_a_row = serializers.IntegerField(
        required=False, min_value=0, help_text="Two end the game."
    )
    awaiting = serializers.ListField(child=serializers.ChoiceField(SIDES))
    draw_offered_by = serializers.ChoiceField(SIDES, allow_null=True)
    result = Result(allow_null=True)

    class Meta:
        ref_name = "Game"


class CommonTurn(Output):
    """What every played turn has, regardless of the game."""

    number = serializers.IntegerField(min_value=1)
    round = serializers.IntegerField(min_value=1)
    position_before = serializers.CharField()
    summary = serializers.CharField(help_text="A short summary, in the language of the call.")
    sentence = serializers.CharField(
        help_text="The turn in a sentence that follows the player's name, in the same language."
    )
    played_at = serializers.DateTimeField()
    took = serializers.IntegerField(
        min_value=0,
        allow_null=True,
        help_text="Seconds of the player's time; null for turns of long ago.",
    )
    by = serializers.CharField(
        allow_null=True,
        help_text=(
            "How it was played: `hand`, `plan`, `fallback`, `robot`, `premove`. During the game "
            "it's shown only for your own turns, to a token with the scope `games:play`, and "
            "null for all others."
        ),
    )


class TurnOutput(CommonTurn):
    """A played turn of Chess Eleven."""

    example = examples.TURN

    side = serializers.ChoiceField(SIDES)
    actions = serializers.ListField(
        child=serializers.CharField(), help_text="A shot has its outcome: `!e8=save`."
    )
    notation = serializers.CharField(help_text="As law 10.3 writes it, with + and #.")
    rolls = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=99))
    position_after = serializers.CharField(
        allow_null=True, help_text="null where the turn ended the round."
    )
    events = serializers.ListField(child=ANY_HAPPENING, help_text="The happenings in order.")
    chances = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=100),
        allow_null=True,
        help_text="Per cent by outcome of its shot, before the roll; null without one, and for"
        " turns of long ago.",
    )

    class Meta:
        ref_name = "Turn"


class ActOutput(Output):
    """An act outside a turn."""

    example = examples.ACT

    turn = serializers.IntegerField(min_value=1, help_text="The number of the turn then due.")
    index = serializers.IntegerField(min_value=0, help_text="Counts the acts at that turn.")
    side = serializers.CharField()
    name = serializers.CharField(
        help_text="`resign`, `claim`, `time_out`, `agree_draw`, `hand_over`, or an act of the"
        " game's own."
    )
    position_after = serializers.CharField(allow_null=True)
    events = serializers.ListField(child=serializers.DictField())
    done_at = serializers.DateTimeField()

    class Meta:
        ref_name = "Act"


class InvitationOutput(Output):
    """One of the other seats of a challenge to several."""

    player = Person(allow_null=True, help_text="null while it's open.")
    is_named = serializers.BooleanField(help_text="Whether it was made to this player by name.")
    has_accepted = serializers.BooleanField()

    class Meta:
        ref_name = "Invitation"


class CommonChallenge(Output):
    """What every challenge says about itself, for any game."""

    id = serializers.CharField()
    url = serializers.CharField(help_text="The link to share.")
    status = serializers.ChoiceField(CHALLENGE_STATUSES)
    challenger = Person()
    opponent = Person(allow_null=True)
    invitations = InvitationOutput(
        many=True, help_text="The other seats, where more than two play; else empty."
    )
    options = serializers.DictField(help_text="The proposed options: see `GET /rulesets`.")
    days_per_turn = serializers.IntegerField(min_value=1, max_value=14)
    clock = Clock()
    live = LiveTerms(allow_null=True, help_text="For a live game; null for correspondence.")
    rated = serializers.BooleanField()
    public = serializers.BooleanField(
        help_text="Whether the lobby may show it, and lists its game."
    )
    rematch_of = serializers.CharField(allow_null=True)
    goes_on_from = serializers.CharField(
        allow_null=True, help_text="The game lost on time that this one continues, or null."
    )
    game = serializers.CharField(allow_null=True)
    decline_reason = serializers.ChoiceField(DECLINE_REASONS, allow_null=True)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)
    pace = PaceOutput(
        allow_null=True,
        help_text="How soon the challenger answers: of one challenge by its id, else null.",
    )
    filters = FiltersOutput(help_text="Limits on accepting an open challenge.")
    misfit = MisfitOutput(allow_null=True, help_text="Why I may not accept it.")


class ChallengeOutput(CommonChallenge):
    """A challenge to a game of Chess Eleven."""

    example = examples.CHALLENGE

    ruleset = Constant(registry.DEFAULT)
    side = serializers.ChoiceField(CHALLENGE_SIDES, help_text="The challenger's.")
    goals_to_win = serializers.IntegerField(
        min_value=0, max_value=9, help_text="0 in a live game that only the clock decides."
    )

    class Meta:
        ref_name = "Challenge"


def page_of(shape: type[serializers.Serializer[Any]] | OneOf, name: str = "") -> type[Output]:
    """Return the shape of a page of these."""
    if isinstance(shape, OneOf):
        results: Any = serializers.ListField(child=shape)
    else:
        name = shape.__name__.removesuffix("Output")
        results = shape(many=True)
    example = getattr(shape, "example", None)
    fields = {
        "next": serializers.CharField(allow_null=True),
        "previous": serializers.CharField(allow_null=True),
        "results": results,
        "__doc__": f"A page of a list, each result a {name}.",
        "example": None if example is None else examples.page(example),
        "Meta": type("Meta", (), {"ref_name": f"{name}Page"}),
    }
    return type(f"{name}PageOutput", (Output,), fields)
