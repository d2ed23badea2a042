"""Qwirkle: tiles, board, moves, the game as an event log, and what to play."""
