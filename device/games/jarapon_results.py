"""The score pad of Galaxy Jarapon: how a hand ended (J7-13 to J7-26)."""

from collections.abc import Iterable, Iterator, Sequence

from device.games.move_form import FormField, FormPart, MoveForm
from device.texts import texts_under
from engines.jarapon import State
from engines.jarapon.hand import MAX_PONS, SET_SIZE, Win
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.state import Phase, shorter
from engines.jarapon.wall import SUPPLY
from engines.vocabulary import NUMBERS, TILE_FACES, WILD


def result_forms(state: State, language: str) -> Sequence[MoveForm]:
    """A hand that was won, one that was won falsely, and one that nobody won; before the first, who deals."""
    said = texts_under("pad.jarapon", language)

    def one_of(name: str, parts: Iterable[FormPart]) -> FormField:
        return FormField(name, said(name), tuple(parts), 1, 1)

    def players(word: str) -> Iterator[FormPart]:
        return (FormPart(name, f"{seat} {word}") for seat, name in enumerate(state.players, start=1))

    def faces(word: str) -> Iterator[FormPart]:
        return (FormPart(shorter(face), f"{word} {face}", look=face) for face in TILE_FACES)

    if state.phase == Phase.DICE:
        return (MoveForm(said("dealer"), (one_of("dealer", players("deals first")),), begins=""),)
    own = (FormPart(name, f"riichi {seat}") for seat, name in enumerate(state.players, start=1))
    riichi = FormField("riichi", said("riichi"), tuple(own), 0, len(state.players))
    givers = (FormPart(name, f"from {seat}") for seat, name in enumerate(state.players, start=1))
    tiles = tuple(FormPart(shorter(face), face, SUPPLY[face], face) for face in TILE_FACES)
    won = [
        one_of("winner", players("won")),
        FormField("tiles", said("tiles"), tiles, HAND_SIZE, HAND_SIZE),
        one_of("giver", (FormPart(said("drawn"), ""), *givers)),
    ]
    if state.house.rules != "padawan":
        none = FormPart(said("none"), "", chosen=1)
        sets = [FormPart(_signs(number, wilds), _pon(number, wilds)) for number, wilds in _sets(state)]
        won[2:2] = [one_of(f"pon{count or ''}", (none, *sets)) for count in range(MAX_PONS)]
        won += [one_of("dora", faces("dora")), one_of("bonus", (none, *faces("bonus")))]
    return (
        MoveForm(said("won"), (*won, riichi), begins=""),
        MoveForm(said("falsely"), (one_of("winner", players("won falsely")), riichi), begins=""),
        MoveForm(said("nobody"), (riichi,), begins="nobody won"),
    )


def won_words(tiles: Sequence[str], win: Win) -> str:
    """The words of a result as far as a hand says them; who won, and on whose discard, is still to be said."""
    words = [*tiles, *(_pon(pon.number, pon.wilds) for pon in win.pons)]
    words += [f"{name} {face}" for name, face in (("dora", win.dora), ("bonus", win.bonus)) if face]
    return " ".join(words)


def _sets(state: State) -> Iterator[tuple[str, int]]:
    """The open sets that there may be: a number, and how many of its three tiles are almighty ones (J7-8)."""
    most = 0 if state.house.almighty_pon == "never" else SUPPLY[WILD]
    return ((number, wilds) for wilds in range(most + 1) for number in NUMBERS)


def _signs(number: str, wilds: int) -> str:
    return " ".join((number,) * (SET_SIZE - wilds) + (shorter(WILD),) * wilds)


def _pon(number: str, wilds: int) -> str:
    return " ".join(["pon", number, *(WILD,) * wilds])
