"""The forms for entering how a game of Skip-Bo ended (K-6 to K-8)."""

from device.games.move_form import FormField, MoveForm
from device.texts import texts_under
from engines.skip_bo import State, is_over
from engines.skip_bo.results import hostile_to, max_left


def result_forms(state: State, language: str) -> tuple[MoveForm, ...]:
    """A form for each player or team that may have won, and one for a drawn game; none when the match is over.

    >>> from engines import skip_bo
    >>> aya, ben, nobody = result_forms(skip_bo.start(["Aya", "Ben"], {}), "en")
    >>> aya.said, aya.begins, [(field.said, field.least, field.most) for field in aya.fields], nobody.begins
    ('Aya won', '1 won left', [('Ben: cards left in the stock', 1, 30)], 'nobody won')
    """
    if is_over(state):
        return ()
    words = texts_under("results.skip_bo", language)

    def won(seat: int) -> MoveForm:
        others = [(other, state.players[other]) for other in hostile_to(state, seat)]
        least = 0 if state.house.teams else 1
        fields = (
            FormField(f"left/{other + 1}", words("left", player=player), (), least, max_left(state))
            for other, player in others
        )
        players = " & ".join(state.players[mate] for mate in state.team(seat))
        return MoveForm(words("won", players=players), tuple(fields), f"{seat + 1} won left")

    sides = [seat for seat in range(len(state.players)) if seat == min(state.team(seat))]
    return (*map(won, sides), MoveForm(words("nobody"), (), "nobody won"))
