"""Profiles in the page: chosen for photos and cameras, made, shown and deleted."""
