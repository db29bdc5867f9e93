"""The mails that come at an hour people choose.

The daily and the weekly one tell what waits and what there was, another brings the puzzle of the
day.
"""
