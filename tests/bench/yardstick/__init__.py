"""The least that a Django REST service can do: what the measurements are compared with.

A project of its own with no middleware, on the very tables of the service. It knows no laws and
tells no one: it authenticates by the token of REST framework, locks one row, inserts one,
updates one, or shows rows by a serializer.
"""
