"""The tables of the club's database; `club/migrations` creates and changes them.

Results are kept as tables of the club report them, one row a game, and refer to players by the name that was reported:
who that is can be changed by hand (`Alias`), and changed back, without touching a result. Moments are in UTC, without a
zone.
"""

from datetime import date, datetime

from sqlalchemy import BigInteger, ForeignKey, ForeignKeyConstraint, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    """The base of all models."""


class Player(Base):
    """A person."""

    __tablename__ = "player"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(100))  # as shown
    aliases: Mapped[list["Alias"]] = relationship(back_populates="player", order_by="Alias.name")


class Alias(Base):
    """A name that tables have reported, and whose it is."""

    __tablename__ = "alias"
    folded: Mapped[str] = mapped_column(String(200), primary_key=True)  # normalised for comparison
    name: Mapped[str] = mapped_column(String(100))  # as it was reported first
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    player: Mapped[Player] = relationship(back_populates="aliases")


class Result(Base):
    """The result of a game, in its last version."""

    __tablename__ = "result"
    # Two boxes whose cards were copied have the same journal, but do not begin a game at the same moment.
    __table_args__ = (
        UniqueConstraint("table", "journal", "entry", "begun"),
        Index("result_by_end", "ended"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    table: Mapped[str] = mapped_column(String(64))  # the name with which its box logs in
    journal: Mapped[str] = mapped_column(String(64))
    entry: Mapped[int] = mapped_column(BigInteger)
    begun: Mapped[str] = mapped_column(String(40))  # as reported
    branch: Mapped[int] = mapped_column(BigInteger)  # `branch` and `last`: its revision
    last: Mapped[int] = mapped_column(BigInteger)
    withdrawn: Mapped[bool] = mapped_column(default=False)  # taken back at the table
    left_out: Mapped[bool] = mapped_column(default=False)  # whoever runs the evening does not let it count
    ended: Mapped[datetime]
    game: Mapped[str] = mapped_column(String(64))
    title: Mapped[str] = mapped_column(String(100))
    seats: Mapped[list["ResultSeat"]] = relationship(order_by="ResultSeat.seat")
    versions: Mapped[list["ResultVersion"]] = relationship(order_by="ResultVersion.id")


class ResultSeat(Base):
    """How a player did in a game."""

    __tablename__ = "result_seat"
    result_id: Mapped[int] = mapped_column(ForeignKey("result.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    folded: Mapped[str | None] = mapped_column(ForeignKey("alias.folded"), index=True)  # None: nobody is named
    shown: Mapped[str] = mapped_column(String(100))
    score: Mapped[int | None] = mapped_column(BigInteger)
    rank: Mapped[int]
    team: Mapped[int | None]
    alias: Mapped[Alias | None] = relationship()


class ResultVersion(Base):
    """A version of a result as it came: the trace of corrections."""

    __tablename__ = "result_version"
    id: Mapped[int] = mapped_column(primary_key=True)
    result_id: Mapped[int] = mapped_column(ForeignKey("result.id"), index=True)
    came: Mapped[datetime]
    payload: Mapped[str] = mapped_column(Text)  # a `web.mqtt.payloads.GameResult` as JSON


class Season(Base):
    """A span of days that a ranking counts, both ends included."""

    __tablename__ = "season"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(100))
    begins: Mapped[date]
    ends: Mapped[date]


class Plan(Base):
    """The plan of an evening: who plays whom, round by round."""

    __tablename__ = "plan"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(100))
    game: Mapped[str] = mapped_column(String(64))
    method: Mapped[str] = mapped_column(String(20))  # "round_robin" or "swiss"
    size: Mapped[int]  # players at a table
    made: Mapped[datetime]
    players: Mapped[list["PlanPlayer"]] = relationship(cascade="all, delete-orphan", order_by="PlanPlayer.player_id")
    rounds: Mapped[list["PlanRound"]] = relationship(cascade="all, delete-orphan", order_by="PlanRound.number")


class PlanPlayer(Base):
    """Who takes part in a plan."""

    __tablename__ = "plan_player"
    plan_id: Mapped[int] = mapped_column(ForeignKey("plan.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    has_left: Mapped[bool] = mapped_column(default=False)  # is in no further round
    player: Mapped[Player] = relationship()


class PlanRound(Base):
    """A round of a plan."""

    __tablename__ = "plan_round"
    plan_id: Mapped[int] = mapped_column(ForeignKey("plan.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)  # from 1
    made: Mapped[datetime]  # games that began earlier are not of this round
    seats: Mapped[list["PlanSeat"]] = relationship(
        cascade="all, delete-orphan", order_by="PlanSeat.table_number, PlanSeat.seat"
    )


class PlanSeat(Base):
    """Where a player of a round sits, or that the player waits."""

    __tablename__ = "plan_seat"
    __table_args__ = (ForeignKeyConstraint(["plan_id", "round"], ["plan_round.plan_id", "plan_round.number"]),)
    plan_id: Mapped[int] = mapped_column(primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    table_number: Mapped[int]  # from 1; 0 for who waits
    seat: Mapped[int]  # from 0
    player: Mapped[Player] = relationship()


class Setting(Base):
    """What the server keeps of itself, such as the digest of the password."""

    __tablename__ = "setting"
    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
