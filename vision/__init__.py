"""A photo or a frame in, a reading out."""
