"""Badges: what someone has done for the first time. Given by what games show, shown to no one."""
