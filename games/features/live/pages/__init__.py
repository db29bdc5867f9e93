"""The pages of live play."""
