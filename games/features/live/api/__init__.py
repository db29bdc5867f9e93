"""The endpoints of live play."""
