"""The pages for those who write programs for the service."""
