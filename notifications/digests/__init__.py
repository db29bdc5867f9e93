"""The daily and the weekly email: when they are due and what they say."""
