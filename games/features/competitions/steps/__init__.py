"""What happens to a section by the clock and by the ends of its games.

Each step is one short transaction under the lock of the section and looks first whether it is
still to be done: it may be killed at any place, be begun again, and run beside itself.
"""
