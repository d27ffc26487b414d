"""The forms for entering how a game of Stop ended (S-8 to S-17)."""

from collections.abc import Callable, Iterable

from device.games.move_form import FormField, FormPart, MoveForm
from device.texts import texts_under
from engines.stop.cards import JOKER
from engines.stop.moves import NOBODY, ON_DISCARD, OUT, SEVENTY, STOP, TSUMO
from engines.stop.payment import FAILED_STOP
from engines.stop.state import SEATS, Phase, State

_Chosen = Callable[[int], int]  # how often a seat's part is known to be chosen


def result_forms(state: State, language: str) -> tuple[MoveForm, ...]:
    """A form for each way in which a game can end; none when all games are over.

    >>> from engines import stop
    >>> state = stop.start(["Aya", "Ben", "Chie", "Dan", "Emi"], {})
    >>> succeeded, *_, nobody = result_forms(state, "en")
    >>> [field.name for field in succeeded.fields], [field.name for field in nobody.fields]
    (['winner', 'first', 'riichi', 'jokers'], ['riichi'])
    """
    return () if state.phase == Phase.OVER else tuple(_Forms(state, language).all())


class _Forms:
    """The forms of a state in a language."""

    def __init__(self, state: State, language: str) -> None:
        self._state, self._say = state, texts_under("results.stop", language)

    def all(self) -> Iterable[MoveForm]:
        riichi, jokers = self._riichi(), self._jokers()
        one_shot = self._some("one_shot", "one-shot {}", SEATS, lambda seat: self._state.at_play[seat].one_shot)
        first = FormField("first", self._say("first"), (FormPart(self._say("is_first"), "first"),), 0, 1)
        lower = self._some("lower", "to {}", SEATS - 1, least=1)
        yield self._form(STOP, self._one("winner", "{} won stop"), first, riichi, jokers)
        yield self._form(FAILED_STOP, self._one("caller", "{} failed stop"), lower, first, riichi, jokers)
        yield self._form(SEVENTY, self._one("winner", "{} won 70"), first, riichi, jokers)
        yield self._form(OUT, self._one("winner", "{} won out"), first, riichi, jokers)
        yield self._form(TSUMO, self._one("winner", "{} won tsumo"), riichi, one_shot, jokers)
        several = self._state.house.rons == "all"
        winner = self._some("winners", "{} won", SEATS - 1, least=1) if several else self._one("winner", "{} won")
        giver = self._one("giver", "from {}")
        yield self._form(ON_DISCARD, winner, giver, first, riichi, one_shot, jokers)
        yield MoveForm(self._say(NOBODY), (riichi,), "nobody won")

    def _form(self, kind: str, *fields: FormField) -> MoveForm:
        return MoveForm(self._say(kind), fields, "")

    def _riichi(self) -> FormField:
        return self._some("riichi", "riichi {}", SEATS, lambda seat: self._state.at_play[seat].riichi)

    def _jokers(self) -> FormField:
        """Who had jokers; those that everybody has seen are known."""
        most = self._state.house.jokers
        return self._some(
            "jokers", "joker {}", most, lambda seat: self._state.at_play[seat].shown.count(JOKER), each=most
        )

    def _one(self, name: str, brings: str) -> FormField:
        return self._some(name, brings, 1, least=1)

    def _some(
        self, name: str, brings: str, most: int, chosen: _Chosen = lambda _: 0, least: int = 0, each: int = 1
    ) -> FormField:
        """Between `least` and `most` players, `each` that often."""
        parts = tuple(
            FormPart(player, brings.format(seat + 1), each, chosen=int(chosen(seat)))
            for seat, player in enumerate(self._state.players)
        )
        return FormField(name, self._say(name), parts, least, most)
