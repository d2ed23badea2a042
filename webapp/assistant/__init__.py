"""A session at a table, game by game: settled readings in, positions, scores and advice out. Knows no Flask."""
