"""`jarapon bench photos`: read photographs with known truth.

A folder holds `teach_*.jpg` and `SCENE_*.jpg`, each with a `.json` of the same name, or such folders. French-suited
cards need no lesson. Photographs of number cards, `skipbo_*.jpg`, are beside the folders of their lessons, one for each
design; their `.json` gives the number of the design, with which the folder's name ends.
"""

import statistics
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path

import cv2

from device.games.listing import arrangement_of, profile_of
from engines.messages import Refusal, message
from engines.vocabulary import BACK, WILD
from simulator.scenes.still_tables import GAME_OF_SCENE
from tools.bench.benchmark import Benchmark, Option, Report, timed
from tools.bench.judging import FACES, Score, compare_cards_with_truth, compare_with_truth, truth_of
from vision.card_table_reader import read_cards
from vision.cards.taught.reader import CardReader
from vision.cards.taught.taught_cards import teach_cards
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import CannotTeach, teach
from vision.pictures import open_picture
from vision.reading import Picture, Reading
from vision.table_reader import TableReader

UNTAUGHT, NUMBERS = "cards", "skipbo"
SCENES = (*GAME_OF_SCENE, UNTAUGHT, NUMBERS)
_NUMBERED = (*(str(number) for number in range(1, 13)), WILD, BACK)
FOLDER = Option("folder", None, "with teach_*.jpg and photographs, or with such folders", photographs=".")
CHOSEN = Option("--scenes", "all", "of them: " + ",".join(SCENES))
MOST = Option("--most", 0, "photographs of each scene at most; 0: all", quick=1)
Read = Callable[[Picture], Reading]


def measure(report: Report, folder: Path, scenes: str, most: int, repeats: int) -> None:
    """Report a row a scene of each folder, then tiles, cards and number cards of all folders together."""
    totals: dict[str, Score] = {}
    for one in folders_in(folder, chosen(scenes)):
        try:
            scores = scores_of(one, chosen(scenes), repeats, most)
        except CannotTeach as error:
            report.fail(f"{one.name} teaches nothing: {error}")
            continue
        for score in scores:
            times = {f"{name} ms": statistics.median(getattr(score, f"{name}_ms")) for name in ("found", "known")}
            report.row("scenes", {"set": one.name, "scene": score.scene, **score.row(), **times})
            report.complain(score.complaints)
            what = {UNTAUGHT: "cards", NUMBERS: "number cards"}.get(score.scene, "tiles")
            totals.setdefault(what, Score(what)).add(score)
    for what, total in totals.items():
        counts = {name: getattr(total, name) for name in ("photos", "whole", "pieces", "right", "unsure", "wrong")}
        report.row("totals", {"what": what, **counts})


def chosen(scenes: str) -> tuple[str, ...]:
    """The scenes that are named."""
    return SCENES if scenes == "all" else tuple(scenes.split(","))


def folders_in(folder: Path, scenes: Sequence[str]) -> list[Path]:
    """The folders with a lesson, or with photographs that need none; raises `Refusal` if there are none."""
    untaught = [f"{UNTAUGHT}_*.jpg"] if UNTAUGHT in scenes else []
    within = [folder, *sorted(folder.glob("*/")), *sorted(folder.glob("*/*/"))]  # number cards: a folder each design
    found = [one for one in within if any(any(one.glob(name)) for name in ("teach_*.jpg", *untaught))]
    if not found:
        raise Refusal(message("reading.no_photographs", folder=str(folder)))
    return found


def scores_of(folder: Path, scenes: Sequence[str], repeats: int = 3, most: int = 0) -> list[Score]:
    """Teach the folder's lesson and read every photograph of the scenes; one `Score` a scene."""
    cv2.setNumThreads(1)
    shown = [scene for scene in scenes if any(photographs_of(folder, scene))]
    return [_score(folder, scene, fresh_reader(folder, scene), repeats, most) for scene in shown]


def photographs_of(folder: Path, scene: str, most: int = 0) -> list[Path]:
    """The photographs of a scene; those of number cards are beside the folder."""
    if scene != NUMBERS:
        return sorted(folder.glob(f"{scene}_*.jpg"))[: most or None]
    beside = sorted(folder.parent.glob(f"{scene}_*.jpg")) if any(folder.glob("teach_*.jpg")) else []
    own = [path for path in beside if folder.name.endswith(f"-{truth_of(path)['deck']['variant']}")]
    return own[: most or None]


@lru_cache(maxsize=1)  # each scene asks again
def taught_by(folder: Path) -> TaughtFaces:
    """The faces that the folder's lesson teaches; raises `CannotTeach`."""
    return teach([open_picture(path) for path in sorted(folder.glob("teach_*.jpg"))], FACES).taught


def fresh_reader(folder: Path, scene: str) -> Callable[[], Read]:
    """The function that makes a reader that has not found its board yet; raises `CannotTeach`."""
    if scene == NUMBERS:
        cards = CardReader(teach_cards(open_picture(folder / "teach_0.jpg"), _NUMBERED))
        return lambda: partial(read_cards, cards.read)
    if scene == UNTAUGHT:
        profile = profile_of("stop").cards
        assert profile is not None and profile.finder is not None
        return lambda finder=profile.finder: partial(read_cards, finder())  # type: ignore[misc]
    taught, arrangement = taught_by(folder), arrangement_of(GAME_OF_SCENE[scene])
    return lambda: TableReader(arrangement, taught).read


def _score(folder: Path, scene: str, fresh: Callable[[], Read], repeats: int, most: int) -> Score:
    score = Score(scene)
    for path in photographs_of(folder, scene, most):
        picture, read = open_picture(path), fresh()
        reading, _, found_ms = timed(read, picture)
        score.found_ms.append(found_ms)
        score.known_ms.append(statistics.median(timed(read, picture)[2] for _ in range(repeats)))
        (compare_with_truth if scene in GAME_OF_SCENE else compare_cards_with_truth)(reading.pieces, path, score)
    return score


BENCHMARK = Benchmark(measure, FOLDER, CHOSEN, MOST, Option("--repeats", 3, "readings with the board known", quick=1))
