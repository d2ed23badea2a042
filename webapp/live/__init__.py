"""Tables that a camera follows: a phone's, the server's own, or photos, one after the other."""
