"""Calls from phones at a live table: received, decided after a wait, recorded, and announced.

Used by the table's thread alone. A call that is a move (pon, “Jarapon!”, “Lie!”) is recorded as soon as it is decided;
one that announces a move (riichi) is remembered until that move is observed, and answers a question about it.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Protocol

from device.calls.events import CallMade, MakeCall, SeatCall, WithdrawCall
from device.calls.order import WINDOW_S, Called, Decision, Lost, decide, pressed_s
from device.games.listing import profile_of
from device.games.profile import AnyProfile, CallKind
from device.record.replay import AnyReplay
from device.referee.choices import Choice
from device.referee.outcomes import Moved
from engines.messages import Message, Refusal, message


class CallableGame(Protocol):
    """The part of a game that calls need: its state, the current question and choices, and choosing one."""

    @property
    def played(self) -> AnyReplay:
        """The game as it stands."""

    @property
    def question(self) -> tuple[Choice, ...]:
        """The answers to the current question."""

    @property
    def untold(self) -> tuple[Choice, ...]:
        """What people may enter now."""

    def must_be_confirmed(self, moved: Moved[object]) -> bool:
        """Whether people must confirm these moves even where nothing else explains the table."""

    def choose(self, key: str, by: str) -> None:
        """Record the moves of a choice; raises `Refusal` if it no longer exists."""


@dataclass(frozen=True)
class _Position:
    """A position of a game; calls made in it leave it the same, with their own plies on top."""

    game: int
    moves: int  # without calls made in it
    state: object  # after all calls made in it: a corrected record may have as many moves as before
    since_s: float
    standing: tuple[Called, ...] = ()  # the calls made in it

    @property
    def now(self) -> int:
        """The current number of moves; each standing call is one."""
        return self.moves + len(self.standing)


class Calling:
    """The calls at the table of `game`.

    `announcements` are for everybody, once; `clock` gives monotonic seconds. `take` gives the future of a `CallMade`,
    or of the `Refusal` that says why a call does not count. `go_on` decides when it is time, which `wait_s` gives.
    `answer` fulfils the futures, once the decision has been announced.
    """

    def __init__(self, game: CallableGame, clock: Callable[[], float] = time.monotonic) -> None:
        self.announcements: list[Message] = []
        self._game, self._clock = game, clock
        self._waiting: dict[Called, Future[CallMade]] = {}
        self._decided: list[tuple[Future[CallMade], CallMade | Refusal]] = []
        self._announced: dict[tuple[int, str], Called] = {}
        self._position = self._here()
        self._known: tuple[object, tuple[SeatCall, ...]] = (None, ())

    def take(self, event: MakeCall) -> Future[CallMade]:
        """Receive a call; raises `Refusal` if it is too late, or announces what is not allowed."""
        kind = self._kind(event.name, event.player)
        self._follow()
        if event.moves not in (self._position.moves, self._position.now):
            raise Refusal(message("calls.gone_on"))
        arrived = min(event.arrived_s, self._clock())
        pressed = pressed_s(event.ago_s, arrived, self._position.since_s, event.sent_s)
        call = Called(event.name, event.player, event.moves, pressed, arrived, event.by, kind.is_shared)
        if kind.announces and not kind.takes:
            return self._announce(kind, call)
        known = next((one for one in self._waiting if (one.name, one.player) == (call.name, call.player)), call)
        return self._waiting.setdefault(known, Future())

    def withdraw(self, event: WithdrawCall) -> None:
        """Withdraw an announcement; raises `Refusal` if it was already carried out or never made."""
        if self._announced.pop((event.player, event.name), None) is None:
            raise Refusal(message("calls.nothing_to_withdraw"))

    def wait_s(self, most: float) -> float:
        """The time (s), at most `most`, until something must be decided."""
        return min(most, max(0.0, self._due_s - self._clock())) if self._waiting else most

    def go_on(self, quiet: bool = True) -> None:
        """Answer a question by the calls, and decide when it is time and `quiet`: no more events are waiting."""
        self._follow()
        for (player, name), call in list(self._announced.items()):
            self._answer_question(self._kind(name, player), call)
        if self._waiting and quiet and self._clock() >= self._due_s:
            self._decide()

    def answer(self) -> None:
        """Fulfil the futures of the decided calls."""
        decided, self._decided = self._decided, []
        for done, answer in decided:
            if isinstance(answer, Refusal):
                done.set_exception(answer)
            else:
                done.set_result(answer)

    @property
    def _profile(self) -> AnyProfile:
        return profile_of(self._game.played.game.NAME)

    @property
    def _due_s(self) -> float:
        return min(call.arrived_s for call in self._waiting) + WINDOW_S

    @property
    def lasting(self) -> list[Message]:
        """The announcements whose moves are still to come."""
        players = self._game.played.players
        return [message(f"calls.announced.{name}", player=players[player]) for player, name in self._announced]

    def seat_calls(self) -> tuple[SeatCall, ...]:
        """Every call of the game for each player, with its description or why it is not possible now."""
        game = self._game
        of = (game.played.now, game.untold, self._position, tuple(self._announced))
        if self._known[0] != of:
            kinds = self._profile.calls
            seats = range(len(game.played.players)) if kinds else ()
            self._known = of, tuple(self._seat_call(kind, seat) for seat in seats for kind in kinds)
        return self._known[1]

    def _seat_call(self, kind: CallKind[object, object], seat: int) -> SeatCall:
        why = self._why_not(kind, seat)
        about = kind.about(self._game.played.now, seat) if why is None else why
        choice = self._move_of(kind, seat)
        called = (seat, kind.name) in self._announced
        return SeatCall(seat, kind.name, why is None, about, called, "" if choice is None else choice.key)

    def _why_not(self, kind: CallKind[object, object], seat: int) -> Message | None:
        """Why a player cannot make a call now; None if he can."""
        played = self._game.played
        standing = (one for one in self._position.standing if one.name == kind.name and one.player != seat)
        before = None if kind.is_shared else next(standing, None)
        taking = tuple(one for one in self._taking if one.player != seat)
        if before is None and taking and not self._lists_after(taking, kind, seat):
            before = taking[0]
        if before is not None:
            return message("calls.made_by", player=played.players[before.player], call=f"call/{before.name}")
        if not self._profile.lists(played.now, kind, seat):
            return kind.refused(played.now, seat) or message("calls.not_now")
        if not kind.announces and self._move_of(kind, seat) is None:
            return message("calls.no_look")
        return None

    def _kind(self, name: str, player: int) -> CallKind[object, object]:
        played = self._game.played
        kind = self._profile.call(name)
        if kind is None or player not in range(len(played.players)):
            raise Refusal(message("calls.unknown"))
        return kind

    def _announce(self, kind: CallKind[object, object], call: Called) -> Future[CallMade]:
        if (why := self._why_not(kind, call.player)) is not None:
            raise Refusal(why)
        done: Future[CallMade] = Future()
        done.set_result(self._keep(call))
        return done

    def _keep(self, call: Called) -> CallMade:
        """Keep an announcement until its move is made."""
        self._announced[call.player, call.name] = call
        return CallMade(message(f"calls.announced.{call.name}", player=self._game.played.players[call.player]))

    @property
    def _taking(self) -> tuple[Called, ...]:
        """The announcements that take the last discard."""
        return tuple(call for call in self._announced.values() if self._kind(call.name, call.player).takes)

    @property
    def _standing(self) -> tuple[Called, ...]:
        """The calls that count in the current position."""
        return (*self._position.standing, *self._taking)

    def _here(self) -> _Position:
        played = self._game.played
        return _Position(played.number, len(played.plies), played.now, self._clock())

    def _follow(self) -> None:
        """Follow the game when it has moved on or back."""
        played, was = self._game.played, self._position
        if (played.number, len(played.plies), played.now) == (was.game, was.now, was.state):
            return
        self._position = self._here()
        if (played.number, True) != (was.game, len(played.plies) > was.now):
            self._announced.clear()
        assumed = self._profile.habits.assumed
        for player, name in list(self._announced):
            kind = self._kind(name, player)
            made = [ply.move for ply in played.plies[was.now :] if ply.player == player or kind.takes]
            done = next((move for move in made if not isinstance(move, assumed)), None)
            if done is not None and not kind.is_call(done, player):
                self.announcements.append(message(f"calls.not_done.{name}", player=played.players[player]))
            if kind.takes or done is not None or not self._profile.lists(played.now, kind, player):
                del self._announced[player, name]

    def _answer_to(self, kind: CallKind[object, object], call: Called) -> Choice | None:
        """The answer to the table's question that a call singles out among several.

        If the only answer must be confirmed, or a penalty follows, people answer: a call says nothing about tiles.
        """
        question = self._game.question
        fits = [choice for choice in question if any(kind.belongs(move, call.player) for move in choice.moved.moves)]
        return fits[0] if len(fits) == 1 < len(question) and not self._game.must_be_confirmed(fits[0].moved) else None

    def _answer_question(self, kind: CallKind[object, object], call: Called) -> None:
        answer = self._answer_to(kind, call)
        if answer is not None:
            self._game.choose(answer.key, call.by)
            self._follow()

    def _move_of(self, kind: CallKind[object, object], seat: int) -> Choice | None:
        """The choice that makes a call, among those that people may enter now."""
        single = (choice for choice in self._game.untold if len(choice.moved.moves) == 1)
        return next((choice for choice in single if kind.is_call(choice.moved.moves[0], seat)), None)

    def _allowed(self, made: tuple[Called, ...], call: Called) -> bool:
        """Whether the rules allow a call after others, or it singles out an answer to the table's question."""
        kind = self._kind(call.name, call.player)
        taking = tuple(one for one in self._taking if one.contest != call.contest)
        if self._lists_after((*taking, *made), kind, call.player):
            return True
        return not made and self._answer_to(kind, call) is not None

    def _lists_after(self, made: tuple[Called, ...], kind: CallKind[object, object], seat: int) -> bool:
        """Whether the rules allow a player a call after others."""
        game, state = self._game.played.game, self._game.played.now
        for one in made:
            before = self._kind(one.name, one.player)
            move = next((move for move in game.moves(state) if before.is_call(move, one.player)), None)
            if move is None:
                return False
            state = game.play(state, move)
        return self._profile.lists(state, kind, seat)

    def _decide(self) -> None:
        """Record the calls that count, and answer all that are waiting."""
        waiting, self._waiting = self._waiting, {}
        current = {call: done for call, done in waiting.items() if self._is_current(call)}
        for call in waiting.keys() - current.keys():
            self._decided.append((waiting[call], Refusal(message("calls.gone_on"))))
        decision = decide(current, self._allowed, self._standing)
        refused = {call: self._why_lost(call, lost) for call, lost in decision.lost.items()}
        self._announce_close_calls(decision)
        for call in decision.made:
            self._decided.append((current[call], self._record(call)))
        self._decided += [(current[call], Refusal(said)) for call, said in refused.items()]

    def _is_current(self, call: Called) -> bool:
        """Whether only calls were recorded since the position that the caller knew."""
        here = self._position
        return call.moves in (here.moves, here.now) and call.arrived_s >= here.since_s

    def _record(self, call: Called) -> CallMade | Refusal:
        kind, before = self._kind(call.name, call.player), self._position
        if kind.announces:
            return self._keep(call)
        choice = self._answer_to(kind, call) or self._move_of(kind, call.player)
        if choice is None:
            return Refusal(message("calls.no_look"))
        try:
            self._game.choose(choice.key, call.by)
        except Refusal as refused:
            return refused
        plies = self._game.played.plies
        entries = [ply.entry for ply in plies[before.now :] if ply.entry][: len(choice.moved.moves)]
        if len(plies) == before.now + 1:
            for one in self._taking:  # a win comes before a pon
                del self._announced[one.player, one.name]
            self._position = replace(before, state=plies[-1].state, standing=(*before.standing, call))
        else:
            self._follow()
        return CallMade(choice.said, entries[-1])

    def _why_lost(self, call: Called, lost: Lost) -> Message:
        played, to = self._game.played, lost.to
        if lost.why == "not_allowed" or to is None or to.player == call.player:
            why = self._kind(call.name, call.player).refused(played.now, call.player)
            return why or self._why_not(self._kind(call.name, call.player), call.player) or message("calls.not_now")
        facts = {"player": played.players[to.player], "call": f"call/{to.name}"}
        if lost.why == "slower":
            return message("calls.slower", **facts, seconds=_seconds(call.pressed_s - to.pressed_s))
        return message(f"calls.{lost.why}", **facts)

    def _announce_close_calls(self, decision: Decision) -> None:
        """Announce what was too close to be settled silently."""
        players = self._game.played.players
        for call, lost in decision.lost.items():
            if lost.why not in ("by_rules", "at_once") or lost.to is None or lost.to.player == call.player:
                continue
            one, other = (players[player] for player in sorted((call.player, lost.to.player)))
            said = message("calls.all.at_once", one=one, other=other)
            if lost.why == "by_rules":
                said = message("calls.all.by_rules", one=one, other=other, player=players[lost.to.player])
            if said not in self.announcements:
                self.announcements.append(said)


def _seconds(seconds: float) -> str:
    """A time difference in words, no finer than it is measured.

    >>> _seconds(0.234), _seconds(0.05), _seconds(1.26)
    ('0.2', '0.05', '1.3')
    """
    return f"{seconds:.2f}" if seconds < 0.1 else f"{seconds:.1f}"
