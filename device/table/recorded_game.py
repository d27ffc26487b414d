"""The last game of the journal: every change is written first, then played."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from device.drop_it.frame_files import FrameFiles
from device.games.listing import GAMES, is_by_hand, profile_of
from device.record.corrections import check_can_go_on
from device.record.entries import EntryData, is_leg, is_on_pad
from device.record.journal import Entry, Journal, JournalTrouble
from device.record.line import line_of
from device.record.pictures import PictureStore, ReadPicture
from device.record.replay import AnyReplay, BrokenLine, CorrectionRefused, Replay
from device.referee.judge import Position
from device.referee.outcomes import TakenBack
from device.referee.revisions import DoubtfulMoves
from device.table.events import NewGame
from device.table.game_start import BY_BOX, begin_game
from device.table.legs import anew, named_leg, next_leg
from engines.contract import AnyGame, BadOption
from engines.messages import Message, message


class RecordedGame:
    """The game that the journal ends with, which must not be empty; `before` is how it was played before, if it was.

    `frames`: those of Drop It, of which a new game names its own.

    What is shown is always what the journal says. `notices` say what is new since the last move.
    """

    def __init__(
        self,
        journal: Journal,
        pictures: PictureStore,
        games: Mapping[str, AnyGame] = GAMES,
        before: AnyReplay | None = None,
        frames: FrameFiles | None = None,
    ) -> None:
        self.journal, self.pictures = journal, pictures
        self._frames = frames or FrameFiles(None)
        self.notices: list[Message] = []
        self._doubtful = DoubtfulMoves()
        self._games = games
        self._play_last_game(before, shown_turn=0)

    @property
    def played(self) -> AnyReplay:
        """The game as it stands."""
        return self._position.played

    @property
    def shown_turn(self) -> int:
        """By how many clockwise quarters the board lay turned before the camera in the last reading."""
        return self._position.shown_turn

    @property
    def again(self) -> NewGame | None:
        """The game that people would play once more: see `Snapshot.again`."""
        start = self.journal.current()[0]
        if (leg := next_leg(start, self.played.now)) is not None:
            return leg
        once_more = start if self.played.is_over else self._last_played if self._is_unbegun else None
        return None if once_more is None else anew(once_more)

    @property
    def _is_unbegun(self) -> bool:
        """Whether the box put this game on the table when it was started, and nobody has played it since."""
        entries = self.journal.current()
        return entries[0].data.get("by") == BY_BOX and len(entries) == 1

    @property
    def is_entered(self) -> bool:
        """Whether people enter the moves or the results of this game, so that no camera watches it."""
        return is_by_hand(self.journal.current()[0].data) or self.is_on_pad

    @property
    def is_on_pad(self) -> bool:
        """Whether people enter results alone."""
        return is_on_pad(self.journal.current())

    @property
    def computers(self) -> tuple[str, ...]:
        """Where the box deals, the strength of each computer player by seat, nothing for people; else none."""
        start = self.journal.current()[0].data
        return tuple(start.get("computers", ())) if "seed" in start else ()

    def same_game(self) -> NewGame:
        """The game on the table from its beginning; raises `CorrectionRefused` for a leg of a campaign."""
        if is_leg(self.journal.current()[0].data):
            raise CorrectionRefused(message("campaign.not_anew"))
        return replace(anew(self.journal.current()[0]), options=self.played.options, pad=self.is_on_pad)

    def _start(self, new: NewGame) -> None:
        """Begin a new game; raises `BadOption` and changes nothing."""
        if new.pad and any(new.computers):
            raise BadOption(message("pad.dealt"))
        begin_game(
            self.journal,
            new.game,
            new.players,
            new.options if new.by_hand else self._frames.options_of(new.game, new.options),
            self._games,
            new.by_hand or None,
            new.computers,
            {**named_leg(new), "pad": True} if new.pad else named_leg(new),
        )
        self._last_played = self._find_last_played()
        self._play()

    def _go_on_with(self, number: int) -> None:
        """Go on with an unfinished game of the journal; raises `Refusal` and changes nothing where that cannot be."""
        check_can_go_on(self.journal.entries_of(number), self._games)
        self.journal.resume(number)

    def _play_last_game(self, before: AnyReplay | None, shown_turn: int) -> None:
        """Play the game that the journal ends with, as far as it can be played; `before`: as it was played before."""
        self._last_played = self._find_last_played()
        self._position = self._position_that_can_be_played(before, shown_turn)
        self._lie(self._position.turn or 0)

    def _find_last_played(self) -> Entry | None:
        """The start of the game that was played last before this one; none where it was the same."""
        now = self.journal.current()[0]
        try:
            before = self.journal.games(now.number)
        except JournalTrouble:  # whoever opens the list of games reads why
            return None
        starts = (
            game.start for game in before if game.start.kind == "start" and game.start.data["game"] in self._games
        )
        last = next(starts, None)
        return None if last is None or is_leg(last.data) or anew(last) == anew(now) else last

    def _play(self, before: AnyReplay | None = None) -> None:
        """Play what the journal says; moves that it has in common with the game `before` are not played again."""
        self._position = self._position_after(before or self.played, self.shown_turn)

    def _position_after(self, before: AnyReplay | None, shown_turn: int) -> Position:
        """The position to which the journal's entries lead; raises `BrokenLine`."""
        entries = self.journal.current()
        turns = [entry.data["turn"] for entry in entries if entry.kind == "turn"]
        played = Replay.of(entries, self._games, before)
        return Position(played, profile_of(played.game.NAME).habits, turns[-1] if turns else None, shown_turn)

    def _position_that_can_be_played(self, before: AnyReplay | None, shown_turn: int) -> Position:
        """As `_position_after`; moves that depend on moves lost from a damaged journal are struck."""
        try:
            return self._position_after(before, shown_turn)
        except BrokenLine as broken:
            line = [one.entry for one in line_of(self.journal.current())]
            kept = line.index(broken.entry)
            self.journal.append("strike", {"entries": line[kept:], "by": "box"})
            self.notices.append(message("table.resumed_in_part", move=kept + 1))
            return self._position_after(before, shown_turn)

    def _lie(self, turn: int) -> None:
        """Note the turn of the board before the camera."""
        if turn != self.shown_turn:
            self._position = replace(self._position, shown_turn=turn)

    def _write_moves(self, moves: Sequence[object], picture: ReadPicture | None, by: str = "camera") -> None:
        """Record moves, and keep the picture that shows them."""
        kept = None
        if picture is not None and moves:
            picture_id = f"{self.journal.current()[0].game}-{self.journal.next_number()}"
            kept = self.pictures.keep(picture_id, picture.picture, picture.reading)
        for move in moves:
            written: EntryData = {"move": self.played.game.move_to_json(move), "picture": kept, "by": by}
            self._doubtful.open(self.journal.append("move", written).number)
        self._play()

    def _write_taken_back(self, taken: TakenBack[object], picture: ReadPicture | None) -> None:
        """Strike the moves that the table took back; what was made in their place has this picture."""
        struck = [ply.entry for ply in self.played.plies[taken.to_ply :] if ply.entry]
        self.journal.append("strike", {"entries": struck, "by": "table"})
        if taken.to_ply == 0:
            self._settle_turn(None)
        self._write_moves(taken.moves, picture)

    def _settle_turn(self, turn: int | None) -> None:
        """Record how the board lies turned before the camera, or that this is open again."""
        self.journal.append("turn", {"turn": turn})
        self._play()
        if turn is not None:
            self._lie(turn)
