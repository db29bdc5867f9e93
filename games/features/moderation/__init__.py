"""Reports, decisions about accounts, and appeals.

``reporting``  a player reports another
``deciding``   a moderator decides, and takes a decision back
``appeals``    the person asks for another look, and another moderator answers
``standing``   what is in force about someone, and what follows from it
``letters``    what the person and the reporter are told
``queue``      what moderators see
"""
