"""The settings of a box, and the game that it begins or resumes by them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from device.drop_it.frame_files import FrameFiles
from device.games.listing import GAMES, is_by_hand
from device.games.trial import try_state
from device.hands.table_hand import NAME as HANDS
from device.record.entries import EntryData
from device.record.journal import Entry, Journal
from device.record.line import line_of
from device.record.replay import AnyReplay, Replay
from device.system.board_health import SYS
from device.system.child import NICENESS
from device.system.error_text import error_text
from device.system.faults import log_fault
from device.table.game_start import BY_BOX, begin_game
from device.texts import say
from engines.drop_it.frame import Frame
from engines.messages import Fact, Message, Refusal, message
from vision.cards.taught.taught_cards import TaughtCards
from vision.faces.recogniser import TaughtFaces

USUAL_GAME = "reversi"


@dataclass(frozen=True)
class Settings:
    """The settings of a box; where `game`, `players` or `options` are not given the journal's game decides."""

    data: Path  # its folder
    game: str | None = None
    players: tuple[str, ...] = ()
    options: Mapping[str, Fact] = field(default_factory=dict)
    language: str = "en"
    taught: Path | None = None  # the folder of taught faces and cards, those of `data` if not given
    faces: TaughtFaces | None = None  # instead of those taught
    cards: TaughtCards | None = None  # the same
    frame: Frame | None = None  # of Drop It, that of `data` if not given
    fresh: bool = False  # begin a game even if the journal ends with an unfinished one, unless that is played by hand
    by_hand: bool | None = None  # people enter the moves of a new game
    recorded: bool = False  # the camera replays recorded pictures
    sys: Path = SYS  # the kernel's folder of sensors
    # Niceness of the worker process; with the default one it gets hardly any time on a busy machine.
    niceness: int = NICENESS


def option_of(text: str) -> tuple[str, Fact]:
    """Parse an option of a game from the command line, `NAME=VALUE`; raises `Refusal`."""
    name, is_there, value = text.partition("=")
    if not is_there:
        raise Refusal(message("run.bad_option", text=text))
    return name, int(value) if value.isdecimal() else value


def begin_or_resume(journal: Journal, wanted: Settings) -> tuple[AnyReplay | None, Message | None]:
    """Make the journal end with the game to be played: its unfinished one if that is wanted, or a new one.

    Gives the replay of the unfinished game, or None with the reason why it cannot be resumed, as with a damaged score
    sheet. Raises `Refusal` for an unknown game and `BadOption` for players or options that it does not allow.
    """
    lacking: Message | None = None
    frames = FrameFiles(wanted.data, wanted.frame)
    try:
        if (unfinished := _unfinished(journal, wanted)) is not None:
            try_state(unfinished.game, unfinished.now)
            return unfinished, None
    except Refusal as refusal:
        lacking = message("run.not_resumed", why=say(refusal.said, wanted.language))
    except BaseException as fault:  # noqa: BLE001 — of a game that another package brings; the box must start
        log_fault("the unfinished game cannot be played", fault)
        why = message("run.rules_fail", why=error_text(fault))
        lacking = message("run.not_resumed", why=say(why, wanted.language))
    name = wanted.game if wanted.game not in (None, HANDS) else USUAL_GAME
    game = GAMES.get(str(name))
    if game is None:
        raise Refusal(message("run.unknown_game", game=str(name), allowed=" ".join((*GAMES, HANDS))))
    numbers = range(1, game.PLAYERS.start + 1)
    usual = tuple(say(message("run.player", number=number), wanted.language) for number in numbers)
    more: EntryData = {} if wanted.players else {"by": BY_BOX}
    options = wanted.options if wanted.by_hand else frames.options_of(game.NAME, wanted.options)
    begin_game(journal, game.NAME, wanted.players or usual, options, by_hand=wanted.by_hand, more=more)
    return None, lacking


def _unfinished(journal: Journal, wanted: Settings) -> AnyReplay | None:
    """The unfinished game, if it is wanted; raises `Refusal` where its rules lack something to play it."""
    entries = journal.current()
    if not entries or entries[0].data.get("game") not in GAMES:
        return None
    start = entries[0].data
    if wanted.fresh:
        return _if_not_over(entries) if is_by_hand(start) else None
    asked = (
        (wanted.game, (start["game"], HANDS)),
        (list(wanted.players), (start["players"],)),
    )
    if any(value and value not in known for value, known in asked):
        return None
    if not wanted.options.items() <= start["options"].items():  # the start names others, too: the frame, new defaults
        return None
    return _if_not_over(entries)


def _if_not_over(entries: Sequence[Entry]) -> AnyReplay | None:
    played, broken = Replay.begun(entries, GAMES).as_far_as(line_of(entries))
    return None if broken is None and played.is_over else played
