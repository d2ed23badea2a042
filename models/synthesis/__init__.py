"""Renders tiles and whole tables with the run-time packages alone: for training, tests and the demo."""
