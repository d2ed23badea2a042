"""The Flask app and the command line."""
