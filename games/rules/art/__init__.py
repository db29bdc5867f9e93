"""The product's own drawings of pieces and letters: paths that every game may use."""
