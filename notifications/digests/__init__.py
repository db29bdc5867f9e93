"""The daily and the weekly mail: when they are due and what they say."""
