"""What is logged of an error."""

from __future__ import annotations

import logging

import pytest
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client
from django.urls import path


def failing(request: HttpRequest, exception: Exception) -> HttpResponse:
    raise KeyError("of the page")


def missing(request: HttpRequest) -> HttpResponse:
    raise Http404


urlpatterns = [path("missing/", missing)]
handler404 = failing
handler500 = "config.http.errors.handler.crashed"


@pytest.mark.urls(__name__)
@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/missing/", "/nowhere/"])
def test_an_error_in_the_page_of_another_is_logged(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = Client(raise_request_exception=False).get(address)

    assert answer.status_code == 500
    (record,) = [one for one in caplog.records if one.exc_info]
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], KeyError)
