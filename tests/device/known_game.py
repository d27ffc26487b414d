"""A table on which a known game is played, seen by a camera that errs nowhere."""

from pathlib import Path

from device.board_game import BoardGame, begin_game
from device.filmed_games import OPTIONS, People, laid
from device.journal import Journal
from device.pictures import PictureStore
from device.sheets import offer_sheets
from engines.games import GAMES
from engines.straw import NAMES

# What a camera cannot tell of a game's places, or does not look at.
OUT_OF_SIGHT = {"infiltration": ("captured",), "jarapon": ("wall", "bonus")}
PLAYERS = {"doubt": 3, "sevens": 3, "search": 2, "jarapon": 3}


def places_of(game, state):
    """What a camera that errs nowhere sees of a table."""
    blind = OUT_OF_SIGHT.get(game.NAME, ())
    free = [f"hand/{side}/{at}" for side in range(1, 5) for at in range(1, 11)] if game.NAME == "jarapon" else []
    shown = {place: min(look) for place, look in laid(game, state).items() if place.split("/")[0] not in blind}
    return {place: {face: 1.0} for place, face in (dict.fromkeys(free, "empty") | shown).items()}


class KnownGame:
    """A box without camera and threads, and people who play a game that is known altogether."""

    def __init__(self, folder: Path, name: str) -> None:
        offer_sheets()
        self.game = GAMES[name]
        self.players = NAMES[: PLAYERS.get(name, 2)]
        self.options = OPTIONS.get(name, {})
        journal = Journal(folder / "journal.db").__enter__()
        begin_game(journal, name, self.players, self.options, GAMES)
        journal.append("turn", {"turn": 0})
        self.box = BoardGame(journal, PictureStore(folder / "pictures"), GAMES)
        self.people = People(self.box)

    @property
    def told(self) -> list:
        return self.people.told

    def recorded(self) -> list:
        return self.people.recorded

    def make(self, state, move) -> None:
        """One move, as the camera and the people at the table tell it."""
        self.told.append(self.game.seen(state, move, None))
        self.box.see(places_of(self.game, self.game.play(state, move)), None)
        self.people.answer()
