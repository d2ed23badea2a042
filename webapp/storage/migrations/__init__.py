"""How the database came to be as it is, one step after the other; a server takes the missing ones on its start."""
