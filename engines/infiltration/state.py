"""The state of Infiltration, its moves, layout and views.

>>> GRAMMAR.write(Step("d5", "d4", taken="supporter")), GRAMMAR.write(Leave("b2"))
('d5xd4 supporter', 'b2 out')
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engines.contract import REVEALED, Option
from engines.messages import Fact
from engines.move_grammar import Line, MoveGrammar, Words, always, words
from engines.options import check_players, choose_options
from engines.vocabulary import FACE_UP, NOTHING, STANDING, Layout

NAME = "infiltration"
PLAYERS = range(2, 3)
OPTIONS: tuple[Option, ...] = (
    Option("first", ("resistance", "first_order")),  # J4-1, J-c6: whose tiles are those of the player who starts
    Option("exit", ("enter_square", "step_out"), former_default="step_out"),  # J4-3
    Option("repetition", ("off", "draw")),  # J4-6
)
INFILTRATOR = "infiltrator"
SUPPORTER = "supporter"
ROLES = (INFILTRATOR, SUPPORTER)


@dataclass(frozen=True, slots=True)
class Step:
    """A tile goes one square on (J4-2)."""

    start: str
    end: str
    taken: str | None = field(default=None, metadata=REVEALED)  # the role of the captured tile
    wins: bool = False  # whether it is an infiltrator that enters an enemy corner (J4-3, `enter_square`)


@dataclass(frozen=True, slots=True)
class Leave:
    """An infiltrator on an enemy corner leaves through the entrance (J4-3, `step_out`)."""

    start: str


Move = Step | Leave
OF_EACH = 4  # J4-1: four infiltrators and four supporters a player

FILES, ROWS = "bcdefg", "234567"  # J-c4: the centre 6×6 of the sheet
FIELD: tuple[str, ...] = tuple(f"{file}{row}" for row in ROWS for file in FILES)
AT: dict[str, int] = {square: at for at, square in enumerate(FIELD)}
HOMES = tuple(tuple(AT[f"{file}{row}"] for row in rows for file in "cdef") for rows in ("67", "23"))  # J4-1
CORNERS = tuple(frozenset(AT[f"{file}{row}"] for file in "bg") for row in "72")  # the entrances of each player's base

# The letters of a player's tiles on the board, capitals for seat 0: infiltrator, supporter, known supporter, unknown. A
# known supporter has reached an enemy corner and not won (J4-3, `enter_square`).
EMPTY_SQUARE = "."
LETTERS = ("ISKX", "iskx")
# J4-1; the number of a character depends on the tile set (J-c3), so a captured tile shows its character.
CHARACTERS = {
    ("resistance", INFILTRATOR): "rey",
    ("resistance", SUPPORTER): "finn",
    ("first_order", INFILTRATOR): "phasma",
    ("first_order", SUPPORTER): "trooper",
}
_ROLE = dict(zip("ISKisk", (INFILTRATOR, SUPPORTER, SUPPORTER) * 2, strict=True))
_ALIKE = str.maketrans("ISKisk", "XXXxxx")

_SQUARE = words(*FIELD)
GRAMMAR: MoveGrammar[Move] = MoveGrammar(
    "infiltration.bad_move",
    Line(
        "{start}-{end}{wins}",
        Step,
        start=_SQUARE,
        end=_SQUARE,
        taken=always(None),
        wins=Words({"": False, " in": True}),
    ),
    Line("{start}x{end} {taken}", Step, start=_SQUARE, end=_SQUARE, taken=words(*ROLES)),
    Line("{start} out", Leave, start=_SQUARE),
)


@dataclass(frozen=True, slots=True)
class State:
    """A position of Infiltration."""

    players: tuple[str, ...]
    first: str  # the side of seat 0
    exit: str  # the option of J4-3
    repetition: str  # the option of J4-6
    board: str  # a letter for each square of `FIELD`
    lost: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # the roles captured from each seat, in order
    seat: int = 0  # in turn
    moved: bool = False  # whether the game has begun
    inside: int | None = None  # the seat whose infiltrator is in the enemy's base
    # positions since the last capture, including this one, as the table shows them; where repetition is a draw (J4-6)
    earlier: tuple[str, ...] = ()

    def side(self, seat: int) -> str:
        """The side of a seat: `"resistance"` or `"first_order"`."""
        return self.first if seat == 0 else ("resistance", "first_order")[self.first == "resistance"]

    @property
    def ending(self) -> str | None:
        """How the game has ended: `inside` (J4-3), `caught` or `given` (J4-5), `repeated` (J4-6); None: it goes on."""
        if self.inside is not None:
            return "inside"
        for lost in self.lost:
            if lost.count(INFILTRATOR) == OF_EACH:
                return "caught"
            if lost.count(SUPPORTER) == OF_EACH:
                return "given"
        return "repeated" if self.earlier and self.earlier.count(self.earlier[-1]) == 3 else None

    @property
    def winner(self) -> int | None:
        """The seat of the winner: the last mover, or the other if he captured the fourth supporter (J4-5)."""
        if self.ending in (None, "repeated"):
            return None
        return self.seat if self.ending == "given" else 1 - self.seat

    @property
    def as_shown(self) -> str:
        """The position as the table shows it: whose tile stands on each square.

        It implies whose turn it is: every step leads to a square of the other colour.
        """
        return self.board.translate(_ALIKE)

    def possible_roles(self, seat: int) -> list[str]:
        """The roles that an unknown tile of a player may have: he began with four of each (J4-1)."""
        placed = [_ROLE[letter] for letter in self.board if letter in LETTERS[seat][:3]]
        out = [INFILTRATOR] if self.inside == seat and self.exit == "step_out" else []
        known = [*placed, *self.lost[seat], *out]
        return [role for role in ROLES if known.count(role) < OF_EACH]

    def could_be(self, letter: str) -> list[str]:
        """The roles that the tile of a letter may have."""
        role = _ROLE.get(letter)
        return [role] if role else self.possible_roles(owner(letter) or 0)

    @property
    def known_roles(self) -> dict[str, tuple[int, str]]:
        """The owners and roles of tiles that everybody knows, by square.

        These tiles have reached an enemy corner (J4-3, `enter_square`).
        """
        found: dict[str, tuple[int, str]] = {}
        for at, letter in enumerate(self.board):
            seat = owner(letter)
            if seat is not None and letter == LETTERS[seat][2]:
                found[FIELD[at]] = seat, SUPPORTER
            elif seat is not None and seat == self.inside and self.exit == "enter_square" and at in CORNERS[1 - seat]:
                found[FIELD[at]] = seat, INFILTRATOR
        return found

    def __str__(self) -> str:
        """The board, capitals for the first player: infiltrator `I`, supporter `S` (known to all `K`), unknown `X`."""
        rows = [f"{row} " + " ".join(self.board[6 * at : 6 * at + 6]) for at, row in enumerate(ROWS)]
        captured = [
            f"{self.players[1 - seat]} has captured: {' '.join(roles)}" for seat, roles in enumerate(self.lost) if roles
        ]
        return "\n".join(("  " + " ".join(FILES), *rows, *captured))


def start(players: Sequence[str], options: Mapping[str, Fact]) -> State:
    """Eight tiles each on the middle four squares of the home rows, pictures hidden (J4-1); raises `BadOption`."""
    names = check_players(players, PLAYERS)
    asked = {name: str(value) for name, value in choose_options(options, OPTIONS).items()}
    placed = {at: letters[3] for home, letters in zip(HOMES, LETTERS, strict=True) for at in home}
    board = "".join(placed.get(at, EMPTY_SQUARE) for at in range(len(FIELD)))
    state = State(names, asked["first"], asked["exit"], asked["repetition"], board)
    return replace(state, earlier=(state.as_shown,)) if state.repetition == "draw" else state


def deal(players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
    """The same with each player's tiles known, placed by a seed."""
    state = start(players, options)
    shuffled, squares = random.Random(seed), list(state.board)
    for home, letters in zip(HOMES, LETTERS, strict=True):
        tiles = list(letters[:2] * OF_EACH)
        shuffled.shuffle(tiles)
        for at, tile in zip(home, tiles, strict=True):
            squares[at] = tile
    return replace(state, board="".join(squares))


def owner(letter: str) -> int | None:
    """The seat of the player whose tile a letter is."""
    return 0 if letter in LETTERS[0] else 1 if letter in LETTERS[1] else None


_HIDDEN = tuple(str.maketrans(letters[:2], letters[3] * 2) for letters in LETTERS)


def view(state: State, player: int | None) -> State:
    """What one player may know: his own tiles and known ones of the other; None for the table."""
    board = state.board
    for seat in range(2):
        if seat != player:
            board = board.translate(_HIDDEN[seat])
    return replace(state, board=board)


def layout(state: State) -> Layout:
    """The 36 squares with standing tiles; tiles captured by player 1 lie picture up at `captured/1/1` ….

    A tile of known role, which has reached an enemy corner (J4-3), may also lie picture up.
    """
    squares = {
        square: NOTHING if letter == EMPTY_SQUARE else STANDING
        for square, letter in zip(FIELD, state.board, strict=True)
    }
    captured = {
        f"captured/{2 - seat}/{count}": frozenset({CHARACTERS[state.side(seat), role]})
        for seat, roles in enumerate(state.lost)
        for count, role in enumerate(roles, start=1)
    }
    return squares | dict.fromkeys(state.known_roles, FACE_UP | STANDING) | captured


def owners(state: State) -> dict[str, int]:
    """The seat of the owner of the tile on each occupied square."""
    seats = {square: owner(letter) for square, letter in zip(FIELD, state.board, strict=True)}
    return {square: seat for square, seat in seats.items() if seat is not None}
