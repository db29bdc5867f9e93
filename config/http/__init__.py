"""The HTTP platform that all apps share: refusals, documents, limits, headers. Imports no app."""
