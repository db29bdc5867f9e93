"""Pages about notifications: the settings, the installable app and its worker."""
