"""The languages that people are spoken to in: catalogues, who hears which, dates and numbers."""
