"""Apps: OAuth 2.1 on django-oauth-toolkit, made narrower.

Authorization code with PKCE (S256 only) and the device flow, public clients, rotating refresh
tokens. Codes and tokens are stored as their SHA-256.
"""
