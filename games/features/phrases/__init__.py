"""What players say to each other: sixteen phrases, each in the language of whoever hears it.

``words``     the phrases
``saying``    who may say how much, and who hears it
``robots``    what house robots answer, and say by themselves
"""
