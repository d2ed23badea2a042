"""What Kibitz says about Qwirkle, and what it is asked: JSON, text, drawings."""
