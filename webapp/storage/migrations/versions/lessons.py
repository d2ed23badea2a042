"""What people put right at a table, which teaches the reading of its pictures."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes a table for it."""
    op.create_table(
        "lessons",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("lesson", sa.JSON(), nullable=False),
    )


def downgrade() -> None:
    """Takes it away again."""
    op.drop_table("lessons")
