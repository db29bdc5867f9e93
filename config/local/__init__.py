"""The one-command start: packages, servers, processes, backup. No one else need open it."""
