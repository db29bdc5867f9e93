"""Future Chess: thirty pieces on three boards, one above the other. LAWS.md has the laws."""
