"""A game on the table: readings and corrections become entries of the journal, which are played."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from device.capture.motion_gate import MAX_OPEN_READINGS
from device.config.routes import load_route
from device.games.forced_moves import state_after
from device.games.listing import GAMES, profile_of
from device.record.corrections import Correction, play_correction
from device.record.journal import Journal
from device.record.line import Line
from device.record.pictures import Photo, PictureStore
from device.record.replay import AnyReplay, CorrectionRefused
from device.referee.choices import Choice, of_question, untold
from device.referee.evidence import Evidence, NoiseMemory, Places
from device.referee.judge import Known, Verdict, judge
from device.referee.orientation import camera_place, is_turned_with_the_board
from device.referee.outcomes import (
    Moved,
    Nothing,
    Outcome,
    Problem,
    PutAway,
    SetUpAnew,
    TakenBack,
    Turned,
    Unclear,
    Which,
    Wrong,
)
from device.referee.revisions import Revision
from device.referee.sides import Sides
from device.referee.throws import KnownThrows, without_throws
from device.referee.unwatched import Meanwhile
from device.table.beginning import BY_COMPUTER, begin_game
from device.table.events import NewGame
from device.table.legs import following
from device.table.named_places import named_places
from device.table.recorded_game import RecordedGame
from engines.contract import AnyGame, Json
from engines.messages import Message, message
from engines.stop.route import Route
from engines.vocabulary import FACE_DOWN, Layout, changed


class BoardGame(RecordedGame):
    """The game that the journal ends with, which must not be empty; `before` is how it was played before, if it was.

    `route` is that of the box's campaigns, the shipped one where none is given.

    `problem` says what is wrong with the table, `notices` what is new since the last move. `question` are moves of
    which one was made that no picture can show, `untold` those that people may enter at any time since they leave the
    table as it is; both are answered by `choose`. `waits`: the last reading left places open that another may decide,
    so that nothing was done. `is_read`: there is a reader for its tables.
    """

    def __init__(
        self,
        journal: Journal,
        pictures: PictureStore,
        games: Mapping[str, AnyGame] = GAMES,
        before: AnyReplay | None = None,
        route: Route | None = None,
    ) -> None:
        super().__init__(journal, pictures, games, before)
        self.route = route or load_route(None)
        self.problem: Problem | None = None
        self.waits = False
        self.is_read = True
        self._meanwhile = Meanwhile()
        self._is_whole = True  # the last reading left nothing open
        self.question: tuple[Choice, ...] = ()
        self.untold: tuple[Choice, ...] = ()
        self._photo: Photo | None = None  # of the last reading
        self._places: Places = {}  # of the last reading
        self._left_open: Mapping[str, int] = {}  # by the last reading
        self._entered: frozenset[str] = frozenset()  # the same, since people said what happened
        self._noise = NoiseMemory()
        self._throws = KnownThrows()
        self._rejected: tuple[Layout, ...] = ()
        self._is_inserted = False  # the last correction was a move that the box had missed: nothing is to be mended
        self._suspicion: Turned | Revision | None = None
        self._expected: Outcome[object] | SetUpAnew | PutAway | None = None  # what the last reading said
        self._sides = Sides()
        self._offer_by_hand()

    @property
    def by_hand(self) -> bool:
        """Whether people enter the moves: no camera watches this game, or its tables cannot be read yet."""
        return self.is_entered or not self.is_read

    def read(self, is_read: bool) -> None:
        """Note whether there is a reader for its tables now; as long as there is none, people enter its moves."""
        if is_read != self.is_read:
            self.is_read = is_read
            self._offer_by_hand()
            self._offer()

    def play_again(self) -> None:
        """Begin the game of `again`; raises `Refusal` and changes nothing where there is none."""
        if self.again is None:
            raise CorrectionRefused(message("table.no_again"))
        self.begin(self.again)

    def begin(self, new: NewGame) -> None:
        """A new game; raises `BadOption` and changes nothing."""
        self._start(new)
        self._forget_table(message("table.new_game"))
        self._offer_by_hand()

    def resume(self, number: int) -> None:
        """Go on with an unfinished game of the journal, or with the leg that follows it in its campaign.

        Raises `Refusal` and changes nothing where that cannot be.
        """
        if (leg := following(self.journal, self.journal.entries_of(number), self._games)) is not None:
            self.begin(leg)
            return
        self._go_on_with(number)
        self._forget_table(message("keeping.resumed"))
        self._places, self._photo = {}, None
        self._play_last_game()
        self._offer_by_hand()

    def _forget_table(self, notice: Message) -> None:
        """Forget what belonged to the last game's table."""
        self.problem, self.notices = None, [notice]
        self.question, self.untold, self._rejected = (), (), ()
        self._suspicion = None
        self._forget_throws()
        self._noise.forget()
        self._doubtful.forget()
        self._sides = Sides()

    def see(
        self,
        places: Places,
        picture: Photo | None,
        reached: float | None = None,
        left_open: Mapping[str, int] = MappingProxyType({}),
        unwatched: bool = False,
    ) -> Outcome[object] | SetUpAnew | PutAway:
        """Settle and judge a reading's places, and apply the verdict; `picture` is kept with the moves it shows.

        `reached`: from where an arm has reached over the table since the reading before (`Reading.reached`).
        `left_open`: the places that another picture soon may decide (`Reading.left_open`): as long as there is one,
        nothing is asked and nothing amiss, and a move counts when the next reading says the same. `unwatched`: several
        turns may have been made since the reading before (`Reading.unwatched`).
        """
        suspicion = self._suspicion if places is not self._places else None  # the same reading confirms nothing
        evidence = self._settled(places, left_open, unwatched)
        known = Known(self._noise.is_empty, self._doubtful.entries, self._rejected, suspicion)
        self._sides.reach(reached)
        verdict = judge(self._position, evidence, known)
        self._places, self._photo, self._is_whole = evidence.reading, picture, not left_open
        may_be_decided = any(looks < MAX_OPEN_READINGS for looks in left_open.values())
        if self.question and may_be_decided and isinstance(verdict.outcome, Nothing):
            self.waits = True  # what was seen of it is not read in this picture
            return verdict.outcome
        expected, self._expected = self._expected, verdict.outcome
        is_changing = 0 in left_open.values()
        is_open = self._depends(verdict.outcome)
        is_known = isinstance(verdict.outcome, Nothing) or (
            isinstance(verdict.outcome, Moved) and verdict.outcome == expected and not is_open
        )
        self.waits = may_be_decided and (is_changing or not is_known)
        if self.waits:
            return verdict.outcome
        is_traced = self._position.habits.traceless is None or self._meanwhile.is_unwatched
        if self.question and verdict.outcome != expected and not is_traced:
            self._meanwhile.is_unwatched = True  # the table has gone on before anybody answered
            return self.see(self._places, picture, left_open=left_open)
        verdict = self._sides.judge(self.played, verdict, self.is_grave)
        moved = verdict.outcome
        if isinstance(moved, Moved) and is_open:
            verdict = replace(verdict, outcome=Which((moved,)))
        if isinstance(moved, Moved) and self._leads_through_corrected(moved):
            verdict = replace(verdict, outcome=Which((moved,)), rejected=self._rejected)
        self._apply(verdict)
        return verdict.outcome

    def _settled(self, places: Places, left_open: Mapping[str, int], unwatched: bool) -> Evidence:
        """The evidence of a reading, or once more of the last one: its noise, and what belongs to other moves, is out.

        It is marked with what is known of the time before it.
        """
        at, is_new = self._position, places is not self._places
        if is_new:
            self._meanwhile.look({one: n for one, n in left_open.items() if at.looks.get(one) != FACE_DOWN}, unwatched)
        if at.habits.traceless is not None:
            places = self._meanwhile.marked(places)
        if is_new:
            places = self._throws.new(at.habits.named(self.played.now, places, self._places))
            self._left_open = left_open
            self._entered &= left_open.keys()
        return self._noise.settle(places, at.looks, at.habits.numbered)

    def _depends(self, outcome: Outcome[object] | SetUpAnew | PutAway) -> bool:
        """Whether the last reading leaves a place open that may tell that it was otherwise."""
        depends = self._position.habits.depends
        return isinstance(outcome, Moved) and depends(self.played.now, outcome.moves, self._left_open)

    def is_grave(self, moved: Moved[object]) -> bool:
        """Whether people are asked whether these moves were made, even where nothing else may have been."""
        after = state_after(self.played.game, self.played.now, moved.moves)
        return self._position.habits.confirmed(self.played.now, after, self._places)

    def _apply(self, verdict: Verdict) -> None:
        """Do what a verdict on the last reading says: to the journal, and to the questions and notices."""
        self._rejected, self._suspicion, self.question = verdict.rejected, verdict.suspicion, ()
        first = [self._happened(one) for one in verdict.first]
        match verdict.outcome:
            case Nothing(turn):
                self._lie(turn)
                self._complain_of_unread()
                self._know_again()
            case Moved() as moved:
                self._record(moved, self._photo)
                self._meanwhile.know(self._is_whole)
                self._meanwhile.explain(self._left_open)
            case Turned() | TakenBack() as happened:
                self.notices = [self._happened(happened)]
            case SetUpAnew():
                self.begin(self.same_game())
            case Which(choices):
                self._complain_of_unread()
                self._ask(choices)
            case Wrong(problem, is_rejected=is_mended_soon, choices=choices):
                self._meanwhile.is_unwatched |= not is_mended_soon
                self._complain(problem)
                self._ask(choices)
            case Unclear(problem, choices):
                self._meanwhile.is_unwatched = True
                self._complain(problem)
                self._ask(choices)
        if isinstance(verdict.outcome, Nothing | Moved):
            self._noise.keep(self._places, self._position.looks)
            self._doubtful.confirm(self.played, self.shown_turn, self._places)
        self.notices = first or self.notices
        self._offer()

    def _know_again(self) -> None:
        """The table looks as recorded: so it is, unless it may look so again after moves that left no trace."""
        traceless = self._position.habits.traceless
        self._meanwhile.know(self._is_whole and (traceless is None or not traceless(self.played.now)))

    def _happened(self, event: Turned | Revision | TakenBack[object]) -> Message:
        """Write down that the board was turned, a move was another one or was taken back; gives the notice of it."""
        self.problem = None
        match event:
            case Turned(turn):
                self._noise.forget()
                self._settle_turn(turn)
                return message("table.turned")
            case Revision():
                change = Correction("change", event.entry, event.move, "camera")
                self.journal.append(change.kind, change.written())
                self._play()
                return message("table.reread", places=event.place, before=event.before, now=event.now)
            case TakenBack():
                self._write_taken_back(event, self._photo)
                return message("table.taken_back")

    def _forget_throws(self) -> None:
        self._throws.forget()
        self._places = without_throws(self._places)

    def _ask(self, choices: Sequence[Moved[object]]) -> None:
        """Let people say which of these it was, unless the game is over or their correction waits to be mended."""
        waits = bool(self._rejected) and not self._is_inserted
        is_mended = not waits or all(self._leads_through_corrected(one) for one in choices)
        if is_mended and not self.played.is_over:
            self.question = of_question(self.played.game, self.played.now, choices)

    def _leads_through_corrected(self, moved: Moved[object]) -> bool:
        """Whether moves lead through a table that people have corrected: it was never mended, and then others came."""
        state = self.played.now
        for move in () if moved.options or not self._rejected else moved.moves:
            state = state_after(self.played.game, state, [move])
            if self.played.game.layout(state) in self._rejected:
                return True
        return False

    def _complain_of_unread(self) -> None:
        """Say which cards no picture has shown for long: what was done there nobody knows, unless people said it."""
        self.problem, looks = self._amiss(), self._position.looks
        long = (at for at, readings in self._left_open.items() if readings >= MAX_OPEN_READINGS)
        unentered = (place for place in long if place not in self._entered)
        if unread := tuple(place for place in unentered if looks.get(place, FACE_DOWN) != FACE_DOWN):
            self._complain(Problem(message("referee.unclear", places=" ".join(unread)), unread))

    def _complain(self, problem: Problem) -> None:
        """Say what is wrong with the table; once the game is over, its tiles are being put away."""
        named = named_places(problem, profile_of(self.played.game.NAME), self.played.players)
        self.problem = None if self.played.is_over else self._amiss() or named

    def _amiss(self) -> Problem | None:
        """What the game itself says of the last reading, if anything."""
        amiss = self._position.habits.amiss(self.played.now, self._places)
        return None if amiss is None or self.played.is_over else Problem(amiss[0], tuple(amiss[1]))

    def choose(self, key: str, by: str) -> None:
        """Record the moves of a choice; raises `CorrectionRefused` when it is not among those that there are."""
        chosen = next((choice for choice in (*self.question, *self.untold) if choice.key == key), None)
        if chosen is None:
            raise CorrectionRefused(message("table.choice_gone"))
        is_asked, first = chosen in self.question, self.journal.next_number()
        if is_asked:
            self._sides.learn_from(self.played, chosen.moved)
        self._record(chosen.moved, self._photo if is_asked else None, by)
        self.question = ()
        self._entered = frozenset(self._left_open)
        if is_asked:
            self._meanwhile.answered(chosen.moved.then, self._is_whole)
            self._meanwhile.explain(self._left_open)
        else:  # no picture shows it, and people know
            self._doubtful.close(range(first, self.journal.next_number()))
        if self.by_hand:
            self._offer()
        else:
            self.see(self._places, self._photo)

    def enter(self, move: Json, by: str) -> None:
        """Record a move of a game that is played by hand; raises `Refusal` and changes nothing."""
        if not self.by_hand:
            raise CorrectionRefused(message("table.not_by_hand"))
        if self.computers:
            raise CorrectionRefused(message("computers.from_seats"))
        now = self.played.with_ply(Line(self.journal.next_number(), move))
        self.notices, self._rejected = [], ()
        self._write_moves([now.plies[len(self.played.plies)].move], None, by)
        self._offer()

    def make(self, move: object, by: str) -> None:
        """Record a legal move of a game that the box has dealt, with all that it shows."""
        self.notices = []
        self._write_moves([move], None, by)

    def correct(self, correction: Correction) -> None:
        """Strike, insert or change a move and replay all after it; raises `CorrectionRefused` and changes nothing."""
        if self.computers:
            raise CorrectionRefused(message("computers.no_corrections"))
        corrected = play_correction(correction, self.played, self.journal.current())
        before = self.played.game.layout(self.played.now)
        self.journal.append(correction.kind, correction.written())
        self._play(corrected)
        self._forget_throws()
        self._doubtful.close(correction.entries)
        # The table shows what was corrected until people mend it, and must not be read as the same move once more.
        self._rejected = (*self._rejected, before)
        self._is_inserted = correction.kind == "insert"
        self.notices = [message(f"table.done_{correction.kind}")]
        if self.by_hand:
            self._offer()
        elif self._places:
            self.see(self._places, self._photo)

    def undo(self, by: str) -> None:
        """Strike the last move; raises `CorrectionRefused` when there is none.

        Where computer players play, the last move that people chose goes, and all that came after it.
        """
        chosen = [ply.entry for ply in self.played.plies if ply.entry]
        if self.computers:
            theirs = {entry.number for entry in self.journal.current() if entry.data.get("by") == BY_COMPUTER}
            own = [at for at, entry in enumerate(chosen) if entry not in theirs]
            chosen = chosen[own[-1] :] if own else []
        if not chosen:
            raise CorrectionRefused(message("table.nothing_to_undo"))
        if self.computers:
            self.journal.append("strike", {"entries": chosen, "by": by})
            self._play()
            self.notices = [message("table.taken_back")]
            return
        self.correct(Correction("strike", chosen[-1], by=by))

    def _offer(self) -> None:
        """What people may enter now; without a reading nobody knows what the camera cannot see.

        Where no camera watches, that is every move. Calls are found among them (`device.calls`), and the page lists the
        moves of games without calls, of which there may be hundreds, when it is asked.
        """
        at, played = self._position, self.played
        is_open = bool(profile_of(played.game.NAME).calls) if self.by_hand else bool(self._places)
        is_open = is_open and not self.computers  # people play from their seats
        shown = () if self.by_hand else self._places
        self.untold = untold(played.game, at.habits, played.now, shown, at.turn or 0) if is_open else ()

    def _offer_by_hand(self) -> None:
        """Forget the last reading of a table that no camera watches now, and offer moves without one."""
        if self.by_hand:
            self._places, self._photo = {}, None
            self._offer()

    def prepare(self) -> None:
        """Prepare for the next reading, if there will be one, while nobody waits."""
        if not self.by_hand:
            _ = self._position.referee

    def _record(self, moved: Moved[object], picture: Photo | None, by: str = "camera") -> None:
        if moved.options:
            options = {**self.played.options, **dict(moved.options)}
            begin_game(self.journal, self.played.game.NAME, self.played.players, options, self._games)
        if self._position.turn is None and self._shows_turn(moved):
            self._settle_turn(moved.turn)
        self.notices, self._rejected, self.problem = [], (), None
        self._write_moves(moved.moves, picture, by)
        is_thrown = any(isinstance(move, self._position.habits.thrown) for move in moved.moves)
        self._throws.settle(is_thrown, is_told=by != "camera")
        self._places = without_throws(self._places)

    def _shows_turn(self, moved: Moved[object]) -> bool:
        """Whether moves changed places that were read and that turn with the board."""
        touched = changed(self.played.game.layout(self.played.now), moved.layout)
        turning = filter(is_turned_with_the_board, touched)
        return any(camera_place(place, moved.turn) in self._places for place in turning)
