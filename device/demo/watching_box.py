"""The box that watches the demo table, as the simulated people there deal with it.

They enter what no camera can see by the events of a real table: a call from a phone, an answer, a move. Where the box
has lost the thread, they correct its record.
"""

from dataclasses import replace
from math import inf
from typing import NamedTuple

from device.calls.events import MakeCall
from device.demo.recorded_order import as_recorded
from device.demo.staging import staged
from device.demo.witness import Witness
from device.games.listing import WATCHED, profile_of
from device.games.profile import CallKind
from device.record.corrections import Correction
from device.record.replay import AnyReplay
from device.referee.choices import Choice
from device.referee.outcomes import Problem
from device.table.events import Asked, Choose, Pressed
from device.table.game import BoardGame
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from engines import bots, reversi
from engines.contract import AnyGame
from simulator.people.companion import GLANCE_S, Begun, Companion

PHONE = "phone"
# Seconds at the usual pace for which people let the box work, or leave a question open that they can answer, so that
# viewers can read it.
THINK_S = 2.5
# When the box is stuck, people request another reading, then correct its record, and finally start again (s).
_LOOK_AGAIN_S, _CORRECT_S, _GIVE_UP_S = 8.0, 16.0, 60.0
_ANSWER_S = 10.0


class Sight(NamedTuple):
    """What people see of a box."""

    played: AnyReplay
    question: tuple[Choice, ...]
    untold: tuple[Choice, ...]
    problem: Problem | None


class WatchingBox(Companion):
    """The box that watches, once connected; until then people play `usual` for ever.

    Used only by the thread of the camera that films them.
    """

    def __init__(self, usual: AnyGame = reversi) -> None:
        self.speed = 1.0  # at which people play, a multiple of the usual speed
        self._usual = usual
        self._table: LiveTable | None = None
        self._game: BoardGame | None = None
        self._seen: tuple[Snapshot, Sight] | None = None
        self._witness, self._number = Witness(profile_of(usual.NAME)), 0
        self._is_over = False
        self._waited = self._stalled = 0.0
        self._moves, self._asked = 0, tuple[str, ...]()

    def sit_down(self, table: LiveTable, game: BoardGame) -> None:
        """Connect the box that watches."""
        self._table, self._game = table, game

    def begun(self) -> Begun:
        """The game to play from now on."""
        sight = self._sight()
        self._is_over = False
        self._get_on()
        self._witness = Witness(profile_of((self._usual if sight is None else sight.played.game).NAME))
        if sight is None:
            return Begun(staged(self._witness.profile), bots.NAMES[: self._usual.PLAYERS.start])
        played = sight.played
        self._number = played.number
        self._witness.made = [ply.move for ply in played.plies]
        return Begun(
            staged(self._witness.profile), played.players, played.options, tuple(self._witness.made), played.now
        )

    @property
    def is_fed_by_hand(self) -> bool:
        """Whether its game cannot be played here: somebody enters the moves by hand."""
        return self._table is not None and _is_by_hand(self._table.snapshot)

    def has_another_game(self) -> bool:
        """Whether the box has begun another game than the one being played."""
        sight = self._sight()
        return sight is not None and sight.played.number != self._number

    def tell(self, move: object) -> None:
        """Note a move being made, as everybody at the table can see it."""
        self._witness.made.append(move)

    def end(self) -> None:
        """Note that the game is over: no later move will reveal unannounced ones."""
        self._is_over = True

    def is_content(self) -> bool:
        """Whether people may play on, since the box has recorded everything; otherwise they help it."""
        sight = self._sight()
        if sight is not None:
            self._witness.made = as_recorded(self._witness.made, [ply.move for ply in sight.played.plies])
        if sight is None or self._has_all(sight.played):
            self._get_on()
            return True
        moves, asked = len(sight.played.plies), tuple(choice.key for choice in sight.question)
        if moves != self._moves:
            self._stalled = 0.0
        if (moves, asked) != (self._moves, self._asked):
            self._waited = 0.0
        self._moves, self._asked = moves, asked
        # Cards are read several times, which takes its time however fast people play.
        glance_s = GLANCE_S if self._witness.profile.cards is None else GLANCE_S / self.speed
        self._waited += glance_s
        self._stalled += glance_s
        self._help(sight)
        return False

    def has_noticed(self, mishap: bool) -> bool:
        """Whether the box has reported a problem, or, without a mishap, recorded what was done instead."""
        sight = self._sight()
        if sight is None:
            return True
        return sight.problem is not None if mishap else _chosen(sight.played) > len(self._witness.made)

    def play_again(self) -> None:
        """Ask the box for another game of the same kind, unless somebody has begun one already."""
        self._post(Pressed("back_long"))

    def _sight(self) -> Sight | None:
        """The current sight of the box; the table is asked only if its snapshot is new."""
        table, game = self._table, self._game
        if table is None or game is None:
            return None
        snapshot = table.snapshot
        if _is_by_hand(snapshot):
            return None  # nobody follows the demo's moves
        if self._seen is None or self._seen[0] is not snapshot:
            asked = Asked(lambda: Sight(game.played, game.question, game.untold, game.problem))
            try:
                self._seen = snapshot, table.post(asked).result(_ANSWER_S)
            except TimeoutError:  # the table hangs, which its supervisor notices: the last sight stays
                return None if self._seen is None else self._seen[1]
        return self._seen[1]

    def _has_all(self, played: AnyReplay) -> bool:
        if _chosen(played) > len(self._witness.made):
            return False
        if self._witness.typed_hand(played) is not None:
            return False
        if self._is_over or self._calls(played):
            return not self._witness.missing_in(played)
        return not self._witness.must_tell(played)

    def _get_on(self) -> None:
        self._waited = self._stalled = 0.0

    def _help(self, sight: Sight) -> None:
        """Enter what the box does not know, or help it on."""
        if self._waited % THINK_S == 0 and (event := self._answer(sight)) is not None:
            self._post(event)
        elif self._stalled == _LOOK_AGAIN_S:
            self._post(Pressed("ok"))
        elif self._stalled % _CORRECT_S == 0 and (event := self._correct(sight.played)) is not None:
            self._post(event)
        elif self._stalled >= _GIVE_UP_S:
            self._get_on()
            self.play_again()

    def _answer(self, sight: Sight) -> Choose | Correction | MakeCall | None:
        """The answer, call, typed hand or entry that people make now."""
        played = sight.played
        right = self._witness.choice_of(played, sight.question)
        if right is None and (event := self._witness.typed_hand(played) or self._call(played)) is not None:
            return event
        right = right or self._witness.choice_of(played, sight.untold)
        return None if right is None else Choose(right.key, PHONE)

    def _call(self, played: AnyReplay) -> MakeCall | None:
        """The call that was made, from the caller's phone."""
        calls = () if self._table is None else self._table.snapshot.choices.calls
        for seat, kind in self._calls(played):
            if any((call.player, call.name, call.possible) == (seat, kind.name, True) for call in calls):
                return MakeCall(kind.name, seat, len(played.plies), PHONE, ago_s=0.0, arrived_s=inf)
        return None

    def _calls(self, played: AnyReplay) -> list[tuple[int, CallKind[object, object]]]:
        """The calls that are the next move that the box lacks, with their seats."""
        missing = self._witness.missing_in(played)
        seat = played.game.mover(played.now, missing[0]) if missing else None
        if seat is None:
            return []
        kinds = self._witness.profile.calls
        return [(seat, kind) for kind in kinds if not kind.announces and kind.is_call(missing[0], seat)]

    def _correct(self, played: AnyReplay) -> Correction | None:
        """The next correction of the record: strike the first wrong move, or enter the first missing one."""
        made, plies = self._witness.as_named_by(played), played.plies
        recorded = [ply.move for ply in plies]
        same = self._witness.in_common(played, made)
        if same < len(recorded):
            later = tuple(ply.entry for ply in plies[same + 1 :] if ply.entry)
            entry = plies[same].entry
            return Correction("strike", entry, by=PHONE, without=later) if entry else None
        if same == len(made) or self._witness.profile.filming.renumbered(made[same], made[same]) is not None:
            return None
        last = max((ply.entry for ply in plies), default=0)
        return Correction("insert", last, played.game.move_to_json(made[same]), PHONE)

    def _post(self, event: Choose | Correction | MakeCall | Pressed) -> None:
        """Post an event about the last sight; a call itself says which position it refers to."""
        if self._table is None:
            return
        if self._seen is not None and not isinstance(event, MakeCall):
            event = replace(event, known=self._seen[0].known)
        self._table.post(event)


def _is_by_hand(snapshot: Snapshot) -> bool:
    return snapshot.by_hand or snapshot.view.game not in WATCHED


def _chosen(played: AnyReplay) -> int:
    """The number of plies up to the last chosen one; forced moves may be played ahead."""
    return max((number for number, ply in enumerate(played.plies, start=1) if ply.entry), default=0)
