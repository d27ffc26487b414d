"""What the bench of Drop It measures is the truth of its frames, and its verdicts are those of the shared sequences."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engines.drop_it.measuring import measured_landing
from simulator.scenes.frames import random_frame
from tools.bench.drop_it import measure_drops
from tools.bench.drop_judging import Answer, DropScore, judge
from tools.bench.drop_troubles import OurReader
from tools.bench.drop_turns import measure_turns
from tools.films.accidents import Accidents
from tools.films.true_drops import TrueDrop, fallen, simulated
from tools.films.turned_frames import AWAY, TurnedFrame
from tools.lab.baselines.frame_contours import FrameContours, choices

FRAME_SEED = 6


MADE = random_frame(FRAME_SEED)
FRAME = MADE.scene.frame


@cache
def truth() -> list[TrueDrop]:
    """How three pieces landed that pushed nothing; judging needs no picture of them."""
    return [true for _, true in fallen(MADE, 3, np.random.default_rng(5))]


def said(number: int, shift: float = 0.0, piece: str = "", error: float = 0.05) -> Answer:
    """What is measured of a drop, moved up or named otherwise."""
    true, others = truth()[number], [(before.piece, before.outline) for before in truth()[:number]]
    outline = tuple((x, y + shift) for x, y in true.outline)
    return Answer(outline, measured_landing(FRAME, piece or true.piece, outline, others, error))


def judged(answer: Answer | None, number: int = 0) -> DropScore:
    score = DropScore("one")
    judge(score, truth()[number], answer, "one", "before_frame")
    return score


def test_the_truth_itself_is_all_right() -> None:
    for number in range(3):
        score = judged(said(number), number)
        assert (score.whole, score.wrong.total(), score.unsaid.total()) == (1, 0, 0)
        assert score.means[0] == pytest.approx(0.0, abs=1e-6)


def test_another_name_is_wrong_and_an_outline_that_is_off_is_measured() -> None:
    named = judged(said(0, piece="circle/yellow"))
    assert named.wrong["piece"] == 1
    assert "circle/yellow for" in named.complaints[0]
    off = judged(said(0, shift=25.0))
    assert off.means[0] > 5.0
    assert off.wrong["contact"] >= 1, "it no longer touches the base"


def test_silence_is_neither_right_nor_wrong_and_what_is_said_to_be_doubtful_is_not_wrong() -> None:
    score = judged(None)
    assert (score.said, score.whole, score.wrong.total()) == (0, 0, 0)
    assert score.unsaid["piece"] == score.unsaid["level"] == 1
    assert score.complaints == [f"one: nothing said of {truth()[0].piece}: before_frame"]
    doubtful = judged(said(0, shift=0.7, error=3.0))
    assert (doubtful.wrong.total(), doubtful.doubtful_drops) == (0, 1)


def test_where_the_truth_hangs_on_a_hair_either_answer_is_right() -> None:
    true = truth()[0]
    hair = TrueDrop(true.piece, true.outline, true.gaps, true.level + 1, 0.3, true.circles, true.above, 5.0)
    score = DropScore("hair")
    judge(score, hair, said(0), "hair")
    assert (score.right["level"], score.wrong["level"]) == (1, 0)


@pytest.mark.full
def test_ours_and_the_obvious_way_read_the_same_pictures() -> None:
    told = simulated(FRAME_SEED, drops=3)
    ours = measure_drops(told, OurReader(told))
    assert (ours.drops, ours.said, ours.wrong["piece"]) == (3, 3, 0)
    contours = measure_drops(told, FrameContours(told.frame, told.plane, told.empty, next(choices())))
    assert contours.right["piece"] >= 1
    assert np.mean(contours.means) > np.mean(ours.means)


@pytest.mark.full
def test_every_kind_of_accident_is_filmed() -> None:
    cases = list(Accidents(2).cases())
    kinds = [kind for kind, _, _ in cases]
    assert len(set(kinds)) == len(kinds) >= 14
    assert "another room behind" in kinds
    assert all(picture().shape == (960, 1280, 3) for _, picture, _ in cases[:3])
    true = {kind: true.piece if true else "" for kind, _, true in cases}
    assert (true["no frame"], true["two at once"]) == ("", "")
    assert true["nothing"] == true["a hand before it"] != ""


@pytest.mark.full
def test_a_frame_that_is_turned_is_filmed_and_its_pieces_come_back_with_it() -> None:
    film = TurnedFrame(2)
    moments = list(film.moments())
    kinds = [moment.kind for moment in moments]
    assert (kinds[0], kinds[-1], kinds.count("back")) == ("empty", "back", 4)
    assert kinds.count("away") == 4 * len(AWAY)
    scenes = [moment.scene.camera for moment in moments if moment.kind == "back"]
    assert all(1.0 <= np.hypot(*np.array(camera.moved)[[0, 2]]) <= 15.0 for camera in scenes)
    assert all(1.0 <= abs(camera.turned[1]) <= 5.0 for camera in scenes)
    assert [one.piece for one in moments[-1].lying] == [one.piece for one in moments[-2].lying]
    assert film.picture(moments[-1]).shape == (960, 1280, 3)


def test_it_is_counted_how_often_a_turned_frame_is_found_again_and_how_far_outlines_are_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A small film: one drop, turned away once, and put back."""
    moments = list(TurnedFrame(2).moments())
    first_away = next(at for at, moment in enumerate(moments) if moment.kind == "away")
    back = next(moment for moment in moments if moment.kind == "back")
    monkeypatch.setattr(
        TurnedFrame, "moments", lambda _: [*moments[:2], moments[first_away], replace(back, lying=moments[1].lying)]
    )
    (turns,) = measure_turns(2, 1)
    row = turns.row()
    assert (row["back"], row["turned"], row["at once"], row["not"], row["changed"]) == ("clear", 1, 1, 0, 0)
    assert max(turns.before + turns.after) < 1.5
    assert turns.complaints == []
