"""When tables began and changed, to more than the minute: MariaDB and MySQL keep a plain float in 32 bits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the columns wide enough, where they are not."""
    if op.get_bind().dialect.name in ("mysql", "mariadb"):
        for name in ("created", "changed"):
            op.alter_column("tables", name, type_=sa.Double(), existing_nullable=False)


def downgrade() -> None:
    """Leaves them: narrower ones would lose what they hold."""
