"""The games that can be watched at the demo table: picture, players and duration."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TypeVar

import numpy as np

from device.config.frames import load_frame
from device.demo.staging import staged
from device.demo.watching_box import THINK_S
from device.games.listing import WATCHED, profile_of
from device.record.pictures import jpeg_of
from device.system.faults import log_fault
from engines import bots
from engines.drop_it.pieces import ALL
from engines.messages import Message, message
from engines.vocabulary import BACK, FACE_DOWN, NOTHING, Layout
from simulator.film.cards_view import close_up, demo_deck
from simulator.film.furniture import SENSOR, demo_art, demo_light, demo_view
from simulator.film.shots import CardShot, FrameShot, Shot
from simulator.people.card_script import card_stage, table_of
from simulator.people.companion import Begun
from simulator.people.mishaps import Step
from simulator.people.script import story
from simulator.people.tile_table import USUAL_PACE_S, TileTable
from simulator.render.cards import card_corners
from simulator.render.pieces import Table, Tile
from simulator.render.tiles import render
from vision.reading import Points

_SIZE = (640, 480)  # px
_TRAY = (
    slice(40, 424),
    slice(124, 508),
)  # rows and columns of the picture: the tray, without much of the table round it
_SEED = 1
Move = TypeVar("Move")
_FALL_S = 3.0  # seconds that a hand and a fall take in addition to the pace of a move


@dataclass(frozen=True)
class Card:
    """A game at the demo table: its players, its duration, and the table in the middle of it."""

    game: str
    players: range
    minutes: int
    table: Shot | FrameShot | CardShot

    @property
    def tiles(self) -> Sequence[Tile]:
        """The tiles on the table."""
        return self.table.tiles if isinstance(self.table, Shot) else ()

    @property
    def pieces(self) -> Sequence[tuple[str, Points]]:
        """The colours and outlines (n × 2, mm) of the pieces in the frame."""
        from simulator.film.frame_view import SIZES

        lying = self.table.moments[0] if isinstance(self.table, FrameShot) else ()
        return [(piece.colour, piece.outline(SIZES)) for piece in lying]

    @property
    def cards(self) -> Sequence[tuple[bool, Points]]:
        """Whether each card lies face down, and its corners (4 × 2, mm), the lowest first."""
        if not isinstance(self.table, CardShot):
            return ()
        size = demo_deck(self.table.deck).size
        return [(card.face == BACK, card_corners(card, size)) for card in self.table.cards]

    @property
    def said_players(self) -> Message:
        """The number of players, in words."""
        fewest, most = self.players[0], self.players[-1]
        return message("demo.just_players" if fewest == most else "demo.players", fewest=fewest, most=most)

    @property
    def said_minutes(self) -> Message:
        """The duration, in words."""
        return message("demo.minutes", minutes=self.minutes)


def gallery() -> Sequence[Card]:
    """Every game that can be watched; one that fails while its bots play is logged and left out."""
    cards = []
    for name in WATCHED:
        try:
            cards.append(card(name))
        except Exception as fault:  # noqa: BLE001 — of a game that another package brings; the box must start
            log_fault(f"the demo table cannot show {name}", fault)
    return cards


@cache
def card(name: str) -> Card:
    """The card of a game after its bots have played it once; raises `KeyError` for an unknown game."""
    profile = profile_of(name)
    game = staged(profile)
    if game.frame is not None:
        from simulator.people.frame_script import half_full  # with physics, which no other game needs

        minutes = round(ALL * (USUAL_PACE_S + _FALL_S) / 60)
        return Card(name, profile.game.PLAYERS, minutes, half_full(game.frame, _SEED))
    begun = Begun(game, bots.NAMES[: profile.game.PLAYERS.start], profile.filming.options)
    plies = story(begun, _SEED)
    seconds, shot = _in_cards(begun, plies) if game.deck else _in_tiles(begun, plies)
    return Card(name, profile.game.PLAYERS, max(1, round(seconds / 60)), shot)


def _in_tiles(begun: Begun, plies: Sequence[bots.Ply[object, object]]) -> tuple[float, Shot]:
    """How long a game of tiles takes (s), and its table in the middle."""
    game = begun.staged
    steps = [Step(game, *ply) for ply in plies]
    seconds = sum(USUAL_PACE_S if step.before != step.after else THINK_S for step in steps)
    middle = max(_middle(steps), key=lambda step: _open_tiles(step.before))
    table = TileTable(np.random.default_rng(_SEED), len(begun.players), game.lay, 1.0, game.sheet)
    list(table.set_up(middle.before))
    (shot,) = table.rest(1.0)
    return seconds, shot


def _in_cards(begun: Begun, plies: Sequence[bots.Ply[object, object]]) -> tuple[float, CardShot]:
    """The same of a game of cards, some of whose moves are of hands alone."""
    tables = [begun.staged.heaps(state) for state, _ in plies]
    seconds = USUAL_PACE_S * sum(before != after for before, after in pairwise(tables))
    middle = max(_middle(plies), key=lambda ply: len(begun.staged.heaps(ply[0])))
    stage = card_stage(np.random.default_rng(_SEED), begun, [middle])
    list(stage.set_up(*table_of(begun.staged, middle[0])))
    (shot,) = stage.rest(1.0)
    return seconds, shot


def _middle(moves: Sequence[Move]) -> Sequence[Move]:
    return moves[len(moves) * 2 // 5 : len(moves) * 3 // 5 + 1]


def _open_tiles(layout: Layout) -> int:
    return sum(faces not in (NOTHING, FACE_DOWN) for faces in layout.values())


@cache
def picture(name: str) -> bytes:
    """The table of a game's card as the demo camera sees it (JPEG)."""
    table = card(name).table
    if isinstance(table, FrameShot):
        from simulator.film.frame_view import FrameView

        return jpeg_of(FrameView(load_frame(None), np.random.default_rng(_SEED)).whole_frame(table))
    if isinstance(table, CardShot):
        return jpeg_of(close_up(table, np.random.default_rng(_SEED)))
    light, rng = demo_light(), np.random.default_rng(_SEED)
    dice = () if table.die is None else (table.die,)
    drawn = render(Table(demo_art(table.sheet), table.tiles, dice=dice), demo_view(0.0, _SIZE), light, SENSOR, rng)[0]
    return jpeg_of(drawn[_TRAY])
