"""The daily and the weekly mail: what waits, and what there was, at an hour that people choose."""
