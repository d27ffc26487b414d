"""Galaxy Jarapon as a game of the contract, which is made with the score sheets that its matches may be scored by."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.contract import BadOption, Option
from engines.jarapon.bot import greedy
from engines.jarapon.messages import describe, prompt, standings
from engines.jarapon.notation import move_from_text, move_to_text
from engines.jarapon.payment import PLAYERS
from engines.jarapon.rules import is_over, may_err, mover, moves, play
from engines.jarapon.sheet import PADAWAN, ScoreSheet
from engines.jarapon.state import BUILD, DICE, FORCE, NAME, OPTIONS, HouseRules, Match, Seat, State
from engines.jarapon.view import layout, observed, view
from engines.messages import Fact, message
from engines.options import check_players, choose_options
from engines.record import MoveLines


class Jarapon:
    """The game with its score sheets by name (J7-15); without any there are only the Padawan rules.

    Sheets are data, and engines read no files. A match names its sheet in the option `sheet`, so that a record says
    what it was scored by; its state carries the sheet itself.
    """

    NAME, PLAYERS, OPTIONS = NAME, PLAYERS, OPTIONS
    moves, play, is_over, mover = staticmethod(moves), staticmethod(play), staticmethod(is_over), staticmethod(mover)
    layout, view, observed = staticmethod(layout), staticmethod(view), staticmethod(observed)
    standings, prompt, describe = staticmethod(standings), staticmethod(prompt), staticmethod(describe)
    greedy, may_err = staticmethod(greedy), staticmethod(may_err)
    move_to_text, move_from_text = staticmethod(move_to_text), staticmethod(move_from_text)

    def __init__(self, sheets: Mapping[str, ScoreSheet]) -> None:
        self._sheets = sheets
        lines = MoveLines(OPTIONS, PLAYERS, self.start, play, move_to_text, move_from_text)
        self.write_record, self.read_records = lines.write_record, lines.read_records
        self.move_to_json, self.move_from_json = lines.move_to_json, lines.move_from_json

    def start(self, players: Sequence[str], options: Mapping[str, Fact]) -> State:
        """3000 Force for all (J7-1); the die says who deals, or the first one named (J7-2); raises `BadOption`."""
        names, house = check_players(players, PLAYERS), self._house(options)
        phase, first = (BUILD, 0) if house.dealer == "first" else (DICE, None)
        return State(names, house, Match((FORCE,) * len(names), first=first), phase, (Seat(),) * len(names))

    def deal(self, players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
        """The same with all that is to come known: the seed says how dice fall and how tiles lie, hand after hand."""
        begun = self.start(players, options)
        return replace(begun, match=replace(begun.match, seed=seed))

    def _house(self, options: Mapping[str, Fact]) -> HouseRules:
        """The options of a match; raises `BadOption`, also for a score sheet that is not among the game's."""
        known = [Option(option.name, self._names(option)) for option in OPTIONS]
        values = {name: str(value) for name, value in choose_options(options, known).items()}
        if values["rules"] == "padawan":
            return HouseRules(**values, scored_by=PADAWAN)
        if values["sheet"] not in self._sheets:
            raise BadOption(message("jarapon.no_sheet", sheet=values["sheet"]))
        return HouseRules(**values, scored_by=self._sheets[values["sheet"]])

    def _names(self, option: Option) -> tuple[Fact, ...]:
        """What an option may be; the default sheet may always be named, and comes first."""
        return tuple(dict.fromkeys((*option.allowed, *self._sheets))) if option.name == "sheet" else option.allowed
