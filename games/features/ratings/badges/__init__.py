"""Badges: what somebody has done for the first time. Given by what games tell, told to nobody."""
