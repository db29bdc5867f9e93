"""The pages on which developers register their apps."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import App
from accounts.pages.forms import AppForm

MAX_APPS = 20


@login_required
@require_safe
def my_apps(request: HttpRequest) -> HttpResponse:
    """Show the apps that one has registered."""
    apps = App.objects.filter(user=request.user)
    return render(request, "accounts/apps.html", {"apps": apps, "is_full": len(apps) >= MAX_APPS})


@login_required
def register(request: HttpRequest) -> HttpResponse:
    """Register an app."""
    form = AppForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if App.objects.filter(user=request.user).count() >= MAX_APPS:
            form.add_error(
                None,
                _("You have {max_apps} apps. Delete one you don't need.").format(max_apps=MAX_APPS),
            )
        else:
            form.instance.user = request.user
            app = form.save()
            messages.success(
                request,
                _("{name} is registered. Its client ID is shown below.").format(name=app.name),
            )
            return redirect("my_app", app.id)
    return render(request, "accounts/app.html", {"form": form})


@login_required
def my_app(request: HttpRequest, app_id: int) -> HttpResponse:
    """Show and change one app."""
    app = get_object_or_404(App, id=app_id, user=request.user)
    form = AppForm(request.POST or None, instance=app)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("my_app", app.id)
    return render(request, "accounts/app.html", {"form": form, "app": app})


@login_required
@require_POST
def delete(request: HttpRequest, app_id: int) -> HttpResponse:
    """Delete an app, and with it every token that people gave it."""
    app = get_object_or_404(App, id=app_id, user=request.user)
    app.delete()
    messages.success(request, _("{name} is deleted.").format(name=app.name))
    return redirect("my_apps")
