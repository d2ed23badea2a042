"""Tables, the entries of their logs, who sits where, and decisions that wait for others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the first tables of the database, or what is missing of them.

    MariaDB and MySQL keep each at once: a start may have been ended between two.
    """
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("code", sa.String(12), nullable=False, unique=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("position", sa.Integer(), primary_key=True),
        sa.Column("entry", sa.JSON(), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.Integer(), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "decisions",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.Integer(), primary_key=True),
        sa.Column("decision", sa.String(200), nullable=False),
        if_not_exists=True,
    )


def downgrade() -> None:
    """Takes them away again."""
    for name in ("decisions", "seats", "entries", "tables"):
        op.drop_table(name)
