"""The commands of `kibitz`, a module each."""
