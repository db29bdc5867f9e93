"""The reference clients, served at /developers/clients and meant to be copied."""
