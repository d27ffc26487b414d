"""The tables of the club's database; `club/migrations` creates and changes them.

Results are kept as tables of the club report them, one row a game, and refer to players by the name that was reported:
who that is can be changed by hand (`Alias`), and changed back, without touching a result. Moments are in UTC, without a
zone.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

import msgspec
from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, Text, TypeDecorator, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from club.pairing import Round


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


class _Rounds(TypeDecorator[tuple[Round, ...]]):
    """Rounds, as JSON in the database."""

    impl, cache_ok = JSON, True

    def process_bind_param(self, value: tuple[Round, ...] | None, _: object) -> Any:
        return msgspec.to_builtins(value)

    def process_result_value(self, value: Any, _: object) -> tuple[Round, ...]:
        return msgspec.convert(value, tuple[Round, ...])


class Plan(Base):
    """The plan of an evening: who plays whom, round by round.

    It has ids of players, each of which there is: a player is only ever deleted when two become one, whose id the plans
    then have (`club.queries.merge_players`).
    """

    __tablename__ = "plan"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(100))
    game: Mapped[str] = mapped_column(String(64))
    method: Mapped[str] = mapped_column(String(20))  # "round_robin" or "swiss"
    size: Mapped[int]  # players at a table
    players: Mapped[Sequence[int]] = mapped_column(JSON)  # who is in further rounds, in ascending order
    rounds: Mapped[tuple[Round, ...]] = mapped_column(_Rounds)  # at least one

    @property
    def everybody(self) -> set[int]:
        """Whoever is in further rounds, or was in one."""
        return set(self.players).union(*(seats for one in self.rounds for seats in (*one.tables, one.waiting)))
