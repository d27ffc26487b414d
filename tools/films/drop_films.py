"""Filmed games of Drop It, for measuring: bots drop pieces, simulated physics lets them land, the box follows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import islice
from types import MappingProxyType

import numpy as np

from device.capture.game_reader import reader_of_frame
from device.capture.table_observer import TableObserver
from device.drop_it.frame_files import FrameFiles
from device.drop_it.frame_table import FrameTable
from device.games.profile import AnyProfile
from device.hardware.camera.frame import Frame
from device.record.corrections import Correction
from device.record.replay import CorrectionRefused
from engines import drop_it
from engines.drop_it import Drop
from engines.drop_it.moves import SHAPE
from engines.messages import Fact
from simulator.people.frame_script import joker_said
from simulator.people.frame_stage import FrameGame
from simulator.render.frame.pieces import Lying
from simulator.render.pieces import Hand
from simulator.scenes.frames import RandomFrame, random_frame
from tools.films.following import Followed, Match, People, patient_observer, people_at_box
from tools.films.tiles import Take
from tools.films.true_drops import take_picture
from tools.progress import with_progress
from vision.reading import Picture

_MAX_READINGS, _PERIOD_S, _TAKE_S = 6, 1.0, 10.0  # of pieces at rest: how many, how often, and how long the rest is
_SKIN, _SLEEVE = (150.0, 182.0, 232.0), (120.0, 70.0, 50.0)
_BORDERLINE = 0.45  # mm from a limit within which a drop may count either way
_FALLING = slice(8, 14)  # moments of a fall that one picture gathers


def film_of_drops(match: Match, seed: int, made: RandomFrame, close: list[tuple[Drop, ...]]) -> Iterator[Take]:
    """A game's pictures: of each drop one with the hand that holds the piece, one while it falls, one at rest.

    What was said of jokers comes with the next picture at rest. To `close` the drops are added that each drop may be
    taken for, since it is closer to a limit than a camera can resolve.
    """
    scene, rng = made.scene, np.random.default_rng([seed, 51])
    game = FrameGame(scene.frame, scene.sizes, rng, str(match.options.get("edges", SHAPE)))
    state, moves = drop_it.start(match.players, match.options), list[object]()
    yield Take(_still(made, (), rng), False, (), state)
    while not drop_it.is_over(state):
        if (joker := joker_said(state)) is not None:
            state = drop_it.play(state, joker)
            moves.append(joker)
            yield Take(None, False, tuple(moves), state)
            continue
        throw = game.thrown(state)
        held = game.basin.held(throw.piece, throw.x, throw.turn)
        hand = Hand(held.x + 6.0, held.y + 14.0, float(rng.uniform(60, 120)), 40.0, _SKIN, _SLEEVE, 0.8)
        yield Take(partial(take_picture, made, (*game.lying, held), rng, [hand]), True, tuple(moves), state)
        moments = game.drop(throw)
        yield Take(partial(scene.blurred, moments[_FALLING], made.sensor, rng), True, tuple(moves), state)
        drop = game.landed()
        close.append((drop, *game.may_pass_for(_BORDERLINE)))
        state = drop_it.play(state, drop)
        moves.append(drop)
        yield Take(_still(made, game.lying, rng), False, tuple(moves), state)


def _still(made: RandomFrame, pieces: Sequence[Lying], rng: np.random.Generator) -> Callable[[], Picture]:
    """The function that takes pictures of pieces at rest, each with other noise."""
    light = made.scene.radiance(pieces)
    return lambda: made.developed(light, rng)


def follow_drops(
    profile: AnyProfile,
    seed: int,
    most: int,
    seats: int = 0,
    options: Mapping[str, Fact] = MappingProxyType({}),
) -> Followed:
    """Film and follow a game of at most so many moves; see `tools.films.tiles.follow`."""
    made = random_frame(seed)
    match = Match.of(profile, seats, {"levels": made.scene.frame.levels, **options})
    close = list[tuple[Drop, ...]]()
    takes = list(islice(film_of_drops(match, seed, made, close), 1 + 3 * most))
    with people_at_box(match) as people:
        observer = patient_observer(reader_of_frame(FrameTable(made.scene.frame, FrameFiles(None))))
        for number, take in enumerate(with_progress(takes, f"{profile.game.NAME} {seed}")):
            people.made = list(take.made)
            _watch(take, number, observer, people)
            people.made = _as_recorded(take.made, close, people)
            if not take.hand:
                people.answer()
                _enter_missing(people)
        state = takes[-1].state
        if drop_it.is_over(state):
            people.made = _as_recorded(takes[-1].made, close, people)
            state = reduce(match.profile.game.play, people.made, drop_it.start(match.players, match.options))
        return people.followed(people.finish(state))


def _as_recorded(made: Sequence[object], close: Sequence[tuple[Drop, ...]], people: People) -> list[object]:
    """The moves that were made; a borderline drop becomes the equivalent one that is recorded, or asked about."""
    reported = [[move] for move in people.recorded]
    for choice in people.box.question:
        for at, move in enumerate(choice.moved.moves, start=len(people.recorded)):
            reported += [[]] * (at + 1 - len(reported))
            reported[at] = [*reported[at], move]
    found, drops = list(made), [at for at, move in enumerate(made) if isinstance(move, Drop)]
    for at, may_be in zip(drops, close, strict=False):
        here = reported[at] if at < len(reported) else []
        same = (move for move in may_be if any(people.is_same(one, move) for one in here))
        found[at] = next(same, found[at])
    return found


def _enter_missing(people: People) -> None:
    """Let people enter the drops at rest that the box has not recorded: they see that it still waits for them."""
    while missing := people.missing:
        played = people.box.played
        last = played.plies[-1].entry if played.plies else 0
        try:
            people.box.correct(Correction("insert", last, played.game.move_to_json(missing[0]), by="phone"))
        except CorrectionRefused:
            return
        people.entered += 1


def _watch(take: Take, number: int, observer: TableObserver, people: People) -> None:
    """Let the box read one take: two pictures while a hand is there, more of pieces at rest until nothing is open."""
    for attempt in range(2 if take.hand else _MAX_READINGS):
        if take.picture is None:
            return
        picture = take.picture()
        frame = Frame(picture, number * _TAKE_S + attempt * _PERIOD_S, f"{number:04}-{attempt}.png")
        observation = observer.read_if_due(frame, unsettled=False)
        if observation is None:
            continue
        people.box.see(observation)
        if not observation.reading.left_open and people.box.problem is None and attempt > 1:
            return
