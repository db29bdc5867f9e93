"""Addresses of the pages of answering by email."""

from django.urls import path

from games.features.answering import pages

urlpatterns = [path("settings/emails/", pages.resume, name="resume_emails")]
