"""Addresses of the installable app and of the settings."""

from django.urls import path

from notifications.pages import app, calendar, operator, settings, webhooks

urlpatterns = [
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("sw.js", app.worker, name="worker"),
    path("offline/", app.offline, name="offline"),
    path("operator/", operator.operator, name="operator"),
    path("operator/acts/<str:name>/", operator.act, name="operator_act"),
    path("settings/", settings.settings, name="settings"),
    *(
        path(f"settings/{name}/", settings.settings, {"page": page}, name=page)
        for name, page in (
            ("time", "settings_time"),
            ("language", "settings_language"),
            ("playing", "settings_playing"),
        )
    ),
    path("settings/save/<str:section>/", settings.save, name="save_settings"),
    path("settings/notify/<str:kind>/", settings.ask, name="ask_to_hear"),
    path(
        "settings/devices/<int:subscription_id>/forget/",
        settings.forget_device,
        name="forget_device",
    ),
    path("settings/calendar/", calendar.show_address, name="calendar_address"),
    path("calendar/<str:secret>.atom", calendar.turns_feed, name="turns_feed"),
    path("settings/webhooks/", webhooks.list_webhooks, name="webhooks"),
    path("settings/webhooks/new/", webhooks.new_webhook, name="new_webhook"),
    path("settings/webhooks/chat/", webhooks.new_chat, name="new_chat"),
    path("settings/webhooks/<int:webhook_id>/", webhooks.one_webhook, name="webhook"),
    path("settings/webhooks/<int:webhook_id>/test/", webhooks.try_webhook, name="try_webhook"),
    path(
        "settings/webhooks/<int:webhook_id>/switch/", webhooks.switch_webhook, name="switch_webhook"
    ),
    path(
        "settings/webhooks/<int:webhook_id>/deliveries/<int:delivery_id>/resend/",
        webhooks.resend,
        name="resend_delivery",
    ),
    path("settings/webhooks/<int:webhook_id>/secret/", webhooks.renew_secret, name="renew_secret"),
    path(
        "settings/webhooks/<int:webhook_id>/delete/", webhooks.delete_webhook, name="delete_webhook"
    ),
]
