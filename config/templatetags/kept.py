"""A part of a page that is the same for every reader."""

from __future__ import annotations

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

from config.http.kept_pages import kept_part

register = template.Library()


class Kept(template.Node):
    """A part that depends on nothing but the path of the page and the language."""

    def __init__(self, nodelist: NodeList, line: int | None) -> None:
        self.nodelist, self.line = nodelist, line

    def render(self, context: Context) -> SafeString:
        place = (self.origin.name, self.line, context["request"].path)
        return kept_part(place, lambda: self.nodelist.render(context))


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """Keep what follows until ``endkept``, for as long as the process runs."""
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(nodelist, token.lineno)
