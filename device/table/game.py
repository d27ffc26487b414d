"""A game on the table: readings and corrections become entries of the journal, which are played."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from device.capture.observation import Observation
from device.config.routes import load_route
from device.drop_it.frame_files import FrameFiles
from device.games.listing import GAMES, profile_of
from device.record.corrections import Correction, play_correction
from device.record.entries import is_leg
from device.record.journal import Journal
from device.record.line import Line
from device.record.pictures import PictureStore, ReadPicture
from device.record.replay import AnyReplay, CorrectionRefused
from device.referee.choices import Choice, answer_choices, unobserved_choices
from device.referee.judge import Known, Verdict, judge
from device.referee.orientation import camera_place, is_turned_with_the_board
from device.referee.outcomes import (
    Moved,
    Nothing,
    Problem,
    SetUpAnew,
    TakenBack,
    Turned,
    Unclear,
    Which,
    Wrong,
)
from device.referee.revisions import Revision
from device.referee.table_memory import TableMemory
from device.table.events import NewGame
from device.table.game_start import BY_COMPUTER, begin_game
from device.table.legs import following
from device.table.named_places import named_places
from device.table.recorded_game import RecordedGame
from engines.contract import AnyGame, Json
from engines.messages import Message, message
from engines.stop.route import Route
from engines.vocabulary import FACE_DOWN, changed

_MOST_OF_A_KIND = 30  # moves of one kind that people look through


class BoardGame(RecordedGame):
    """The last game of the journal, which must not be empty; `before` is its replay, if there is one already.

    `route` is that of the box's campaigns, by default the shipped one; `frames`: those of Drop It.

    `problem` says what is wrong with the table, `notices` what is new since the last move. `question` holds the
    alternatives among which no picture can decide, `untold` the moves that people may enter at any time since they do
    not change the table; `choose` answers both. `waits`: the last reading was undecided and another may decide it, so
    nothing was done. `is_read`: there is a reader for its tables.
    """

    def __init__(
        self,
        journal: Journal,
        pictures: PictureStore,
        games: Mapping[str, AnyGame] = GAMES,
        before: AnyReplay | None = None,
        route: Route | None = None,
        frames: FrameFiles | None = None,
    ) -> None:
        super().__init__(journal, pictures, games, before, frames)
        self.route = route or load_route(None)
        self.problem: Problem | None = None
        self.waits = False
        self.is_read = True
        self.question: tuple[Choice, ...] = ()
        self.untold: tuple[Choice, ...] = ()
        self._memory = TableMemory()
        self._known = Known()  # as far as the last verdict says it
        self._offer_by_hand()

    @property
    def by_hand(self) -> bool:
        """Whether people enter the moves: no camera watches this game, or its tables cannot be read yet."""
        return self.is_entered or not self.is_read

    def read(self, is_read: bool) -> None:
        """Note whether there is a reader for its tables; without one people enter its moves."""
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
        """Begin a new game; raises `BadOption` and changes nothing."""
        self._start(new)
        self._forget_table(message("table.new_game"))
        self._offer_by_hand()

    @property
    def can_change_seats(self) -> bool:
        """Whether players may still sit in another order; not where hands are dealt, nor in a campaign."""
        return self._reseated(range(len(self.played.players))) is not None

    def change_seats(self, players: Sequence[str], by: str) -> None:
        """Begin the game with its players in another order, and record for the new seats what was made from the old.

        Raises `Refusal` and changes nothing where it is too late, or where these are not its players.
        """
        played = self.played
        if sorted(players) != sorted(played.players):
            raise CorrectionRefused(message("table.other_players"))
        moves = self._reseated([played.players.index(name) for name in players])
        if moves is None:
            raise CorrectionRefused(message("table.seated"))
        self.begin(replace(self.same_game(), players=tuple(players)))
        self._write_moves(moves, None, by)
        self.notices = [message("table.changed_seats")]

    def _reseated(self, order: Sequence[int]) -> Sequence[object] | None:
        """The moves so far from other seats; None where players may not change them any more."""
        if self.computers or is_leg(self.journal.current()[0].data):
            return None
        played = self.played
        return profile_of(played.game.NAME).reseated(played.now, [ply.move for ply in played.plies], order)

    def resume(self, number: int) -> None:
        """Go on with an unfinished game of the journal, or with the leg that follows it in its campaign.

        Raises `Refusal` and changes nothing where that cannot be.
        """
        if (leg := following(self.journal, self.journal.entries_of(number), self._games)) is not None:
            self.begin(leg)
            return
        self._go_on_with(number)
        self._forget_table(message("keeping.resumed"))
        self._memory.forget_observation()
        self._play_last_game(self.played, self.shown_turn)
        self._offer_by_hand()

    def _forget_table(self, notice: Message) -> None:
        """Forget the state of the last game's table."""
        self.problem, self.notices = None, [notice]
        self.question, self.untold = (), ()
        self._known = replace(self._known, rejected=(), suspicion=None)
        self._memory.forget_table()
        self._doubtful.forget()

    def see(self, observation: Observation) -> None:
        """Settle and judge an observation, and apply the verdict."""
        evidence = self._memory.settle(observation, self._position)
        known = replace(
            self._known,
            is_fresh=self._memory.is_fresh,
            doubtful=self._doubtful.entries,
            is_asked=bool(self.question),
        )
        self._apply(judge(self._position, evidence, known))

    def must_be_confirmed(self, moved: Moved[object]) -> bool:
        """Whether people must confirm these moves, even where there is no alternative."""
        return self._position.must_be_confirmed(moved, self._memory.reading)

    def _judge_again(self) -> None:
        """Judge the last observation once more, in the light of what people have said since."""
        if self._memory.observation is not None:
            self.see(self._memory.observation)

    def _apply(self, verdict: Verdict) -> None:
        """Apply a verdict on the last observation to the journal, questions and notices."""
        self._memory.note(verdict)
        self._known, self.waits = replace(self._known, expected=verdict.expected), verdict.waits
        if verdict.waits:
            return
        self._known = replace(self._known, rejected=verdict.rejected, suspicion=verdict.suspicion)
        self.question = ()
        first = [self._happened(one) for one in verdict.first]
        match verdict.outcome:
            case Nothing(turn):
                self._lie(turn)
                self._complain_of_unread()
                self._memory.note_explained(self._position)
            case Moved() as moved:
                self._record(moved, self._memory.picture)
                self._memory.note_moved()
            case Turned() | TakenBack() as happened:
                self.notices = [self._happened(happened)]
            case SetUpAnew():
                self.begin(self.same_game())
            case Which(choices):
                self._complain_of_unread()
                self._ask(choices)
            case Wrong(problem, is_rejected=is_mended_soon, choices=choices):
                if not is_mended_soon:
                    self._memory.note_gap()
                self._complain(problem)
                self._ask(choices)
            case Unclear(problem, choices):
                self._memory.note_gap()
                self._complain(problem)
                self._ask(choices)
        if isinstance(verdict.outcome, Nothing | Moved):
            self._memory.keep(self._position)
            self._doubtful.confirm(self.played, self.shown_turn, self._memory.reading.places)
        self.notices = first or self.notices
        self._offer()

    def _happened(self, event: Turned | Revision | TakenBack[object]) -> Message:
        """Record that the board was turned, or a move revised or taken back; gives the notice."""
        self.problem = None
        match event:
            case Turned(turn):
                self._memory.forget_noise()
                self._settle_turn(turn)
                return message("table.turned")
            case Revision():
                change = Correction("change", event.entry, event.move, "camera")
                self.journal.append(change.kind, change.written())
                self._play()
                return message("table.reread", places=event.place, before=event.before, now=event.now)
            case TakenBack():
                self._write_taken_back(event, self._memory.picture)
                return message("table.taken_back")

    def _ask(self, choices: Sequence[Moved[object]]) -> None:
        """Ask people which of these it was, unless the game is over or the table still contradicts a correction."""
        rejected = () if self._known.is_inserted else self._known.rejected
        is_mended = not rejected or all(self._position.leads_through(one, rejected) for one in choices)
        if is_mended and not self.played.is_over:
            self.question = answer_choices(self.played.game, self.played.now, choices)

    def _complain_of_unread(self) -> None:
        """Report face-up cards that could not be read for long: moves there are unknown unless people entered them."""
        self.problem, layout = self._fault(), self._position.camera_layout
        unread = tuple(at for at in self._memory.long_unread if layout.get(at, FACE_DOWN) != FACE_DOWN)
        if unread:
            self._complain(Problem(message("referee.unclear", places=" ".join(unread)), unread))

    def _complain(self, problem: Problem) -> None:
        """Report a problem of the table; not once the game is over, since its tiles are being put away."""
        named = named_places(problem, profile_of(self.played.game.NAME), self.played.players)
        self.problem = None if self.played.is_over else self._fault() or named

    def _fault(self) -> Problem | None:
        """The fault that the game's own rules find in the last reading, if any."""
        fault = self._position.habits.interpretation.fault(self.played.now, self._memory.reading)
        if fault is None or self.played.is_over:
            return None
        said, places = fault
        return Problem(said, tuple(places))

    def choose(self, key: str, by: str) -> None:
        """Record the moves of a choice; raises `CorrectionRefused` when it is not on offer."""
        chosen = next((choice for choice in (*self.question, *self.untold) if choice.key == key), None)
        if chosen is None:
            raise CorrectionRefused(message("table.choice_gone"))
        is_asked, first = chosen in self.question, self.journal.next_number()
        if is_asked:
            self._memory.note_answer(self.played, chosen.moved)
        self._record(chosen.moved, self._memory.picture if is_asked else None, by)
        self.question = ()
        self._memory.note_entered()
        if not is_asked:  # no picture shows it, and people know
            self._doubtful.close(range(first, self.journal.next_number()))
        if self.by_hand:
            self._offer()
        else:
            self._judge_again()

    def keep_score(self, on: bool) -> None:
        """Take results alone from now on, or each move again; raises `Refusal` and changes nothing."""
        if self.computers:
            raise CorrectionRefused(message("pad.dealt"))
        self.journal.append("pad", {"pad": on})
        self.problem, self.question = None, ()
        self.notices = [message("pad.on" if on else "pad.off" if self.is_entered else "pad.watched")]
        self._memory.forget_observation()
        self._offer()

    def enter(self, move: Json, by: str, is_result: bool = False) -> None:
        """Record a move of a game that is played by hand, or a result; raises `Refusal` and changes nothing."""
        if not (self.by_hand or is_result):
            raise CorrectionRefused(message("table.not_by_hand"))
        if self.computers:
            raise CorrectionRefused(message("computers.from_seats"))
        now = self.played.with_ply(Line(self.journal.next_number(), move))
        # The table still shows the hand that was settled, which must not be read as a new one.
        seen = (*self._known.rejected, self.played.game.layout(self.played.now)) if is_result else ()
        self.notices, self._known = [], replace(self._known, rejected=seen)
        self._write_moves([now.plies[len(self.played.plies)].move], None, by)
        self._offer()

    def make(self, move: object, by: str) -> None:
        """Record a legal move of a game that the box has dealt."""
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
        self._memory.forget_throws()
        self._doubtful.close(correction.entries)
        # The table shows the old state until people correct it, which must not be read as the same move again.
        rejected, is_inserted = (*self._known.rejected, before), correction.kind == "insert"
        self._known = replace(self._known, rejected=rejected, is_inserted=is_inserted)
        self.notices = [message(f"table.done_{correction.kind}")]
        if self.by_hand:
            self._offer()
        else:
            self._judge_again()

    def undo(self, by: str) -> None:
        """Strike the last move; raises `CorrectionRefused` when there is none.

        With computer players, the last move of a person is struck, and all moves after it.
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
        """Update the moves that people may enter now; with a camera there are none without a reading.

        Where no camera watches, these are all moves but those of a kind with too many to look through. `device.calls`
        picks the calls among them; games without calls may have hundreds of moves, so the page lists them on demand.
        """
        at, played, places = self._position, self.played, self._memory.reading.places
        is_open = bool(profile_of(played.game.NAME).calls) if self.by_hand else bool(places)
        is_open = is_open and not (self.computers or self.is_on_pad)  # people play from their seats, or tell results
        shown = () if self.by_hand else places
        choices = unobserved_choices(played.game, at.habits, played.now, shown, at.turn or 0) if is_open else ()
        self.untold = _few_of_a_kind(choices) if self.by_hand else choices

    def _offer_by_hand(self) -> None:
        """Forget the last reading of a table that no camera watches now, and offer moves without one."""
        if self.by_hand:
            self._memory.forget_observation()
            self._offer()

    def prepare(self) -> None:
        """Prepare for the next reading, if there will be one, while nobody waits."""
        if not self.by_hand:
            _ = self._position.referee

    def _record(self, moved: Moved[object], picture: ReadPicture | None, by: str = "camera") -> None:
        if moved.options:
            options = {**self.played.options, **dict(moved.options)}
            begin_game(self.journal, self.played.game.NAME, self.played.players, options, self._games)
        if self._position.turn is None and self._shows_turn(moved):
            self._settle_turn(moved.turn)
        self.notices, self.problem = [], None
        self._known = replace(self._known, rejected=())
        self._write_moves(moved.moves, picture, by)
        self._memory.note_throws(self._position.habits, moved, is_entered=by != "camera")

    def _shows_turn(self, moved: Moved[object]) -> bool:
        """Whether moves changed places that were read and that turn with the board."""
        touched = changed(self.played.game.layout(self.played.now), moved.layout)
        turning = filter(is_turned_with_the_board, touched)
        return any(camera_place(place, moved.turn) in self._memory.reading.places for place in turning)


def _few_of_a_kind(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """The choices but those of kinds that nobody would look through, such as which of 52 cards is discarded."""
    kinds = Counter(type(choice.moved.moves[-1]) for choice in choices)
    return tuple(choice for choice in choices if kinds[type(choice.moved.moves[-1])] <= _MOST_OF_A_KIND)
