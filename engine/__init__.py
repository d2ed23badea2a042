"""The rules of the games and the advice: knows no image, no web, no clock and no global random state."""
