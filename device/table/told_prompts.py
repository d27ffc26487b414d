"""Which of a game's prompts people are told: nobody is asked to do what the box does, or to lay tiles for a camera.

A game does not know who deals it and whether a camera watches; the table does.
"""

from collections.abc import Iterator, Sequence

from device.games.profile import AnyProfile
from device.table.game_view import GameView
from engines.contract import Prompt
from engines.messages import message

_FOR_A_CAMERA = frozenset(
    {
        "doubt.lay_across",
        "infiltration.lay_open_enter_square",
        "infiltration.lay_open_step_out",
        "jarapon.die",
    }
)
# Shuffling, laying out and dealing; besides these every key that begins with `setup` in its game.
_LAYING_OUT = frozenset(
    {
        "infiltration.place_resistance",
        "infiltration.place_first_order",
        *(
            f"jarapon.{step}"
            for step in ("dealer", "throw_then_sit", "sit", "rows", "build", "break", "break_next_wall", "deal")
        ),
        *(f"skip_bo.{step}" for step in ("shuffle", "draw_empty", "deal_next")),
        "stop.deal",
    }
)


_ON_PAD = frozenset({"jarapon.dealer"})


def told_prompts(prompts: Sequence[Prompt], is_by_hand: bool, is_dealt: bool) -> tuple[Prompt, ...]:
    """The prompts without those for a camera where none watches, and without laying out where the box deals.

    Where the box does what is due, that is said instead.
    """
    told = tuple(_told(prompts, is_by_hand or is_dealt, is_dealt))
    if prompts and is_dealt and _is_laying_out(prompts[-1]):
        return (*told, Prompt(prompts[-1].player, message("computers.dealing")))
    return told


def told_on_pad(view: GameView, profile: AnyProfile) -> tuple[Prompt, ...]:
    """The prompts where people enter results alone: what the last one came to, who deals, and what is to be entered."""
    if view.over or profile.results_in_turn:
        return view.prompts
    settled = () if view.before is None else profile.settled(view.before, view.state)
    kept = (one for one in view.prompts if one.said in settled or one.said.key in _ON_PAD)
    return (*kept, Prompt(None, message("pad.enter")))


def _told(prompts: Sequence[Prompt], is_unwatched: bool, is_dealt: bool) -> Iterator[Prompt]:
    for prompt in prompts:
        if not (is_unwatched and prompt.said.key in _FOR_A_CAMERA) and not (is_dealt and _is_laying_out(prompt)):
            yield prompt


def _is_laying_out(prompt: Prompt) -> bool:
    key = prompt.said.key
    return key in _LAYING_OUT or key.partition(".")[2].startswith("setup")
