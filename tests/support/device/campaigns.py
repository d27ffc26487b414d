"""Campaigns of Stop that are played fast: each game is dealt and stopped at once, and every hand is shown."""

from collections.abc import Sequence
from math import sin
from pathlib import Path

from device.record.archive import GameArchive
from device.record.entries import EntryData
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.table.events import NewGame
from device.table.game import BoardGame
from engines.messages import Fact
from engines.stop.campaign import FIRST, GENERALS, SALARY
from tests.support.engines.stop import NAMES

LOW = "AS AH AD AC 2S 2H 2D"
OTHERS = ("3S 3H 3D 3C 4S 4H 4D", "5S 5H 5D 5C 6S 6H 6D", "7S 7H 7D 7C 8S 8H 8D", "9S 9H 9D 9C 10H 10D 10C")


def stopped_by(winner: int) -> tuple[str, ...]:
    """A game that its dealer, counted from 1, wins with Stop in the first round: two coins from everybody."""
    others = [seat for seat in range(1, 6) if seat != winner]
    shown = [f"{seat} show {hand}" for seat, hand in zip(others, OTHERS, strict=True)]
    return ("deal", f"{winner} stop", f"{winner} show {LOW}", *shown)


WON, LOST = stopped_by(1), stopped_by(2)
LOTS_OF_AYA = ("turn AS", "turn 8H", "turn KS", "turn 4D", "turn 4C")
LOTS_OF_BEN = ("turn 9H", "turn AS", "turn KS", "turn 4D", "turn 4C")


def leg_moves(games: int = 10, first: bool = True, game: tuple[str, ...] = WON) -> tuple[str, ...]:
    """The moves of so many games that the king wins, or Ben; in the first leg with the lots by which he deals."""
    lots = LOTS_OF_AYA if game == WON else LOTS_OF_BEN
    return (*(lots if first else ()), *(game * games))


def campaign(course: int, name: str = "") -> NewGame:
    """A new campaign of Aya and her generals."""
    return NewGame("stop", NAMES, {"course": course}, by_hand=True, campaign=name)


def write_campaign(journal: Journal, cities: int, purse: int, name: str = "", players: Sequence[str] = NAMES) -> int:
    """A campaign that has come so far: the starts of its legs, the last of them with the king's purse; its number."""
    options: dict[str, Fact] = {"course": 1000, "leg": FIRST}
    said: EntryData = {"campaign": name} if name else {}
    first = journal.start_game("stop", players, options, by_hand=True, more=said)
    for city in range(1, cities + 1):
        now = 1000 + round(700 * sin(city / 9)) if city < cities else purse
        salary = -SALARY * len(GENERALS) * city
        won = now - 1000 - salary
        king = f"start 1000 stop {won + 40} ron -40 salary {salary}"
        generals = f"stop {-won // 4} salary {SALARY * city}"
        options["leg"] = " / ".join((f"games {10 * city} dealer 1 stakes 0", king, *(generals,) * 4))
        journal.start_game("stop", players, options, by_hand=True, more={**said, "first_leg": first})
    return first


class CampaignTable:
    """The table of a journal in a folder, without camera and threads."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.journal = Journal(folder / "journal.db")
        self.pictures = PictureStore(folder / "pictures")
        if not self.journal.current():
            self.journal.start_game("reversi", ["Aya", "Ben"], {})
        self.game = BoardGame(self.journal, self.pictures)
        self.archive = GameArchive(self.journal, self.pictures, lambda call: call())

    def play(self, *moves: str) -> None:
        """Write moves down as if they had been entered, and play them."""
        number = self.journal.current()[0].number
        for move in moves:
            self.journal.append("move", {"move": move, "picture": None, "by": "phone"})
        self.game = BoardGame(self.journal, self.pictures)
        assert self.game.played.number == number

    def __enter__(self) -> "CampaignTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.journal.close()
