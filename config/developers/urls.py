"""Addresses of the developers' pages."""

from django.urls import path

from config.developers import feed, views

urlpatterns = [
    path("", views.page, {"name": "start"}, name="developers"),
    path("changes.atom", feed.ChangesFeed(), name="developers_changes_feed"),
    path("clients/<str:name>", views.client, name="developers_client"),
    *(
        path(f"{page.name}/", views.page, {"name": page.name}, name=f"developers_{page.name}")
        for page in views.pages()[1:]
    ),
]
