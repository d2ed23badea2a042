"""Where games are kept: tables and their logs in a database that SQLAlchemy knows. It knows no rules and no web."""
