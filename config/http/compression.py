"""Compressing what is long, for those who take it.

The length of a compressed answer shows something of what is in it (BREACH): who can put text of
their own into an answer that holds a secret, and see how long it is, finds the secret letter by
letter. So only answers without secrets are compressed: lists of games and challenges, turns,
events, records. Answers that show a token, a webhook's secret or an address that is one are not.
"""

from __future__ import annotations

from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page

compressed = method_decorator(gzip_page)
"""Decorates a method of a view whose answers hold no secret."""
