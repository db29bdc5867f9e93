"""What players say to each other: phrases, each in the reader's language.

``words``     the phrases
``saying``    who may say how much, and who hears it
``robots``    what house bots answer, and say automatically
"""
