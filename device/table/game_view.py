"""A game at one point of its record, as everybody at the table may know it: what diagrams and lists are made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from device.drop_it.frame_contents import FrameContents
from device.record.replay import AnyReplay
from device.referee.differences import shown_as
from engines.contract import HasStatus, Owned, Prompt, Standing
from engines.messages import Message


@dataclass(frozen=True)
class GameView:
    """A position without what is hidden; it is the same on the table, in the archive and in a preview."""

    game: str  # its name; where hands are checked, that of `device.hands.table_hand`
    players: tuple[str, ...]
    prompts: tuple[Prompt, ...]
    standings: tuple[Standing, ...]
    layout: Mapping[str, str]  # what must lie at each place now: a face, `"up"` (any face), `"back"` or `"empty"`
    over: bool
    status: tuple[Message, ...] = ()  # what stands outside the board, in games that tell it
    turn: int = 0  # clockwise quarters by which the game's own names of squares are turned as the camera sees them
    last_places: tuple[str, ...] = ()  # those that the last move has changed
    owners: Mapping[str, int] = field(default_factory=dict)  # seats by place, in games whose pieces may look alike
    state: object = None  # the game's own state as everybody at the table may know it (`view(…, None)`)
    before: object = None  # the same before the last line of the record; None where there is none
    frame: FrameContents | None = None  # a frame of Drop It as its camera sees it


def view_of(played: AnyReplay, turn: int = 0, frame: FrameContents | None = None) -> GameView:
    """View a game after its last move; `turn` and `frame` are how it lies before the camera."""
    rules, now = played.game, played.game.view(played.now, None)
    return GameView(
        game=rules.NAME,
        players=played.players,
        prompts=tuple(rules.prompt(now)),
        standings=tuple(rules.standings(now)),
        layout={place: shown_as(faces) for place, faces in rules.layout(now).items()},
        over=played.is_over,
        status=tuple(rules.status(now)) if isinstance(rules, HasStatus) else (),
        turn=turn,
        last_places=played.last_places,
        owners=rules.owners(now) if isinstance(rules, Owned) else {},
        state=now,
        before=rules.view(played.before, None) if played.plies else None,
        frame=frame,
    )
