"""What a member means wherever its field says nothing of its own: one word, one meaning.

A member that means something else in one shape is named with it: ``Penalty.number``. Enumerations
and choices between shapes are at the end, under the names they have in the document.
"""

from __future__ import annotations

from typing import Final

_WORDS: Final = """
act                    The act outside a turn; null for a turn.
action                 The answer.
actions                The actions, in order, as they are sent.
acts                   Everything done outside turns, in order.
after                  The actions that the turn begins with.
age_check              How ages are checked.
age_date               The day on which a player's age counts.
answer_status          The HTTP status of the last answer; null without one.
answered_at            When it was answered; null while it waits.
art                    Which piece is drawn.
at                     The square.
attempts               How often it was sent.
auth                   The secret of the browser, in base64url.
awaiting               The sides to act.
awarded_on             The day it was awarded.
before                 The rating before.
began_at               When playing on began; null if it has not.
black                  The part of Black.
body                   The start of the last answer.
certificates_for_all   Whether everyone gets a certificate, not only the first three.
challenge              The challenge, if any.
challenger             The player who makes the challenge.
chance                 The chance to score, in per cent.
chapter                The chapter of the lesson.
choices                The possible values.
clock                  The time control.
closes_at              When entries close and the draw is made.
code                   The word to switch on; see the table of codes.
commitment             SHA-256 (hex) of a secret that is shown later.
competition            The competition, if any.
created_at             When it was made.
cut_off                The last day of birth that is not in it; null without an age limit.
data                   The details.
days_per_turn          Days for each turn, rounded up.
deadline               When the time to act ends; null when the game is over.
decided_at             When it was decided; null while it is open.
decline_reason         Why it was declined; null if no reason was given.
default                The value if it is left out.
device                 The kind of device, in words.
divisions              From the top down.
do                     Which kind of answer it is.
done                   Whether the task is done.
done_at                When it was done.
draw                   The result of the draw; null before it.
draw_offered_by        The side whose offer of a draw waits for an answer; null without one.
drawn                  Draws.
due_at                 Until when decisions can be sent.
earlier                Seeds that were replaced, the oldest first.
earlier_commitments    Commitments that were replaced, the oldest first.
email                  The email address.
email_verified         Whether the address was confirmed.
ended_at               When it ended.
endpoint               Where the browser hears of news.
ends_at                When it ends.
entrants               How many take part.
entries                One for each, in order.
error                  Why the last attempt failed; empty if it did not.
events                 The events, in order.
expires_at             When it can no longer be used.
failed                 Whether the try was wrong.
failing_since          Since when nothing arrives; null while it works.
fairness               The commitment behind the rolls of the game.
fallback               The turn to play if no reply fits; null without one.
family                 Family mode: who finds and sees this account.
finished               Finished games.
finished_at            When the game ended; null while it runs.
format                 The name of this form of record.
formation_ends_at      When the time for formations ends; null outside that phase.
formations             The formations of each round.
from                   The square it starts from.
game                   The game, if any.
games                  How many games.
goals_against          Goals conceded.
goals_for              Goals scored.
handed_in              The numbers of the players who have sent their decisions.
happened_at            When it happened.
has_accepted           Whether this player has accepted.
height                 Rows.
help                   A sentence that explains it.
hint                   A hint.
hours                  How many hours.
how_to_replay          How to play the record again.
how_to_verify          How to check the rolls.
id                     Its id.
in_check               Whether the side to play is in check.
is_bot                 Whether a program plays.
is_goal                Whether it is a goal.
keys                   The keys of the browser.
kind                   Which kind it is.
king                   The place of the other side's king.
kept_until             Until when it can be fetched; null before it is ready.
label                  Its name for people.
last_at                When it last changed; null before the first game.
last_notified_at       When a message last arrived; null before the first.
last_used_at           When it was last used; null before the first time.
law                    The law that it is about.
least                  The smallest value.
legal_actions          The actions that a turn may begin with.
liked                  Whether you like it.
likes                  How many people like it.
limit                  The most that can take part.
line                   The turns, in order.
lines                  The lines, the newest first.
locked_at              When both sides were ready.
lost                   Games lost.
made_at                When it was prepared.
made_at_turn           The turn due when it was prepared.
mail                   The choices for email.
matches                The matches of the round.
most                   The largest value.
name                   Its name.
next                   The address of the next page; null on the last.
next_attempt_at        When it is sent again; null if it is not.
notation               The turn in the notation of the game.
note                   Your note on the game.
notifications          Which news you get, and how.
number                 Its number, from 1.
offer_draw             Whether the turn offers a draw.
offers                 Other ways to play while you wait.
old_secret_until       Until when the old secret signs as well.
opens_at               When entries open.
opponent               The challenged player; null while it's open.
options                The agreed options of the game.
out                    How the player went out; null while playing.
outcome                How the shot ends; null without a shot.
own_events             Whether it also gets news of what you did yourself.
owner                  The side it belongs to.
p256dh                 The public key of the browser, in base64url.
pace                   How soon the player usually answers.
password               The password.
paused_because         Why it is paused; empty while it is not.
peak                   The highest it has been.
period                 The time that counts.
phrase                 The key of the message.
pieces                 Which piece is on which square.
place                  The place, from 1.
played                 Games played.
played_at              When it was played.
player                 The username; null if hidden or gone.
players                The player of each side.
points                 Points.
position               The position, in the notation of the game.
position_after         The position after it; null if there is none.
position_before        The position before it.
preset                 The slot of the saved formation; null without one.
previous               The address of the page before; null on the first.
prizes                 The prizes.
prompt                 The next thing to do, in a sentence.
push                   The choices for push messages.
quiet_until            Until when pushes wait; null for no quiet hours.
rated                  Whether it counts for the rating.
rating                 The rating.
rating_change          The effect of the game on the ratings.
ratings                Whether your ratings count and are shown.
ready                  Whether the side is ready.
reason                 Why, as a word.
record                 Games won, drawn and lost.
rematch_of             The id of the game that it repeats; null for a new one.
reminders              When to remind before a deadline.
replaced_at            When it was replaced.
reply                  The turn to play.
requested_at           When it was asked for.
rest                   Rest days: weekdays on which my clock is paused.
result                 How the game ended; null while it runs.
results                The entries of this page.
roll                   The number from 1 to 100 that decides.
rolls                  The rolls of the turn, from 1 to 100.
round                  The number of the round, from 1.
round_days             Days for each round.
rounds                 The rounds, in order.
rows                   One for each player, the first place first.
rules                  The laws that the game was played by.
ruleset                Which game it is.
said_at                When it was sent.
saved_at               When it was saved.
say                    The sentence for the player.
scopes                 The allowed scopes.
score                  The goals of each side.
season                 The number of the season, from 1.
seats                  How many can play.
seconds                How many seconds.
secret                 The secret. It is shown only now.
section                The key of the section.
sections               The sections.
seed                   The secret behind the commitment; null until all is drawn.
server_time            The time by our clock.
settled_at             When it was done with; null while it waits.
sha256                 SHA-256 (hex) of the certificate.
shade                  How the square is coloured.
shootout               The penalty shoot-out; null without one.
shots                  The shots, in order.
side                   The side.
side_to_play           Whose turn it is; null when none may play.
since                  Since when; null while you are not searching.
slot                   The number of its place, from 1.
solved                 Whether you solved it.
squares                The squares.
standing               The final place, from 1.
stands                 Where the king waits for each shot.
stars                  Stars, from 0 to 3.
started_at             When it began; null before.
starts_at              When it begins.
state                  How things are.
status                 How far it is.
step                   The number of the step, from 1.
steps                  The steps, in order.
target                 Where the shot goes.
terms                  The agreed time control.
text                   The text.
third_place            Whether third place is played for.
time_zone              The time zone, by its IANA name.
title                  A heading for people.
to                     The square it goes to.
token                  The token. It is shown only now.
tries                  The turns to try; the first legal one is played.
turn                   The number of the turn, from 1.
turns                  The turns, in order.
turns_90d              Turns played in the last 90 days.
type                   The word that names its shape.
under                  The age limit in years; null without one.
unless                 Actions of others that keep it from being played.
until                  Until when.
updated_at             When it last changed.
url                    Its address.
username               The username.
value                  The value.
version                The version of the laws.
waiting                How many wait for a free place.
white                  The part of White.
width                  Columns.
winner                 The side that won; null for a draw.
won                    Games won.
worst                  The worst place that can still be reached; null once decided.
x                      The column, from 0 at the left.
y                      The row, from 0 at the top.
yours                  Your own decisions; null before you send them.

Bearer.kind            Whether a session, a personal token or an app's token speaks.
Division.status        How far the season of this division is.
Entry.number           The number in the draw; null before it.
ExtendedData.started_at  When the pause began.
Formation.pieces       Square to upper-case letter.
HistoryEntry.turn      A turn; null for an act.
KeptLine.turn          The turn that the line starts at.
Leave.from             When it begins.
Leave.until            When it ends.
Match.by               How the match was decided; null while it is open.
Match.games            The ids of the games, in order.
Match.winner           The number of the player who won; null while it is open.
OneMatch.by            How the match was decided; null while it is open.
OneMatch.games         The ids of the games, in order.
OneMatch.winner        The number of the player who won; null while it is open.
Leaderboard.by         The figure that sets the order.
PlayedTurn.turn        The turn.
PlayedTurn.game        The game after it.
Export.game            The game.
OtherExport.game       The game.
MatchGame.game         The game.
Outlook.actions        The actions that may follow.
Options.actions        The actions that may follow.
OtherOptions.actions   The actions that may follow.
PositionOptions.actions  The actions that may follow.
Penalty.number         Which shot it is, from 1.
PlanReply.pieces       The formation: square to upper-case letter; null for a turn.
PuzzleRatingChange.after  The rating after.
RatingChangeOfSide.after  The rating after.
RatingHistoryEntry.after  The rating after.
RatingHistoryEntry.at  When it changed.
RatingHistoryEntry.game  The id of the game.
Round.round            The number of the round, from 1.
Ruleset.options        The options to agree on before a game.
Competition.options    The options of its games.
PutOut.reason          Why, in words.
Shootout.white         The number of the player who shoots first.
Standing.number        The player's number; null if hidden.
TableRow.number        The player's number.
Tables.competition     The id of the league.
Webhook.events         The types of events that are sent.
WebhookWithSecret.events  The types of events that are sent.
LessonStep.options     The actions that may begin the turn; null for other kinds of step.
LessonTry.options      The actions that may follow; null once the step is done.
AgeCheck               How ages are checked.
AnalysisStatus         How far an analysis is.
Art                    A kind of piece, by its letter.
BearerKind             The kind of credential.
Because                Why a round ended without a goal.
Blank                  No choice.
ChallengeSide          The side that the challenger asks for.
ChallengeStatus        The state of a challenge.
Choice                 One step of a turn, by its `kind`.
CompetitionKind        Knockout or league.
CompetitionRuleset     Games that competitions are played in.
Complete               Whether the actions are a whole turn.
DataExportStatus       Whether the copy can be fetched.
DecidedBy              How it was decided.
DeclineReason          Why a challenge was declined.
DecisionKind           The decision of a moderator.
DeliveryStatus         Whether a delivery arrived.
Did                    The act that the words led to.
Do                     The kind of prepared answer.
DrawAction             The step about a draw.
DuelRuleset            Games of chess for two.
EntryStatus            The state of an entry.
Event                  An event, by its `type`.
EventType              The type of event.
FinalState             How the final is played.
GameStatus             The state of a game.
GoalFile               The two files of a goal.
Happening              Part of a turn, by its `type`.
LeaderboardBy          The figure that is ranked.
LessonStepKind         The task of a step.
MailWay                When an email is sent.
MatchGameResult        The result of a game; `*` while it runs.
Move                   Promotion or relegation.
OptionFieldKind        The kind of value.
OutBy                  How a player left.
Period                 The time that a leaderboard covers.
Phase                  The part of a round.
Phrase                 A ready-made sentence.
PlanStatus             The state of a prepared answer.
PlayingOnState         Whether a game is played on now.
ProblemCode            Why nothing was done.
PushWay                When a push message is sent.
PuzzleKind             The task of a puzzle.
ReminderRung           How long before the deadline a reminder is sent.
ReportReason           Why a player is reported.
ResultReason           How a game ended.
RoundEnd               How a round ended.
ScenePieceState        Whether the player is away or out.
Scope                  One permission of a token.
SectionKey             The age group.
SectionStatus          The state of a section.
SeekState              Whether you are looking for an opponent.
Shade                  Light or dark.
ShotOutcome            How a shot ended.
Side                   White or Black.
Strength               How well the bot plays.
SupervisorActName      What a supervisor does.
SupervisorReason       Why a supervisor does it.
SupervisorStatus       The answer of the person who was asked.
TableResultResult      The result for this player.
TurnS                  Seconds for a turn.
Unless                 An event that drops the answer.
WebhookFormat          The form of what is sent.
WebhookStatus          Whether events are sent.
Weekday                A day of the week.
"""

MEANINGS: Final = dict(line.split(maxsplit=1) for line in _WORDS.splitlines() if line)
"""By member, or by shape and member."""
