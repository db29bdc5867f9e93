"""The one-command start: packages, servers, processes, backup. Nobody else need open it."""
