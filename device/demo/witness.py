"""What players of a known game know, at the demo table or in a film, and what the box's record lacks."""

from collections.abc import Sequence

from device.games.forced_moves import play_on
from device.games.profile import AnyProfile
from device.record.corrections import Correction
from device.record.replay import AnyReplay
from device.referee.choices import Choice
from device.referee.orientation import ALL_TURNS
from device.referee.outcomes import MORE, Moved
from engines.contract import AnyGame, IllegalMove


class Witness:
    """Knows every move of a game: `made` are the moves as everybody at the table could see them."""

    def __init__(self, profile: AnyProfile) -> None:
        self.profile = profile
        self.made: list[object] = []
        self._numbers: dict[int, int] = {}  # the box's numbers of tiles

    def missing_in(self, played: AnyReplay) -> list[object]:
        """The moves that a record lacks."""
        return self.made[len(played.plies) :]

    def must_tell(self, played: AnyReplay) -> bool:
        """Whether a record lacks a move that the box does not infer from what comes after."""
        habits, game, state = self.profile.habits, played.game, played.now
        for move in self.missing_in(played):
            if isinstance(move, habits.interpretation.thrown) or not habits.assumes(state, move):
                return True  # a die may be thrown again before anything shows what it was
            try:
                state = game.play(state, move)
            except IllegalMove:  # the box has lost the thread
                return False
        return False

    def choice_of(self, played: AnyReplay, choices: Sequence[Choice]) -> Choice | None:
        """The choice that states what was really done, as much as can be chosen at once; None if there is none."""
        missing = self.missing_in(played)
        fits = [choice for choice in choices if self._is_what_was_done(played, choice.moved, missing)]
        return max(fits, key=lambda choice: len(choice.moved.moves), default=None)

    def typed_hand(self, played: AnyReplay) -> Correction | None:
        """A correction with the tiles of a shown hand that the box could not read completely."""
        is_typed = self.profile.filming.is_typed
        for ply, shown in zip(played.plies, self.made, strict=False):
            if is_typed(ply.move, shown):
                return Correction("change", ply.entry, played.game.move_to_json(shown), "phone")
        return None

    def is_same(self, recorded: object, made: object) -> bool:
        """Whether a recorded move is the one made; the box numbers scattered tiles as it finds them."""
        numbers = self.profile.filming.renumbered(made, recorded)
        if numbers is None:
            return self.profile.filming.says(made, recorded)
        return bool(self._numbers.setdefault(*numbers) == numbers[1])

    def as_named_by(self, played: AnyReplay) -> Sequence[object]:
        """The moves made, by the box's names of places, which depend on the board's turn."""
        turned = self.profile.filming.turned
        if turned is None:
            return self.made
        named = [[turned(move, turn) for move in self.made] for turn in ALL_TURNS]
        return max(named, key=lambda moves: self.in_common(played, moves))

    def in_common(self, played: AnyReplay, moves: Sequence[object]) -> int:
        """The number of recorded moves that agree with the moves made, from the start."""
        pairs = zip(played.plies, moves, strict=False)
        last = min(len(played.plies), len(moves))
        return next((at for at, (ply, move) in enumerate(pairs) if not self.is_same(ply.move, move)), last)

    def _is_what_was_done(self, played: AnyReplay, moved: Moved[object], missing: Sequence[object]) -> bool:
        state, made = played.now, list[object]()
        for move in moved.moves:
            steps = play_on(played.game, state, move)  # what the rules force is no part of a choice
            made += [step.move for step in steps]
            state = steps[-1].state
        pairs = zip(made, missing, strict=False)
        is_begun = len(moved.moves) <= len(missing) and all(self.is_same(move, lacking) for move, lacking in pairs)
        if not is_begun or not moved.then:
            return is_begun
        try:
            return (moved.then == MORE) == _shows(played.game, state, missing[len(made) :])
        except IllegalMove:  # the box has lost the thread
            return False


def _shows(game: AnyGame, state: object, moves: Sequence[object]) -> bool:
    """Whether any of these moves changes the layout; raises `IllegalMove` if one cannot be made."""
    for move in moves:
        before, state = game.layout(state), game.play(state, move)
        if game.layout(state) != before:
            return True
    return False
