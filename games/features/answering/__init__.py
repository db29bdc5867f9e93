"""Answering an email with a turn.

``tokens``    the addresses that answers go to
``letters``   an email as it came: who wrote it, and what
``cutting``   the answer alone, without quotes and signatures
``taking``    accepts an email: a row, before the sender's server hears that we have it
``replies``   does what it says, and answers by email
``bounces``   emails of ours that came back
``server``    the LMTP and SMTP server that takes them
"""
