"""The chance that Chess Eleven's analysis shows: played, fitted and tested by one command."""
