"""Dates in English; a 24-hour clock, as on every page."""

DATE_FORMAT = "j F Y"
FULL_DATE_FORMAT = "l j F Y"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
YEAR_MONTH_FORMAT = "F Y"
TIME_FORMAT = "H:i"
