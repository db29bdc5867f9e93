"""Addresses of a small API on which the shared manners are tried."""

from __future__ import annotations

import threading
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from accounts.models import PersonalToken
from config.http.errors.refusals import Refusal
from config.http.pagination import CursorPagination

began = threading.Event()
may_go_on = threading.Event()
may_go_on.set()


class Body(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=20)
    inner = serializers.ListField(child=serializers.IntegerField(), required=False)


class Tokens(ApiView):
    """Lists tokens; each POST makes one more."""

    scope = {"GET": None, "POST": "games:play"}

    def get(self, request: Request) -> Response:
        pages = CursorPagination()
        pages.ordering = ("name", "id")
        rows = pages.paginate_queryset(PersonalToken.objects.all(), request, self)
        return pages.get_paginated_response([row.name for row in rows])

    def post(self, request: Request) -> Response:
        body = Body(data=request.data)
        body.is_valid(raise_exception=True)
        name = body.validated_data["name"]
        token = PersonalToken.objects.create(
            user=self.user,
            name=name,
            scopes=[],
            digest=f"{name}-{PersonalToken.objects.count()}",
        )
        began.set()
        assert may_go_on.wait(10)
        if name == "crash":
            raise RuntimeError("in the middle")
        if name == "refuse":
            raise Refusal("not_your_turn", "It is bob's turn.", turn=3)
        return Response({"id": token.id}, status=201, headers={"Location": f"/t/{token.id}"})


def raw(request: HttpRequest) -> HttpResponse:
    if request.method != "GET":
        return HttpResponse("plain words", status=405, headers={"Allow": "GET"})
    raise RuntimeError("crash outside the REST views")


urlpatterns = [path("api/v1/tokens", Tokens.as_view()), path("api/v1/raw", raw)]
