"""A game on the table: what the camera sees and what people correct becomes entries of the journal, and these the game.

Every change goes one way: it is written down, then played. What is shown is always what the journal says.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from device.candidates import camera_place, changed
from device.choices import Choice, of_question, untold
from device.corrections import check_can_go_on
from device.doubts import Doubts
from device.habits import habits_of
from device.journal import Entry, Journal, Kind
from device.line import line_of
from device.outcomes import Moved, Nothing, Outcome, TakenBack, Turned, Unclear, Which, Wrong
from device.passing import play_on
from device.pictures import Photo, PictureStore
from device.played import BrokenLine, CorrectionRefused, Played
from device.recorded_order import in_recorded_order
from device.referee import Referee
from device.seen import Places, Seen
from device.table_memory import TableMemory
from device.watched import WATCHED
from engines.contract import Game
from engines.messages import Fact, Message, message
from engines.vocabulary import Layout

# Whoever sets up the start position after so many moves does not take them back one and all: it is a new game.
NEW_GAME_AFTER = 4
# So many places are wrong at least when it is thought of that the board may have been turned: more than by any slip.
TURNED_FROM = 6
# When a game is over the tiles are put away; only so many moves are still understood as taken back.
TAKEN_BACK_AFTER_THE_END = 2


def begin_game(
    journal: Journal,
    game: str,
    players: Sequence[str],
    options: Mapping[str, Fact],
    games: Mapping[str, Game] = WATCHED,
) -> None:
    """Write down the start of a game; raises `BadOption`. The one before stays in the journal as it is."""
    games[game].start(players, options)
    journal.start_game(game, players, options)


class BoardGame:
    """The game that the journal ends with, which must not be empty; `before` is how it was played before, if it was.

    `problem`, `problem_also` and `problem_places` say what is wrong with the table, `notices` what is new since the
    last move. `question` are moves of which one was made that no picture can show, `untold` those that people may tell
    at any time since they leave the table as it is; both are answered by `choose`.
    """

    def __init__(
        self,
        journal: Journal,
        pictures: PictureStore,
        games: Mapping[str, Game] = WATCHED,
        before: Played | None = None,
    ) -> None:
        self.journal, self.pictures = journal, pictures
        self.problem: Message | None = None
        self.problem_also: tuple[Message, ...] = ()
        self.problem_places: tuple[str, ...] = ()
        self.notices: list[Message] = []
        self.question: tuple[Choice, ...] = ()
        self.untold: tuple[Choice, ...] = ()
        self._photo: Photo | None = None  # what was seen last
        self._memory = TableMemory()
        self._doubts = Doubts()
        self._games = games
        self._turn: int | None = None
        self._turned_to: int | None = None  # how the last look alone says that the board lies now
        self._before = before
        self._seen: Places = {}
        self._rejected: list[Layout] = []  # tables that were corrected and are not mended yet
        self._referee: Referee | None = None
        self._play_what_can_be_played()
        self.shown_turn = self._turn or 0

    def begin(self, game: str, players: Sequence[str], options: Mapping[str, Fact]) -> None:
        """A new game; raises `BadOption` and changes nothing."""
        begin_game(self.journal, game, players, options, self._games)
        self.notices, self._rejected = [message("table.new_game")], []
        self.question, self.untold = (), ()
        self._memory.forget()
        self._doubts.forget()
        self._mend()
        self._play()

    def resume(self, number: int) -> None:
        """Go on with an unfinished game of the journal; raises `Refusal` and changes nothing where that cannot be."""
        check_can_go_on(self.journal.entries_of(number), self._games)
        self.journal.resume(number)
        self.notices, self._rejected, self._seen, self._photo = [message("keeping.resumed")], [], {}, None
        self.question, self.untold = (), ()
        self._memory.forget()
        self._doubts.forget()
        self._mend()
        self._play_what_can_be_played()
        self.shown_turn = self._turn or 0

    def see(self, places: Places, picture: Photo | None) -> Outcome:
        """Judge a reading's places and do what follows; `picture` is kept with the moves that it shows."""
        is_new = places is not self._seen
        numbered, looks = habits_of(self.played.game.NAME).numbered, self._looks_now()
        if numbered:
            places = in_recorded_order(places, looks, numbered)
        self._seen, self._photo = places, picture
        outcome = self._judge(self._memory.settled(places, looks))
        turned = is_new and self._notice_turn(outcome, places)
        if turned or (is_new and self._put_right(outcome, places)):
            outcome = self._judge(self._memory.settled(places, self._looks_now()))
        self.question = ()
        match outcome:
            case Nothing():
                self._rejected, self.shown_turn = [], outcome.turn
                self._mend()
            case Moved():
                self._record(outcome, picture)
            case TakenBack():
                return self._take_back(outcome, picture)
            case Turned():
                self._memory.forget()
                self._settle_turn(outcome.turn)
                self.notices = [message("table.turned")]
                self._mend()
            case Which():
                self._ask(outcome.choices)
                self._mend()
            case Wrong() | Unclear():
                self._complain(outcome)
                if isinstance(outcome, Unclear):
                    self._ask(outcome.choices)
        if isinstance(outcome, Nothing | Moved):
            self._memory.keep(places, self._looks_now())
            self._doubts.settle(self.played, self.shown_turn, Seen(places))
        if turned:
            self.notices = [message("table.turned")]
        self._offer()
        return outcome

    def _notice_turn(self, outcome: Outcome, places: Places) -> bool:
        """Settle that the board was turned and moved on since the last look, when two looks in a row say so."""
        is_far = isinstance(outcome, Wrong) and len(outcome.places) >= TURNED_FROM and not self.played.is_over
        before, self._turned_to = self._turned_to, self.prepare().turned_and_moved(places) if is_far else None
        if self._turned_to is None or self._turned_to != before:
            return False
        self._memory.forget()
        self._settle_turn(self._turned_to)
        return True

    def _put_right(self, outcome: Outcome, places: Places) -> bool:
        """Change a doubtful move that pictures have shown to be another one, and replay all after it."""
        wrong = isinstance(outcome, Wrong) and not self._rejected and not self.played.is_over
        found = self._doubts.look(self.played, self.shown_turn, Seen(places if wrong else {}), self._explains)
        if found is None:
            return False
        self.journal.append("change", {"entry": found.entry, "move": found.move, "by": "camera"})
        self._play()
        self._mend()
        self.notices = [message("table.reread", places=found.place, before=found.before, now=found.now)]
        return True

    def _explains(self, played: Played) -> bool:
        """Whether the table that was seen last is as it must be in a game, or after a move from there."""
        referee = Referee(played.game, played.states, self._turn, played.other_starts)
        return isinstance(referee.judge(self._seen), Nothing | Moved)

    def _ask(self, choices: Sequence[Moved]) -> None:
        """Let people say which of these it was, as long as the rules do not play on by themselves."""
        if not self._rejected and not self.played.is_over:
            self.question = of_question(self.played.game, self.played.now, choices)

    def _looks_now(self) -> Layout:
        """How the table must look now, by the camera's names of places."""
        layout = self.played.game.layout(self.played.now)
        return {camera_place(place, self.shown_turn): look for place, look in layout.items()}

    def choose(self, key: str, by: str) -> None:
        """Record the moves of a choice; raises `CorrectionRefused` when it is not among those that there are."""
        chosen = next((choice for choice in (*self.question, *self.untold) if choice.key == key), None)
        if chosen is None:
            raise CorrectionRefused(message("table.choice_gone"))
        is_asked, first = chosen in self.question, self.journal.next_number()
        self._record(chosen.moved, self._photo if is_asked else None, by)
        if not is_asked:  # no picture shows it, and people know
            self._doubts.close(range(first, self.journal.next_number()))
        self.see(self._seen, self._photo)

    def correct(self, kind: Kind, data: Mapping[str, Any]) -> None:
        """Strike, insert or change a move and replay all after it; raises `CorrectionRefused` and changes nothing."""
        entries, before = self.journal.current(), self.played.game.layout(self.played.now)
        self.played.check(entries, Entry(self.journal.next_number(), self.played.number, kind, data, ""))
        self.journal.append(kind, data)
        self._play()
        self._doubts.close([data.get("entry", 0), *data.get("entries", ())])
        # The table shows what was corrected until people mend it, and must not be read as the same move once more.
        self._rejected.append(before)
        self.notices = [message(f"table.done_{kind}")]
        if self._seen:
            self.see(self._seen, self._photo)

    def undo(self, by: str) -> None:
        """Strike the last move; raises `CorrectionRefused` when there is none."""
        chosen = [ply.entry for ply in self.played.plies if ply.entry]
        if not chosen:
            raise CorrectionRefused(message("table.nothing_to_undo"))
        self.correct("strike", {"entries": chosen[-1:], "by": by})

    def _offer(self) -> None:
        """What people may tell now; without a look at the table nobody knows what of it cannot be seen."""
        played, game = self.played, self.played.game
        habits = habits_of(game.NAME)
        self.untold = untold(game, habits, played.now, self._seen, self._turn or 0) if self._seen else ()

    def _play(self) -> None:
        turns = [entry.data["turn"] for entry in self.journal.current() if entry.kind == "turn"]
        self._turn = turns[-1] if turns else None
        self.played = self._before = Played.of(self.journal.current(), self._games, self._before)
        self._referee = None

    def _play_what_can_be_played(self) -> None:
        """Go on with the journal's game. Where a damaged journal has lost moves, those that need them are struck."""
        try:
            self._play()
        except BrokenLine as broken:
            line = [one.entry for one in line_of(self.journal.current())]
            kept = line.index(broken.entry)
            self.journal.append("strike", {"entries": line[kept:], "by": "box"})
            self.notices.append(message("table.resumed_in_part", move=kept + 1))
            self._play()

    def prepare(self) -> Referee:
        """The referee of the position now. Made while nobody waits, it saves time when the next move is seen."""
        if self._referee is None:
            played = self.played
            self._referee = Referee(played.game, played.states, self._turn, played.other_starts)
        return self._referee

    def _judge(self, places: Places) -> Outcome:
        outcome = self.prepare().judge(places)
        if isinstance(outcome, Unclear | Wrong) and self._memory.is_empty and not self.played.plies:
            # The table was just laid for the start: what is hazy of it is what it must be, if it looks most like that.
            outcome = self.prepare().start_seen(places) or outcome
        if isinstance(outcome, Wrong):
            # The table is being changed: what it shows from now on is meant.
            self._rejected = []
        if self._layout_after(outcome) in self._rejected:
            return self.prepare().must_be(places)
        return outcome

    def _layout_after(self, outcome: Outcome) -> Layout | None:
        if isinstance(outcome, Which):
            outcome = outcome.choices[0]
        if not isinstance(outcome, Moved | TakenBack) or (isinstance(outcome, Moved) and outcome.options):
            return None
        game, state = self.played.game, self.played.now
        if isinstance(outcome, TakenBack):
            state = self.played.states[outcome.to_ply]
        for move in outcome.moves:
            state = play_on(game, state, move)[-1].state
        return game.layout(state)

    def _record(self, outcome: Moved, picture: Photo | None, by: str = "camera") -> None:
        if outcome.options:
            options = {**self.played.options, **dict(outcome.options)}
            begin_game(self.journal, self.played.game.NAME, self.played.players, options, self._games)
        if self._turn is None and self._shows_turn(outcome):
            self._settle_turn(outcome.turn)
        self._write_moves(outcome.moves, picture, by)

    def _shows_turn(self, outcome: Moved) -> bool:
        """Whether moves changed what was looked at and lies elsewhere when the table is turned."""
        game, state = self.played.game, self.played.now
        before = game.layout(state)
        for move in outcome.moves:
            state = play_on(game, state, move)[-1].state
        seen = (place for place in changed(before, game.layout(state)) if camera_place(place, 1) != place)
        return any(camera_place(place, outcome.turn) in self._seen for place in seen)

    def _write_moves(self, moves: Sequence[Any], picture: Photo | None, by: str = "camera") -> None:
        game_number = self.journal.current()[0].game
        kept = None
        if picture is not None:
            kept = self.pictures.keep(f"{game_number}-{self.journal.next_number()}", picture)
        for move in moves:
            written = {"move": self.played.game.move_to_json(move), "picture": kept, "by": by}
            self._doubts.open(self.journal.append("move", written).number)
        self.notices, self._rejected = [], []
        self._mend()
        self._play()

    def _take_back(self, outcome: TakenBack, picture: Photo | None) -> Outcome:
        struck = [ply.entry for ply in self.played.plies[outcome.to_ply :] if ply.entry]
        is_start, over = outcome.to_ply == 0 and not outcome.moves, self.played.is_over
        if is_start and (over or len(struck) >= NEW_GAME_AFTER):
            self.begin(self.played.game.NAME, self.played.players, self.played.options)
            return outcome
        if over and len(struck) > TAKEN_BACK_AFTER_THE_END:
            return outcome
        self.journal.append("strike", {"entries": struck, "by": "table"})
        if outcome.to_ply == 0:
            # With no move left the board may again lie either way round, which its first move settles.
            self._settle_turn(None)
            self._play()
            self.see(self._seen, picture)
        else:
            self._write_moves(outcome.moves, picture)
        self.notices = [message("table.taken_back")]
        return outcome

    def _settle_turn(self, turn: int | None) -> None:
        self.journal.append("turn", {"turn": turn})
        self._play()
        if turn is not None:
            self.shown_turn = turn

    def _complain(self, outcome: Wrong | Unclear) -> None:
        if self.played.is_over:
            # The tiles are being put away.
            return
        self.problem, self.problem_places = outcome.message, outcome.places
        self.problem_also = outcome.also if isinstance(outcome, Wrong) else ()

    def _mend(self) -> None:
        self.problem, self.problem_also, self.problem_places = None, (), ()
