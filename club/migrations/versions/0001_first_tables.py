"""The first tables of the club's database."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "plan",
        sa.Column("id", sa.Integer()),
        sa.Column("name", sa.String(length=100)),
        sa.Column("game", sa.String(length=64)),
        sa.Column("method", sa.String(length=20)),
        sa.Column("size", sa.Integer()),
        sa.Column("made", sa.DateTime()),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "player", sa.Column("id", sa.Integer()), sa.Column("name", sa.String(length=100)), sa.PrimaryKeyConstraint("id")
    )
    op.create_table(
        "result",
        sa.Column("id", sa.Integer()),
        sa.Column("table", sa.String(length=64)),
        sa.Column("journal", sa.String(length=64)),
        sa.Column("entry", sa.BigInteger()),
        sa.Column("begun", sa.String(length=40)),
        sa.Column("branch", sa.BigInteger()),
        sa.Column("last", sa.BigInteger()),
        sa.Column("withdrawn", sa.Boolean()),
        sa.Column("left_out", sa.Boolean()),
        sa.Column("ended", sa.DateTime()),
        sa.Column("game", sa.String(length=64)),
        sa.Column("title", sa.String(length=100)),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table", "journal", "entry", "begun"),
    )
    op.create_index("result_by_end", "result", ["ended"])
    op.create_table(
        "season",
        sa.Column("id", sa.Integer()),
        sa.Column("name", sa.String(length=100)),
        sa.Column("begins", sa.Date()),
        sa.Column("ends", sa.Date()),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "setting", sa.Column("key", sa.String(length=40)), sa.Column("value", sa.Text()), sa.PrimaryKeyConstraint("key")
    )
    op.create_table(
        "alias",
        sa.Column("folded", sa.String(length=200)),
        sa.Column("name", sa.String(length=100)),
        sa.Column("player_id", sa.Integer()),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
        ),
        sa.PrimaryKeyConstraint("folded"),
    )
    op.create_index(("ix_alias_player_id"), "alias", ["player_id"])
    op.create_table(
        "plan_player",
        sa.Column("plan_id", sa.Integer()),
        sa.Column("player_id", sa.Integer()),
        sa.Column("has_left", sa.Boolean()),
        sa.ForeignKeyConstraint(
            ["plan_id"],
            ["plan.id"],
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
        ),
        sa.PrimaryKeyConstraint("plan_id", "player_id"),
    )
    op.create_table(
        "plan_seat",
        sa.Column("plan_id", sa.Integer()),
        sa.Column("round", sa.Integer()),
        sa.Column("player_id", sa.Integer()),
        sa.Column("table_number", sa.Integer()),
        sa.Column("seat", sa.Integer()),
        sa.ForeignKeyConstraint(
            ["plan_id"],
            ["plan.id"],
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
        ),
        sa.PrimaryKeyConstraint("plan_id", "round", "player_id"),
    )
    op.create_table(
        "result_version",
        sa.Column("id", sa.Integer()),
        sa.Column("result_id", sa.Integer()),
        sa.Column("came", sa.DateTime()),
        sa.Column("payload", sa.Text()),
        sa.ForeignKeyConstraint(
            ["result_id"],
            ["result.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(("ix_result_version_result_id"), "result_version", ["result_id"])
    op.create_table(
        "result_seat",
        sa.Column("result_id", sa.Integer()),
        sa.Column("seat", sa.Integer()),
        sa.Column("folded", sa.String(length=200), nullable=True),
        sa.Column("shown", sa.String(length=100)),
        sa.Column("score", sa.BigInteger(), nullable=True),
        sa.Column("rank", sa.Integer()),
        sa.Column("team", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["folded"],
            ["alias.folded"],
        ),
        sa.ForeignKeyConstraint(
            ["result_id"],
            ["result.id"],
        ),
        sa.PrimaryKeyConstraint("result_id", "seat"),
    )
    op.create_index(("ix_result_seat_folded"), "result_seat", ["folded"])
