"""Rebuilds each model with one command; needs the extra ``train``."""
