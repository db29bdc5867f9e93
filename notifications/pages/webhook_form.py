"""The form of a webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from games.shown.event_words import all_events, event_types
from notifications.models import Webhook
from notifications.transport.ssrf import LONGEST_URL


class WebhookForm(forms.Form):
    """Where a webhook leads and what it sends."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST_URL,
        widget=forms.URLInput(attrs={"placeholder": " ", "autocomplete": "off"}),
        help_text=gettext_lazy("A public https address of your program."),
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("Events"),
        choices=[(kind.value, gettext_lazy(words.when)) for kind, words in all_events().items()],
        widget=forms.CheckboxSelectMultiple,
        initial=event_types(),
    )
    own_events = forms.BooleanField(
        label=gettext_lazy("Include my own actions"),
        required=False,
        initial=True,
        help_text=gettext_lazy("When off, your own turns and answers send no events."),
    )


class ChatForm(forms.Form):
    """Where a card goes: a service, and its address there."""

    format = forms.ChoiceField(
        label=gettext_lazy("Service"),
        choices=[one for one in Webhook.Format.choices if one[0] != Webhook.Format.JSON],
    )
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST_URL,
        widget=forms.URLInput(attrs={"placeholder": " ", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "Discord and Slack: the webhook's address. ntfy: the address of a topic. Telegram: "
            "https://api.telegram.org/botTOKEN/sendMessage?chat_id=CHAT."
        ),
    )
