"""A table on which a known game is played, seen by a camera that errs nowhere."""

from pathlib import Path

from device.board_game import BoardGame, begin_game
from device.habits import habits_of
from device.journal import Journal
from device.pictures import PictureStore
from device.sheets import offer_sheets
from engines.games import GAMES
from engines.jarapon.state import in_hand
from engines.straw import NAMES

# What a camera cannot tell of a game's places, or does not look at.
OUT_OF_SIGHT = {"infiltration": ("captured",), "jarapon": ("wall", "bonus")}
PLAYERS = {"doubt": 3, "sevens": 3, "search": 2, "jarapon": 3}
OPTIONS = {"jarapon": {"dealer": "first"}}


def places_of(game, state):
    """What a camera that errs nowhere sees of a table; where several tiles may lie in any order, each of them once."""
    blind = OUT_OF_SIGHT.get(game.NAME, ())
    shown: dict[str, dict[str, float]] = {}
    if game.NAME == "jarapon":
        shown |= {f"hand/{side}/{at}": {"empty": 1.0} for side in range(1, 5) for at in range(1, 11)}
    hand = hand_on_table(state) if game.NAME == "jarapon" else []
    mixed = 0
    for place, look in game.layout(game.view(state, None)).items():
        kind, *where = place.split("/")
        faces = sorted(look)
        if kind in blind:
            continue
        if kind == "hand":
            face = hand[int(where[1]) - 1] if int(where[1]) <= len(hand) else "empty"
        else:
            face = faces[mixed % len(faces)]
            mixed += kind == "pon" and len(faces) > 1
        shown[place] = {face: 1.0}
    return shown


def hand_on_table(state) -> list[str]:
    """The tiles of the hand of Galaxy Jarapon that lies open."""
    shown = state.shown if state.claim is None else state.claim.seat
    return [] if shown is None else list(in_hand(state, shown))


class KnownGame:
    """A box without camera and threads at a table on which a known game is played."""

    def __init__(self, folder: Path, name: str) -> None:
        offer_sheets()
        self.game = GAMES[name]
        self.players = NAMES[: PLAYERS.get(name, 2)]
        self.options = OPTIONS.get(name, {})
        journal = Journal(folder / "journal.db").__enter__()
        begin_game(journal, name, self.players, self.options, GAMES)
        journal.append("turn", {"turn": 0})
        self.box = BoardGame(journal, PictureStore(folder / "pictures"), GAMES)
        self.told: list = []
        self.waiting: list = []

    def recorded(self) -> list:
        return [ply.move for ply in self.box.played.plies]

    def make(self, state, move) -> None:
        """One move, as the camera and the people at the table tell it."""
        public = self.game.seen(state, move, None)
        self.told.append(public)
        self.box.see(places_of(self.game, self.game.play(state, move)), None)
        self.answer()
        missing = self.told[len(self.recorded()) :]
        if missing and not isinstance(public, habits_of(self.game.NAME).assumed):
            self.choose(self.box.untold, missing)

    def answer(self) -> None:
        if self.box.question:
            self.choose(self.box.question, self.told[len(self.recorded()) :])

    def choose(self, choices, moves) -> None:
        right = [choice for choice in choices if list(choice.moved.moves) == moves[: len(choice.moved.moves)]]
        assert right, (moves, [choice.key for choice in choices], self.box.problem)
        self.box.choose(max(right, key=lambda choice: len(choice.moved.moves)).key, "phone")
