"""The project: settings, addresses and the parts that every app shares."""
