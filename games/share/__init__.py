"""Games to show elsewhere: clips, pages of goals, frames for other sites."""
