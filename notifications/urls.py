"""Addresses that emails lead to, and the operator's look at the emails."""

from django.urls import path

from notifications import views
from notifications.api.calendar import CalendarFeed

app_name = "notifications"

urlpatterns = [
    # Where calendars were before they moved below the API: programs continue asking here.
    path("calendar/<str:secret>.ics", CalendarFeed.as_view(schema=None), name="calendar"),
    path("mail/stop/<str:token>/", views.stop_mail, name="stop"),
    path("mail/leave/<str:token>/", views.take_leave, name="leave"),
    path("operator/mail/", views.list_mail, name="mail"),
    path("operator/mail/<str:name>/", views.show_mail, name="mail-one"),
    path("operator/mail/<str:name>/<int:part>/", views.show_mail_part, name="mail-part"),
]
