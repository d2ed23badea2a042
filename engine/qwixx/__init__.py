"""Qwixx: sheets, rolls, marks, the game as an event log, and what to mark."""
