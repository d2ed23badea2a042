"""A session at one table: a settled reading and a game in, the proposed move, score and advice out."""
