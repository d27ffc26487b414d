"""A table on which a known game is played, seen by a camera that errs nowhere."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from device.demo.staging import laid
from device.games.forced_moves import play_on
from device.games.listing import GAMES, profile_of
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.table.game import BoardGame
from device.table.game_start import begin_game
from engines.bots import NAMES, Ply
from engines.contract import AnyGame
from engines.messages import Fact
from tests.support.device.observing import observe
from tests.support.engines.bot_games import random_game
from tools.films.following import People
from vision.facts import Facts
from vision.reading import NO_FACTS

# What a camera cannot tell of a game's places, or does not look at.
OUT_OF_SIGHT = {"infiltration": ("captured",), "jarapon": ("wall", "bonus"), "doubt": ("beside",)}
PLAYERS = {"doubt": 3, "sevens": 3, "search": 2, "jarapon": 3, "stop": 5}

Places = dict[str, dict[str, float]]


def places_of(game: AnyGame, state: Any) -> Places:
    """What a camera that errs nowhere sees of a table."""
    blind = OUT_OF_SIGHT.get(game.NAME, ())
    free = [f"hand/{side}/{at}" for side in range(1, 5) for at in range(1, 11)] if game.NAME == "jarapon" else []
    shown = {
        place: min(look)
        for place, look in laid(profile_of(game.NAME), state).items()
        if place.split("/")[0] not in blind
    }
    return {place: {face: 1.0} for place, face in (dict.fromkeys(free, "empty") | shown).items()}


def plies_of(name: str, seed: int, most: int) -> list[Ply[Any, Any]]:
    """The first plies of a random game of those who play at a known table."""
    players = NAMES[: PLAYERS.get(name, 2)]
    return list(islice(random_game(GAMES[name], players, profile_of(name).filming.options, seed), most))


def begun(folder: Path, name: str, seed: int, until: Callable[[list[Ply[Any, Any]], int], object]) -> Any:
    """A random game, known up to the first ply of which `until` is true; the state before it, and its moves from there.

    `until` is asked with all plies and the number of one.
    """
    plies = plies_of(name, seed, 200)
    at = next(at for at in range(len(plies)) if until(plies, at))
    return KnownGame(folder, name, plies[:at]), plies[at][0], [move for _, move in plies[at : at + 3]]


def written(game: AnyGame, state: Any, told: Sequence[Any]) -> Iterator[Any]:
    """Moves made from a state on as journals have them, without those that the rules force."""
    made = 0
    while made < len(told):
        yield game.move_to_json(told[made])
        plies = play_on(game, state, told[made])
        state, made = plies[-1].state, made + len(plies)


def live_game(
    folder: Path,
    name: str,
    players: Sequence[str],
    options: Mapping[str, Fact] | None = None,
    made: Iterable[Any] = (),
) -> BoardGame:
    """A box without camera and threads at whose table a game has begun; `made`: moves as journals have them."""
    journal = Journal(folder / "journal.db").__enter__()
    begin_game(journal, name, players, options or {})
    journal.append("turn", {"turn": 0})
    for move in made:
        journal.append("move", {"move": move, "picture": None, "by": "camera"})
    return BoardGame(journal, PictureStore(folder / "pictures"))


class KnownGame:
    """A box without camera and threads, and people who play a game that is known altogether.

    `made`: what was played, and recorded, before the box was switched on. What nobody announces is recorded with what
    shows it, so of these last moves the box has nothing yet.
    """

    def __init__(self, folder: Path, name: str, made: Iterable[Ply[Any, Any]] = ()) -> None:
        self.game = GAMES[name]
        self.players = NAMES[: PLAYERS.get(name, 2)]
        self.options = profile_of(name).filming.options
        told = [self.game.observed(state, move, None) for state, move in made]
        known = len(told)
        while known and isinstance(told[known - 1], profile_of(name).habits.assumed):
            known -= 1
        moves = written(self.game, self.game.start(self.players, self.options), told[:known])
        self.box = live_game(folder, name, self.players, self.options, moves)
        self.people = People(self.box)
        self.people.made = told

    @property
    def told(self) -> list[Any]:
        return self.people.made

    def recorded(self) -> list[Any]:
        return self.people.recorded

    @property
    def asked(self) -> list[str]:
        """What people may answer now, by key."""
        return [choice.key for choice in self.box.question]

    def answer(self, number: int = 0) -> None:
        """People tap on one of the answers."""
        self.box.choose(self.box.question[number].key, "phone")

    def see(self, state: Any, seen: Places | None = None, facts: Facts = NO_FACTS) -> None:
        """The camera sees the table of a state, some places otherwise, and what lies elsewhere."""
        observe(self.box, places_of(self.game, state) | (seen or {}), facts=facts)

    def make(self, state: Any, move: Any) -> None:
        """One move, as the camera and the people at the table tell it."""
        self.told.append(self.game.observed(state, move, None))
        self.see(self.game.play(state, move))
        self.people.answer()
