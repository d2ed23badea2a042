"""Hands that stay hidden from whoever has their seats, because those were taken over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes a table for them."""
    op.create_table(
        "veils",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.Integer(), primary_key=True),
    )


def downgrade() -> None:
    """Takes it away again."""
    op.drop_table("veils")
