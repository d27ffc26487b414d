"""The first tables of the club's database."""

import sqlalchemy as sa
from alembic import op

revision = "1"  # "0001" had other tables: no version that was finished
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "plan",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("method", sa.String(length=20), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("rounds", sa.JSON(), nullable=False),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(length=100), nullable=False),
    )
    op.create_table(
        "result",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("table", sa.String(length=64), nullable=False),
        sa.Column("journal", sa.String(length=64), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("begun", sa.String(length=40), nullable=False),
        sa.Column("branch", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("left_out", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.DateTime(), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=100), nullable=False),
        sa.UniqueConstraint("table", "journal", "entry", "begun"),
    )
    op.create_index("result_by_end", "result", ["ended"])
    op.create_table(
        "season",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("begins", sa.Date(), nullable=False),
        sa.Column("ends", sa.Date(), nullable=False),
    )
    op.create_table(
        "alias",
        sa.Column("folded", sa.String(length=200), primary_key=True),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id"), nullable=False, index=True),
    )
    op.create_table(
        "result_version",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("result_id", sa.Integer(), sa.ForeignKey("result.id"), nullable=False, index=True),
        sa.Column("came", sa.DateTime(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
    )
    op.create_table(
        "result_seat",
        sa.Column("result_id", sa.Integer(), sa.ForeignKey("result.id"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("folded", sa.String(length=200), sa.ForeignKey("alias.folded"), nullable=True, index=True),
        sa.Column("shown", sa.String(length=100), nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("team", sa.Integer(), nullable=True),
    )
