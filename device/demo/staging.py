"""Games as laid on a simulated table, according to their profiles."""

from device.config.frames import load_frame
from device.drop_it.frame_table import FrameArrangement
from device.games.profile import AnyProfile
from engines.vocabulary import EMPTY, Layout
from simulator.people.companion import StagedGame


def laid(profile: AnyProfile, state: object) -> Layout:
    """What lies on the table in a known state.

    That is the layout with one definite face at places where tiles may lie in any order, and with everything that
    people lay as the set-up instructs where the layout is open.
    """
    game, hand, mixed = profile.game, profile.filming.shown_hand(state), 0
    found = {}
    for place, look in game.layout(game.view(state, None)).items():
        kind, *where = place.split("/")
        faces = sorted(look)
        if kind == "hand":
            at = int(where[1]) - 1
            found[place] = frozenset({hand[at] if at < len(hand) else EMPTY})
        elif kind == "pon" and len(faces) > 1:
            found[place] = frozenset({faces[mixed % len(faces)]})
            mixed += 1
        else:
            found[place] = look
    return {**found, **profile.filming.more(state)}


def staged(profile: AnyProfile) -> StagedGame:
    """A game for simulated players; Drop It with the shipped frame."""
    filming, habits, cards = profile.filming, profile.habits, profile.cards
    return StagedGame(
        profile.game,
        lambda state: laid(profile, state) if cards is None else profile.game.layout(state),
        filming.lay,
        filming.sheet,
        filming.pips,
        habits.interpretation.numbered,
        habits.taken_back,
        load_frame(None) if isinstance(profile.arrangement, FrameArrangement) else None,
        None if cards is None else "french" if cards.finder else "numbers",
        filming.heaps,
        filming.clockwise,
    )
