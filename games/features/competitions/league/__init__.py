"""The laws of a league (chapter 10): pure, numbers in and numbers out."""
