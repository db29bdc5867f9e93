"""Pages about being told: the settings, the installable app and its worker."""
