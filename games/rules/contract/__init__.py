"""The contract between the service and every game that it can host.

A rule set knows one game completely and nothing else: no clock, no database, no randomness. It owns
its state, gives it out as text and as plain data, and takes it back. The service stores the text,
asks who is to act, plays what it gets and writes down what happened. Of a state it knows the
``Summary`` alone.

- ``values``: what goes in and comes out: turns, acts, steps, outcomes, what may follow.
- ``summary``: all that the service may know of a state.
- ``options``: the terms of a game, declared once for the API, the form and the emails.
- ``laws``: ``RuleSet``, the game itself.
- ``face``: ``Presenter``, how it looks and how it is reported.
- ``foresight``: what every rule set can use to look ahead.
- ``timed``: ``Timed``, what a clock of minutes means to a game, where it can be played live.
- ``valuing``: ``Valuer``, the chance to win, for the analysis of finished games.
- ``search``: ``Tree``, ``Explorer`` and ``Robot``, for perft and for players made of code.
"""

from games.rules.contract.face import ActWords, Collage, Layer, Presenter, Reason
from games.rules.contract.foresight import roll_for
from games.rules.contract.laws import Adjudicable, Arranging, RuleSet, SeatedByLot, Supervised
from games.rules.contract.options import UNTIL, OptionField, check_fields, is_moment
from games.rules.contract.search import Explorer, Robot, Shooting, Tree, WholeTurn
from games.rules.contract.summary import Phase, Standing, Summary
from games.rules.contract.timed import CLOCK, FISCHER, HALVES, TIME_UP, Timed, check_live
from games.rules.contract.values import (
    ABORT,
    ABORTED,
    ADJUDICATE,
    ADJUDICATE_DRAW,
    ADJUDICATED,
    AGREE_DRAW,
    ALARMS,
    BALL_WON,
    BY_POST,
    CALL_OFF,
    CALLED_OFF,
    CAPTURE,
    CHECK,
    CLAIM,
    DECLARED,
    FINAL_WHISTLE,
    FULL_TIME,
    HALF_TIME,
    LET_LEAVE,
    LET_RETURN,
    RESIGN,
    RUN_OUT,
    SHOT,
    STAY,
    TIME_OUT,
    ActRecord,
    Choice,
    Happening,
    Narration,
    Options,
    Outcome,
    Roll,
    Side,
    Step,
    Terms,
    TurnRecord,
    before_chance,
)
from games.rules.contract.valuing import POINT, WHOLE, Valuer

__all__ = [
    "ABORT",
    "ABORTED",
    "ADJUDICATE",
    "ADJUDICATED",
    "ADJUDICATE_DRAW",
    "AGREE_DRAW",
    "ALARMS",
    "BALL_WON",
    "BY_POST",
    "CALLED_OFF",
    "CALL_OFF",
    "CAPTURE",
    "CHECK",
    "CLAIM",
    "CLOCK",
    "DECLARED",
    "FINAL_WHISTLE",
    "FISCHER",
    "FULL_TIME",
    "HALF_TIME",
    "HALVES",
    "LET_LEAVE",
    "LET_RETURN",
    "POINT",
    "RESIGN",
    "RUN_OUT",
    "SHOT",
    "STAY",
    "TIME_OUT",
    "TIME_UP",
    "UNTIL",
    "WHOLE",
    "ActRecord",
    "ActWords",
    "Adjudicable",
    "Arranging",
    "Choice",
    "Collage",
    "Explorer",
    "Happening",
    "Layer",
    "Narration",
    "OptionField",
    "Options",
    "Outcome",
    "Phase",
    "Presenter",
    "Reason",
    "Robot",
    "Roll",
    "RuleSet",
    "SeatedByLot",
    "Shooting",
    "Side",
    "Standing",
    "Step",
    "Summary",
    "Supervised",
    "Terms",
    "Timed",
    "Tree",
    "TurnRecord",
    "Valuer",
    "WholeTurn",
    "before_chance",
    "check_fields",
    "check_live",
    "is_moment",
    "roll_for",
]
