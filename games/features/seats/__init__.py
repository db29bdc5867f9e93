"""Offering a seat that fell vacant to a person, by link or to friends, if all others agree.

A house bot has played on in it since its player left, and goes on until someone takes it.

``offering``  who may offer it, who agrees, and who takes it
"""
