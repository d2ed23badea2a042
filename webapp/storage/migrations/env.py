"""What Alembic runs to take the missing steps, within the transaction that `webapp.storage.database` has begun."""

from __future__ import annotations

from alembic import context

from webapp.storage.schema import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata)
context.run_migrations()
