"""The operations of the API, a class each."""
