"""The game in words: narration, summaries, prompts."""
