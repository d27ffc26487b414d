"""Galaxy Jarapon (ギャラクシージャラポン), game 7: the rules J7-1 to J7-26 for two to four players.

Players are named counter-clockwise as they sit, which is the order of their turns (J-c7). Hands, draws and walls are
hidden from the table; discards, open sets, riichi, the dora and a hand that is shown are not. After a discard anybody
may call until the next draw. `engines.jarapon.moves` describes how moves are written.

>>> game = Jarapon({})
>>> state = game.start(["Aya", "Ben"], {"rules": "padawan", "dealer": "first"})
>>> for line in ("build", "1 throw 2", "1 throw 5", "deal 7", "1 draw", "1 discard 9", "2 draw", "2 discard wild"):
...     state = play(state, move_from_text(line))
>>> print(state)
hand 1: draw, dealer Aya (1), dice 2 5, dora 7, centre ?, wall 62, stakes 0
> Aya 3000 [? ? ? ? ? ? ? ?] 9
  Ben 3000 [? ? ? ? ? ? ? ?] ★
>>> state = play(state, move_from_text("1 jarapon 1 2 3 4 5 6 7 8"))
>>> state.match.purses, [reason.key for reason in standings(state)[0].reasons[:3]]
((3160, 2840), ['jarapon.gain.start', 'jarapon.gain.won', 'jarapon.worth.hand'])
>>> print(game.write_record(["Aya", "Ben"], {"rules": "padawan"}, [move_from_text("1 throw 6")]), end="")
# player: Aya
# player: Ben
# rules: padawan
# padawan_fine: no
1 throw 6
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.contract import BadOption, Option
from engines.jarapon.bot import greedy
from engines.jarapon.messages import describe, prompt, standings, status
from engines.jarapon.moves import GRAMMAR, PLAYERS, Move
from engines.jarapon.rules import is_over, may_err, mover, moves, play
from engines.jarapon.sheet import PADAWAN, ScoreSheet
from engines.jarapon.state import FORCE, NAME, OPTIONS, HouseRules, Match, Phase, Seat, State
from engines.jarapon.view import layout, observed, view
from engines.messages import Fact, message
from engines.options import check_players, choose_options
from engines.record import MoveLines

move_to_text, move_from_text = GRAMMAR.write, GRAMMAR.read


class Jarapon:
    """The game with its score sheets by name (J7-15); without any there are only the Padawan rules.

    Engines read no files, so the caller passes the sheets. A match names its sheet in the option `sheet`; its state
    holds the sheet itself.
    """

    NAME, PLAYERS, OPTIONS = NAME, PLAYERS, OPTIONS
    moves, play, is_over, mover = staticmethod(moves), staticmethod(play), staticmethod(is_over), staticmethod(mover)
    layout, view, observed = staticmethod(layout), staticmethod(view), staticmethod(observed)
    standings, prompt, describe = staticmethod(standings), staticmethod(prompt), staticmethod(describe)
    greedy, may_err, status = staticmethod(greedy), staticmethod(may_err), staticmethod(status)
    move_to_text, move_from_text = staticmethod(move_to_text), staticmethod(move_from_text)

    def __init__(self, sheets: Mapping[str, ScoreSheet]) -> None:
        self._sheets = sheets
        lines = MoveLines(OPTIONS, PLAYERS, self.start, play, move_to_text, move_from_text)
        self.write_record, self.read_records = lines.write_record, lines.read_records
        self.move_to_json, self.move_from_json = lines.move_to_json, lines.move_from_json

    def start(self, players: Sequence[str], options: Mapping[str, Fact]) -> State:
        """3000 Force for all (J7-1); the die or the option decides who deals first (J7-2); raises `BadOption`."""
        names, house = check_players(players, PLAYERS), self._house(options)
        phase, first = (Phase.BUILD, 0) if house.dealer == "first" else (Phase.DICE, None)
        return State(names, house, Match((FORCE,) * len(names), first=first), phase, (Seat(),) * len(names))

    def deal(self, players: Sequence[str], options: Mapping[str, Fact], seed: int) -> State:
        """The same with all dice and walls known in advance: they follow from the seed, hand after hand."""
        begun = self.start(players, options)
        return replace(begun, match=replace(begun.match, seed=seed))

    def _house(self, options: Mapping[str, Fact]) -> HouseRules:
        """The options of a match; raises `BadOption`, also for a score sheet that the game does not have."""
        known = [Option(option.name, self._names(option)) for option in OPTIONS]
        values = {name: str(value) for name, value in choose_options(options, known).items()}
        if values["rules"] == "padawan":
            return HouseRules(**values, scored_by=PADAWAN)
        if values["sheet"] not in self._sheets:
            raise BadOption(message("jarapon.no_sheet", sheet=values["sheet"]))
        return HouseRules(**values, scored_by=self._sheets[values["sheet"]])

    def _names(self, option: Option) -> tuple[Fact, ...]:
        """The allowed values of an option; the default sheet is always allowed, and comes first."""
        return tuple(dict.fromkeys((*option.allowed, *self._sheets))) if option.name == "sheet" else option.allowed
