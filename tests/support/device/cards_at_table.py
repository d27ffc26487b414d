"""A game of cards before a camera that knows the cards: what people do, and what the box makes of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from device.referee.choices import choice_in_words
from tools.films.card_games import READINGS, CardGame
from vision.cards.common.reading import DetectedCard

State = TypeVar("State")


class CardsAtTable(Generic[State]):
    """`state` is what is really so, `camera` what is seen of it."""

    def __init__(self, game: CardGame, state: State) -> None:
        self.game, self.state = game, state
        self.box, self.people, self.camera = game.box, game.people, game.table

    def play(self, *moves: Any, unseen_until_last: bool = False) -> None:
        """Moves before the camera; only the last one is looked at where they are made at once."""
        for at, move in enumerate(moves):
            self.game.make(self.state, move, is_pictured=not unseen_until_last or at == len(moves) - 1)
            self.state = self.game.game.play(self.state, move)

    def play_unseen(self, *moves: Any) -> None:
        """Moves that nobody has looked at yet."""
        for move in moves:
            self.state = self.game.game.play(self.state, move)

    def enter(self, *moves: Any) -> None:
        """Moves that people enter before any picture shows them, as the tests begin that are about later ones."""
        for move in moves:
            self.box.make(self.game.game.observed(self.state, move, None), "phone")
            self.game._made.append(move)
            self.state = self.game.game.play(self.state, move)
        self.game._answer()  # from now on people know that they have told it

    def look(
        self,
        other: Mapping[str, Sequence[str]] | None = None,
        but: Callable[[str], bool] = lambda place: False,
        looks: int = READINGS,
    ) -> None:
        """The camera looks at what lies there; `other`: what lies at some places instead; `but`: where nothing does."""
        heaps = self.game.profile.filming.heaps(self.state)
        kept = {place: cards for place, cards in heaps.items() if not but(place)}
        self.camera.set({**kept, **(other or {})}, self.game.game.layout(self.state))
        self.game.watch(looks)

    def see(self, code: str, change: Callable[[DetectedCard], DetectedCard | None]) -> None:
        """From now on a card is seen otherwise, or not at all."""
        picture = self.camera.picture

        def changed() -> list[DetectedCard]:
            seen = (change(card) if card.code == code else card for card in picture())
            return [card for card in seen if card is not None]

        self.camera.picture = changed  # type: ignore[method-assign]

    def unread(self, *places: str) -> None:
        """What lies at these places no picture shows legibly; all else does."""
        self.camera.unread = {*places}

    @property
    def asked(self) -> list[str]:
        """What people may answer now."""
        return [choice_in_words(choice, "en") for choice in self.box.question]

    @property
    def by_people(self) -> tuple[int, int]:
        """How often they had to answer, and to enter something."""
        return self.people.asked, self.people.entered

    def recorded(self, but: type | tuple[type, ...] = ()) -> list[Any]:
        """The moves that the box has."""
        return [ply.move for ply in self.box.played.plies if not isinstance(ply.move, but)]


def only(place: str) -> Callable[[str], bool]:
    return lambda one: one == place
