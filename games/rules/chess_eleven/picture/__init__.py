"""The board as pictures: pieces, drawing, annotations, layers, diagrams."""
