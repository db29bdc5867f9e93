"""Attacks on a running service, each beside people who play: what do these notice of it?

``stage``    one ``manage.py up`` of its own, with people and games
``watch``    who plays, waits for missed deadlines and for mails, and how long each took
``workers``  those on robots and webhooks
``kinds``    the attacks: a table, to which one is added by writing a function
"""
