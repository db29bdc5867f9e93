"""Fun Family Chess: two to four seats round a cross of 128 squares. LAWS.md has the laws."""
