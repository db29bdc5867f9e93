"""What finals at an hour add: their kind of notification, and their entry in the calendar."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from icalendar import Event

from accounts.models import User
from config.features import Feature
from games.features.competitions.models import Section
from games.features.finals.coming_up import finals_of, path_of
from games.features.finals.models import Final
from games.store.outbox import EventType
from notifications.calendar import ENTRIES, deadline_entry
from notifications.message.content import MessageContent, local_time
from notifications.message.context import MessageContext
from notifications.vocabulary.kind import KINDS, Kind, Occasion

LENGTH = timedelta(minutes=30)


class FinalNews(Kind):
    """The final of the receiver's cup has an hour, or asks for them."""

    name = "final"
    label = gettext_lazy("A final with a kick-off time")
    events = (EventType.FINAL_FIXED, EventType.FINAL_ASKED, EventType.FINAL_NEAR)
    is_urgent = True

    def is_for(self, occasion: Occasion) -> bool:
        return True

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        hour = _hour_of(context)
        at = context.event.data["at"]
        if at is None:
            return hour is None
        is_same = hour is not None and hour.fixed_for == datetime.fromisoformat(at)
        is_moved = hour is not None and hour.at == datetime.fromisoformat(at)
        if hour is None or not (is_same or is_moved) or hour.state != Final.State.WAITING:
            return False
        if hour.section.is_over:
            return False
        if context.event.type != EventType.FINAL_ASKED:
            return hour.closes_at > now
        answered = hour.answers.filter(entry__user=context.receiver)
        return hour.at > now and not answered.exists()

    def compose(self, context: MessageContext) -> MessageContent:
        event, hour = context.event, _hour_of(context)
        name = hour.section.competition.title if hour is not None else event.data["name"]
        at = event.data["at"]
        when = local_time(context, datetime.fromisoformat(at)) if at else ""
        path = f"/competitions/{event.competition}/{event.data['section']}/final/"
        deadline = ""
        match event.type:
            case EventType.FINAL_ASKED:
                title = _("{name}: confirm the time of your final").format(name=name)
                words = _("{when}: you play the final live, if you both confirm.")
                deadline, action = _("Answer by {when}.").format(when=when), _("Confirm or decline")
            case EventType.FINAL_NEAR:
                title = _("{name}: your final begins soon").format(name=name)
                words = _(
                    "Kick-off: {when}. Open the final and press “I'm here” within ten minutes of "
                    "it, before or after. If you don't, you lose."
                )
                action = _("To the final")
            case _ if hour is None:
                title = _("{name}: the final is by correspondence").format(name=name)
                words, action = _("The organiser cancelled the kick-off time."), _("See the cup")
            case _:
                title = _("{name}: the final has a kick-off time").format(name=name)
                words = _("{when}: played live, if both finalists confirm.")
                action = _("See the final")
        said = words.format(when=when)
        return MessageContent(
            title=title, summary=said, sentences=[said], deadline=deadline, action=action, path=path
        )


def _hour_of(context: MessageContext) -> Final | None:
    where = {"competition": context.event.competition, "key": context.event.data["section"]}
    section = Section.objects.filter(**where).first()
    return Final.objects.filter(section=section).first() if section is not None else None


def entries(user: User, now: datetime) -> Iterator[Event]:
    """Yield the hours of this person's finals that they have not declined."""
    for own in finals_of(user.pk):
        if own.answer is not None and not own.answer.is_confirmed:
            continue
        section = own.hour.section
        words = _("{name}: final").format(name=section.competition.title)
        yield deadline_entry(
            # The same entry when the hour moves.
            f"final-{section.pk}-{user.pk}",
            own.hour.at + LENGTH,
            words=words,
            path=path_of(section),
            alarm=words,
            before=[LENGTH + timedelta(hours=1)],
            stamp=own.hour.asked_at or own.hour.fixed_for,
            sequence=int(own.hour.at.timestamp()),
        )


FEATURE = Feature("notifications.finals", hooks=[KINDS.by(FinalNews()), ENTRIES.by(entries)])
