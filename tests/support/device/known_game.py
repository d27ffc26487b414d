"""A table on which a known game is played, seen by a camera that errs nowhere."""

from pathlib import Path
from typing import Any

from device.demo.witness import laid
from device.games.listing import GAMES, profile_of
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.table.beginning import begin_game
from device.table.game import BoardGame
from engines.bots import NAMES
from engines.contract import AnyGame
from tools.films.tiles import People

# What a camera cannot tell of a game's places, or does not look at.
OUT_OF_SIGHT = {"infiltration": ("captured",), "jarapon": ("wall", "bonus"), "doubt": ("beside",)}
PLAYERS = {"doubt": 3, "sevens": 3, "search": 2, "jarapon": 3}


def places_of(game: AnyGame, state: Any) -> dict[str, dict[str, float]]:
    """What a camera that errs nowhere sees of a table."""
    blind = OUT_OF_SIGHT.get(game.NAME, ())
    free = [f"hand/{side}/{at}" for side in range(1, 5) for at in range(1, 11)] if game.NAME == "jarapon" else []
    shown = {
        place: min(look)
        for place, look in laid(profile_of(game.NAME), state).items()
        if place.split("/")[0] not in blind
    }
    return {place: {face: 1.0} for place, face in (dict.fromkeys(free, "empty") | shown).items()}


class KnownGame:
    """A box without camera and threads, and people who play a game that is known altogether."""

    def __init__(self, folder: Path, name: str) -> None:
        self.game = GAMES[name]
        self.players = NAMES[: PLAYERS.get(name, 2)]
        self.options = profile_of(name).filming.options
        journal = Journal(folder / "journal.db").__enter__()
        begin_game(journal, name, self.players, self.options, GAMES)
        journal.append("turn", {"turn": 0})
        self.box = BoardGame(journal, PictureStore(folder / "pictures"), GAMES)
        self.people = People(self.box)

    @property
    def told(self) -> list[Any]:
        return self.people.told

    def recorded(self) -> list[Any]:
        return self.people.recorded

    def make(self, state: Any, move: Any) -> None:
        """One move, as the camera and the people at the table tell it."""
        self.told.append(self.game.observed(state, move, None))
        self.box.see(places_of(self.game, self.game.play(state, move)), None)
        self.people.answer()
