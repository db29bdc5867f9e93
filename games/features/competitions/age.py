"""Who is young enough for a section, by one date and without anyone's date of birth."""

from __future__ import annotations

from datetime import date, timedelta


def cut_off(age_date: date, under: int) -> date:
    """Return the first day of birth with which someone is still under this age (law 5.2).

    The birthday has not been reached on the age date: so it is the day after the same day that
    many years earlier, and the day after 28 February where that is a 29th that does not exist.
    """
    year = age_date.year - under
    try:
        same_day = age_date.replace(year=year)
    except ValueError:
        same_day = date(year, 2, 28)
    return same_day + timedelta(days=1)
