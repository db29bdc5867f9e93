"""Telling people in time that their time runs out, when it suits them."""
