"""Competitions as pages."""
