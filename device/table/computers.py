"""Games dealt by the box: computer players move by themselves, and phones that hold a seat play from it.

Used by the table's thread alone. Computer players and people on phones decide by what their own view shows
(`engines.bots`); the box alone knows the whole state, and finds the intended move in it.
"""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from device.games.listing import profile_of
from device.games.own_moves import OwnMove, own_moves
from device.record.entries import seat_holders
from device.record.replay import CorrectionRefused
from device.table.events import LookFromSeat, PlayFromSeat, TakeSeat
from device.table.game import BoardGame
from device.table.game_start import BY_COMPUTER
from engines.bots import choose_move, matching_moves
from engines.contract import AnyGame
from engines.messages import Message, message

PAUSE_S = 1.2  # seconds between two moves, so that people can see each


@dataclass(frozen=True)
class OwnView:
    """A player's view from his seat: his hand, his moves, and whether the others wait for him.

    `faces`: faces at places of the table that only he knows; `notes`: what his hand counts, waits for or would cost.
    """

    known: int
    hand: tuple[str, ...]
    moves: tuple[OwnMove[Any], ...]
    may_pass: bool
    faces: Mapping[str, str]
    notes: tuple[Message, ...]


@dataclass(frozen=True)
class _Wish:
    """The complete move that a computer player wants to make; `is_due`: he is asked for it, or it is nobody's."""

    seat: int
    move: Any
    is_due: bool


class Computers:
    """The players of a game dealt by the box. `clock` gives monotonic seconds.

    Whoever is not in turn comes first, as a call comes before the next draw: a computer player who calls, and people
    who could, for whom the others wait until they move or pass.
    """

    def __init__(self, game: BoardGame, clock: Callable[[], float] = time.monotonic) -> None:
        self._game, self._clock = game, clock
        self._here, self._since_s = (-1, -1), 0.0
        self._passed: frozenset[int] = frozenset()
        self._wishes: tuple[_Wish, ...] | None = None
        self._next: _Wish | None = None
        self._decided: object = None  # for which position, and who has let the others go on

    def wait_s(self, most: float) -> float:
        """The time (s), at most `most`, until a computer player moves."""
        return most if self._next is None else min(most, max(0.0, self._since_s + PAUSE_S - self._clock()))

    def go_on(self) -> None:
        """Make the next move of a computer player if it is time."""
        self._follow()
        if self._decided != (self._here, self._passed):
            self._next, self._decided = self._decide(), (self._here, self._passed)
        if self._next is not None and self._clock() >= self._since_s + PAUSE_S:
            self._game.make(self._next.move, BY_COMPUTER)

    def hear(self, event: TakeSeat | LookFromSeat | PlayFromSeat) -> OwnView | None:
        """Handle an event from a phone that plays from a seat; raises `Refusal` and changes nothing if not allowed."""
        self._follow()
        match event:
            case TakeSeat(seat, phone):
                self.take_seat(seat, phone)
            case LookFromSeat(seat, phone):
                return self.view(seat, phone)
            case PlayFromSeat(seat, phone):
                self._check_holder(seat, phone)
                if event.move is None:
                    self.let_pass(seat)
                else:
                    self.play(seat, event.move, event.by)
        return None

    def take_seat(self, seat: int | None, phone: str | None) -> None:
        """Give a seat to a phone, which gives up any other; raises `CorrectionRefused` if that is impossible.

        `None` as in `TakeSeat`.
        """
        held = self._holders
        if seat is not None:
            self._check_person(seat)
            if phone is not None and held.get(seat) not in (None, phone):
                raise CorrectionRefused(message("computers.taken", player=self._game.played.players[seat]))
        is_new = held.get(seat) != phone if seat is not None else phone in held.values()
        if is_new:
            self._game.journal.append("seat", {"seat": seat, "phone": phone})

    def view(self, seat: int, phone: str) -> OwnView:
        """The view of a seat's holder; raises `CorrectionRefused` for any other phone."""
        self._check_holder(seat, phone)
        known, hand = self._game.journal.current()[-1].number, self._hand(seat)
        profile, own = profile_of(self._rules.NAME), self._rules.view(self._game.played.now, seat)
        faces, notes = profile.own_faces(own, seat), tuple(profile.own_notes(own, seat))
        return OwnView(known, hand, self._choices(seat), self._may_pass(seat), faces, notes)

    def _hand(self, seat: int) -> tuple[str, ...]:
        return tuple(profile_of(self._rules.NAME).hand(self._rules.view(self._game.played.now, seat), seat))

    def _choices(self, seat: int) -> tuple[OwnMove[Any], ...]:
        """The moves of a player; what is nobody's move people say who are asked."""
        return own_moves(self._rules, self._game.played.now, seat, self._hand(seat), may_end=self._is_due(seat))

    def play(self, seat: int, choice: int, by: str) -> None:
        """Make a move by its number in the view of its player; raises `Refusal` where it is gone.

        Computer players who have called are first.
        """
        choices = self._choices(seat)
        if choice not in range(len(choices)):
            raise CorrectionRefused(message("table.choice_gone"))
        chosen = choices[choice]
        while self._is_due(seat) and (first := next((one for one in self._find() if not one.is_due), None)):
            self._game.make(first.move, BY_COMPUTER)
            self._follow()
        if not any(chosen.move == one.move for one in self._choices(seat)):
            raise CorrectionRefused(message("computers.first"))
        self._game.make(chosen.move, by)

    def let_pass(self, seat: int) -> None:
        """Let the others go on without waiting for this player."""
        self._passed |= {seat}
        self._since_s = self._clock() - PAUSE_S

    def _check_person(self, seat: int) -> None:
        computers = self._game.computers
        if seat not in range(len(computers)) or computers[seat]:
            raise CorrectionRefused(message("computers.no_seat"))

    @property
    def _holders(self) -> dict[int, str | None]:
        return seat_holders(self._game.journal.current())

    def _check_holder(self, seat: int, phone: str) -> None:
        self._check_person(seat)
        if (holder := self._holders.get(seat, "")) != phone:
            key = "computers.freed" if holder is None else "computers.not_yours"
            raise CorrectionRefused(message(key, player=self._game.played.players[seat]))

    @property
    def _rules(self) -> AnyGame:
        return self._game.played.game

    def _follow(self) -> None:
        """Follow the game when it has moved on or changed."""
        played = self._game.played
        last = next(entry for entry in reversed(self._game.journal.current()) if entry.kind != "seat")
        here = (played.number, last.number)
        if here == self._here:
            return
        self._here, self._since_s, self._wishes, self._passed = here, self._clock(), None, frozenset()

    def _decide(self) -> _Wish | None:
        """Decide the next move of a computer player, unless somebody must be waited for."""
        wishes = self._find()
        first = next((one for one in wishes if not one.is_due), None)
        if first is not None or not self._waits_for_people():
            return first or next(iter(wishes), None)
        return None

    def _find(self) -> Sequence[_Wish]:
        """What the computer players want now; where nobody has a move, one of theirs is made all the same."""
        if self._wishes is None:
            self._wishes = self._found() if self._game.computers and not self._game.played.is_over else ()
        return self._wishes

    def _found(self) -> tuple[_Wish, ...]:
        game, state, found = self._rules, self._game.played.now, list[_Wish]()
        seats = [seat for seat, strength in enumerate(self._game.computers) if strength]
        for seat in seats:
            wish = choose_move(game, game.view(state, seat), seat, self._game.computers[seat])
            move = None if wish is None else next(iter(matching_moves(game, state, seat, wish)), None)
            if move is not None:
                is_nobodys = game.mover(state, move) is None
                found.append(_Wish(seat, move, is_nobodys or self._is_due(seat)))
        if not found and not any(self._is_due(seat) and self._own_moves(seat) for seat in self._people()):
            legal = [(game.mover(state, move), move) for move in game.moves(state)]
            theirs = [
                _Wish(seats[0] if who is None else who, move, True) for who, move in legal if who in (*seats, None)
            ]
            found = [random.Random(str(state)).choice(theirs)] if theirs else []
        return tuple(sorted(found, key=lambda one: game.mover(state, one.move) is None))

    def _is_due(self, seat: int) -> bool:
        """Whether a player is the one who is asked, or nobody in particular is."""
        game, state = self._rules, self._game.played.now
        due = {prompt.player for prompt in game.prompt(game.view(state, None))} - {None}
        return not due or seat in due

    def _people(self) -> list[int]:
        return [seat for seat, strength in enumerate(self._game.computers) if not strength]

    def _own_moves(self, seat: int) -> bool:
        """Whether a player has a move of his own, by what he knows."""
        game, own = self._rules, self._rules.view(self._game.played.now, seat)
        return any(game.mover(own, move) == seat for move in game.moves(own))

    def _waits_for_people(self) -> bool:
        return any(self._may_pass(seat) for seat in self._people())

    def _may_pass(self, seat: int) -> bool:
        """Whether the others wait for a player, who may call something, or read what a hand has brought."""
        if seat in self._passed or self._game.played.is_over:
            return False
        if self._is_settled():
            return not self._passed and not (self._is_due(seat) and self._own_moves(seat))
        game, state = self._rules, self._game.played.now
        asked = {prompt.player for prompt in game.prompt(game.view(state, None))}
        return seat not in asked and bool(self._find()) and self._own_moves(seat)

    def _is_settled(self) -> bool:
        """Whether the last move has ended a hand, and people read what it has brought."""
        played = self._game.played
        return bool(played.plies) and bool(profile_of(self._rules.NAME).settled(played.before, played.now))
