"""Games that live on the server: the routes, and what each view of a table is told."""
