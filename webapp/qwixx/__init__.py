"""What Kibitz says about Qwixx, and what it is asked: JSON, text, drawings."""
