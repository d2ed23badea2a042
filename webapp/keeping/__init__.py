"""Photos that a person put right and lets Kibitz keep, so that their own table becomes a measure too."""
