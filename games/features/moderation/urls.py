"""Pages of reports and decisions."""

from django.urls import path

from games.features.moderation import moderators, pages

urlpatterns = [
    path("report/", pages.report, name="report"),
    path("standing/", pages.standing, name="standing"),
    path("standing/<int:decision_id>/appeal/", pages.appeal, name="appeal"),
    path("standing/<str:token>/", pages.by_link, name="standing_link"),
    path("operator/reports/", moderators.show_queue, name="report_queue"),
    path("operator/reports/<int:report_id>/", moderators.show, name="report_shown"),
    path("operator/reports/<int:report_id>/decide/", moderators.decide, name="report_decide"),
    path("operator/decisions/<int:decision_id>/undo/", moderators.undo, name="decision_undo"),
    path("operator/appeals/<int:appeal_id>/", moderators.show_appeal, name="appeal_shown"),
    path("operator/appeals/<int:appeal_id>/answer/", moderators.answer, name="appeal_answer"),
]
