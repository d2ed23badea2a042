"""Whose hands they are that stay hidden, so that the phone which was taken over may come back to its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes a column for it; of veils that are there already nobody knows."""
    op.add_column("veils", sa.Column("token_hash", sa.String(64), nullable=True))


def downgrade() -> None:
    """Takes it away again."""
    op.drop_column("veils", "token_hash")
