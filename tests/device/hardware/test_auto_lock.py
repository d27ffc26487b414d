"""A camera that chooses focus, exposure and white balance, and keeps them: the focus for its next start, too."""

import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.capture.game_reader import GameReader
from device.capture.table_observer import TableObserver
from device.hardware.camera import reopened
from device.hardware.camera.auto_lock import CHECK_S, CanHold
from device.hardware.camera.focus_store import FocusStore
from device.system.data_folder import FOCUS
from device.texts import say
from tests.support.device.changing_light import CHANGES, WHITE, candle, dusk, passing, switched, television, watched
from tests.support.device.lit_table import Automatic, LitCamera, Room
from tests.support.tiers import first, full
from vision.quality.stillness import Stillness
from vision.reading import Reading

TENTH = 0.1013  # s between pictures: never in step with a lamp
REST = 0.8


def film(device, seconds, apart=TENTH):
    """What the camera shows in so many seconds."""
    room, camera = device.room, device.__dict__.setdefault("camera", LitCamera(device))
    frames = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reopened.time, "monotonic", lambda: room.now)
        patched.setattr(reopened, "call_with_timeout", lambda limit_s, call, too_late=None: call())
        for _ in range(round(seconds / apart)):
            room.now += apart
            frames.append(camera.capture())
    return frames


def grey(frame, right_of=0.5):
    """The mean of the part of a picture that no sleeve reaches."""
    return float(frame.picture[:, round(right_of * frame.picture.shape[1]) :].mean())


def settled(**about):
    """A device that has settled on a table, and the room."""
    device = Automatic(Room(**about.pop("room", {})), **about)
    film(device, 8)
    device.did.clear()
    return device, device.room


def test_at_the_table_it_chooses_once_and_keeps_that_unless_it_has_no_such_controls():
    device = Automatic(Room())
    frames = film(device, 20)
    assert device.did == ["adjust and focus at 50", "hold"]
    assert [frame.is_settling for frame in frames] == sorted([frame.is_settling for frame in frames], reverse=True)
    assert not frames[50].is_settling
    assert device.lens == device.room.distance
    without = Automatic(Room(), can=CanHold())
    assert not any(frame.is_settling for frame in film(without, 1))
    assert without.did == []


def test_a_white_sleeve_changes_nothing_beside_it_unless_the_camera_goes_on_choosing():
    for is_deaf in (False, True):
        device, room = settled(is_deaf=is_deaf)
        before = grey(film(device, 1)[-1])
        room.sleeve = 0.4
        beside = grey(film(device, 3)[-1])
        assert abs(beside - before) > 10 if is_deaf else abs(beside - before) < 1


@pytest.mark.parametrize(("light", "tint"), [(3.0, 1.0), (1 / 4, 1.0), (1.0, (0.6, 1.0, 1.3))])
def test_when_the_light_changes_it_chooses_again_and_nothing_is_read_meanwhile(light, tint):
    device, room = settled()
    before = grey(film(device, 1)[-1])
    room.light, room.tint = light, np.broadcast_to(tint, 3)
    frames = film(device, 10)
    assert device.did == ["adjust at 50", "hold"]  # focus stays
    changed = [frame for frame in frames if abs(grey(frame) - before) > 25]
    assert bool(changed) == (light != 1.0) and all(frame.is_settling for frame in changed)
    assert not frames[-1].is_settling
    assert grey(frames[-1]) == pytest.approx(before, abs=5)
    assert np.ptp(frames[-1].picture.mean(axis=(0, 1))) < 8  # white is white again


def test_a_game_s_reader_sees_only_tables_in_settled_light():
    device, room = settled()
    read, told = [], set()

    def reading(picture):
        read.append(float(picture.mean()))
        return Reading(None, (), {}, (), laid="sheet")

    observer = TableObserver(GameReader(reading))
    for light in (1.0, 4.0, 1.0, 0.25):
        room.light = light
        for frame in film(device, 9):
            observer.read_if_due(frame, unsettled=True)
            told.add((frame.is_settling, observer.view.seeing))
    assert len(read) > 10
    assert {seeing for is_settling, seeing in told if is_settling} == {"settling"}
    assert "settling" not in {seeing for is_settling, seeing in told if not is_settling}
    assert max(read) - min(read) < 12


def test_a_camera_whose_held_picture_is_another_one_is_left_to_itself_and_that_is_said():
    device = Automatic(Room(), off=0.2)
    frames = film(device, 40)
    assert device.did == ["adjust and focus at 50", "hold", "adjust at 50", "hold", "adjust at 50"]
    assert not any(frame.is_settling for frame in frames[280:])
    assert [told.key for told in device.camera.notices] == ["camera.not_held"]
    assert grey(frames[-1]) == pytest.approx(grey(frames[20]), abs=5)


def test_what_is_exposed_less_on_purpose_is_so_at_once_and_after_the_light_has_changed():
    device, room = settled()
    before = grey(film(device, 1)[-1])
    device.camera.expose(-1.0)
    frames = film(device, 5)
    assert device.did == []
    assert not any(frame.is_settling for frame in frames)
    darker = grey(frames[-1])
    assert (darker / before) ** 2.2 == pytest.approx(0.5, abs=0.05)
    room.light = 3.0
    frames = film(device, 10)
    assert device.did == ["adjust at 50", "hold"]
    assert not frames[-1].is_settling
    assert grey(frames[-1]) == pytest.approx(darker, abs=4)


@pytest.mark.parametrize(("hz", "wanted"), [(50, []), (60, ["adjust at 60", "hold"])])
def test_lamps_on_either_mains_make_no_bands(hz, wanted):
    device = Automatic(Room(depth=0.8, hz=hz, light=3.0))
    frames = film(device, 16)
    assert device.did[2:] == wanted
    rows = [
        np.median(one.picture[:, :, 1] / (1.0 + before.picture[:, :, 1]), axis=1)
        for before, one in pairwise(frames[-8:])
    ]
    assert max(np.ptp(np.convolve(row, np.ones(12) / 12, "valid")) for row in rows) < 0.03
    assert device.camera.notices == []


@pytest.mark.parametrize(
    ("light", "depth", "is_said"),
    [
        (3.0, 1.0, False),
        (5.0, 0.6, False),
        (6.5, 0.45, False),
        (8.0, 0.3, False),
        (6.5, 1.0, True),
        (8.0, 0.6, True),
        (16.0, 0.45, True),
    ],
)
def test_of_flicker_is_told_once_where_nothing_counts_as_still_and_nowhere_else(light, depth, is_said):
    device = Automatic(Room(depth=depth, light=light))
    device.room.table = 0.2 + 1.1 * device.room.table  # as pale as a sheet
    frames = film(device, 24)
    still = Stillness()
    count = sum(still.is_still(frame.picture, frame.at_s) for frame in frames[-100:])
    assert (count == 0) is is_said and (count > 90) is not is_said
    film(device, 20 * is_said)
    assert [told.key for told in device.camera.notices] == ["camera.flickers"] * is_said
    assert not is_said or device.did == ["adjust and focus at 50", "hold", "adjust at 60", "hold"]  # not for ever


def test_a_camera_that_was_pushed_out_of_focus_focuses_again_once():
    device, room = settled()
    film(device, CHECK_S + 2, REST)  # it knows what sharp is
    room.distance = 1.3
    frames = film(device, 4 * CHECK_S, REST)
    assert device.did == ["adjust and focus at 50", "hold"]
    assert device.lens == room.distance
    assert not frames[-1].is_settling


def test_what_no_focus_makes_sharp_is_tried_less_and_less_often():
    device, room = settled()
    film(device, CHECK_S + 2, REST)
    room.distance = 1.3
    device.adjust = lambda focuses, hz: device.did.append("focus" if focuses else "adjust")
    film(device, 900, 2.0)
    assert 3 <= device.did.count("focus") <= 7


EVENTS = st.lists(
    st.tuples(
        st.sampled_from([0.3, 0.7, 1.0, 1.6, 4.0]),  # light
        st.sampled_from([0.0, 0.25, 0.6]),  # sleeve
        st.sampled_from([-1.0, 0.0, 0.5]),  # EV
        st.floats(0.2, 4.0),  # s
    ),
    max_size=4,
)


@pytest.mark.full
@settings(max_examples=12)
@given(EVENTS, st.builds(CanHold, *[st.booleans()] * 4))
def test_whatever_happens_it_never_waits_for_ever_and_takes_steps_by_turns(events, can):
    device = Automatic(Room(), can=can)
    for light, sleeve, more, seconds in events:
        device.room.light, device.room.sleeve = light, sleeve
        film(device, 0.2)
        device.camera.expose(more)
        film(device, seconds)
    frames = film(device, 20, 0.2)
    assert not frames[-1].is_settling
    kinds = [step.split()[0] for step in device.did]
    assert all(kind == ("adjust", "hold")[at % 2] for at, kind in enumerate(kinds))
    assert bool(kinds) == can.anything


def started(file, seconds=10.0, model="lit", **about):
    """A device whose camera was started with a file of lens positions, after so many seconds."""
    device = Automatic(Room(**about))
    device.camera = LitCamera(device)
    device.camera._model = model
    device.camera.remember_focus(file)
    film(device, seconds)
    return device


def test_the_focus_that_was_found_once_is_used_at_the_next_start(tmp_path):
    assert started(tmp_path / FOCUS).did == ["adjust and focus at 50", "hold"]
    again = started(tmp_path / FOCUS)
    assert again.did == ["adjust at 50", "focus at 1", "hold"]
    assert again.lens == again.room.distance


def test_where_that_is_not_sharp_any_more_it_searches_again_and_keeps_what_it_finds(tmp_path):
    (tmp_path / FOCUS).write_text('{"lit": 1.3, "another": 4.0}')
    device = started(tmp_path / FOCUS)
    assert device.did == ["adjust at 50", "focus at 1.3", "hold", "adjust and focus at 50", "hold"]
    film(device, 45, 0.8)
    assert json.loads((tmp_path / FOCUS).read_text()) == {"lit": 1.0, "another": 4.0}


def test_a_search_that_went_wrong_is_not_kept_and_made_once_more(tmp_path):
    device = started(tmp_path / FOCUS, 1.0, distance=1.4)  # a hand that is in the picture while it focuses
    device.room.distance = 1.0
    film(device, 8)
    assert not (tmp_path / FOCUS).exists()
    film(device, 60, 0.8)
    assert device.did == ["adjust and focus at 50", "hold"] * 2
    assert FocusStore(tmp_path / FOCUS).of("lit") == 1.0


def test_a_camera_that_calls_itself_nothing_is_not_kept_and_where_the_file_cannot_be_written_that_is_said(tmp_path):
    started(tmp_path / FOCUS, model="")
    assert not (tmp_path / FOCUS).exists()
    device = started(tmp_path / "missing" / FOCUS)
    assert [told.key for told in device.camera.notices] == ["kept.not_written"]
    assert device.lens == device.room.distance


@pytest.mark.parametrize("written", ["{", "[1]", '{"lit": "near"}', '{"lit": null}'])
def test_a_damaged_file_is_said_and_the_camera_searches(tmp_path, written):
    (tmp_path / FOCUS).write_text(written)
    device = started(tmp_path / FOCUS)
    assert device.did == ["adjust and focus at 50", "hold"]
    (told,) = device.camera.notices
    assert FOCUS in say(told, "en")


MINUTES = 120.0  # s


def chose_in_silence(evening):
    """Whether no picture was used that was taken while the camera chose by itself."""
    return not any(used and chose for used, chose in zip(evening.used, evening.was_running, strict=True))


@pytest.mark.parametrize(
    ("light", "unused"),
    [
        (television(0.15, 0.5, 7), 0.02),
        full(television(0.25, 0.5, 7), 0.25),
        full(television(0.25, 3.0, 7), 0.15),
        (candle(7), 0.1),
        (passing(0.5, 2.0, 20.0, 7), 0.02),  # somebody walks past one of two lamps
        full(passing(0.2, 2.0, 20.0, 7), 0.2),  # past the only one
        full(passing(0.55, 40.0, 120.0, 7), 0.02),  # clouds
    ],
)
def test_light_that_comes_back_is_no_reason_to_choose_again(light, unused):
    evening = watched(light, MINUTES)
    assert evening.unlocks == 0
    assert evening.settling <= unused
    assert not evening.gave_up


@pytest.mark.parametrize(("change", "within"), first([(name, 75.0 if "half" in name else 20.0) for name in CHANGES], 2))
def test_when_a_lamp_is_switched_the_exposure_soon_fits_again(change, within):
    at = 40.3
    evening = watched(CHANGES[change](at), at + 80.0)
    assert evening.unlocks == 1
    assert evening.fits_after(at) <= within
    assert evening.unused_after(at) <= (5.0 if "half" in change else within)  # half the light is read well
    assert chose_in_silence(evening)


def test_a_lamp_that_is_switched_while_the_camera_gets_to_know_the_light_is_followed_too():
    evening = watched(switched(17.0, (0.45, *WHITE)), 150.0)
    assert evening.unlocks == 1
    assert abs(evening.off_ev[-1]) < 0.1


def test_nothing_is_used_that_is_taken_while_the_camera_chooses_however_the_light_changes():
    evening = watched(passing(0.1, 9.0, 20.0, 7), 120.0)
    assert evening.unlocks >= 4
    assert chose_in_silence(evening)
    assert 0.1 < evening.settling < 0.9


def test_the_evening_is_followed():
    evening = watched(dusk(24.0), 400.0)
    assert 2 <= evening.unlocks <= 6
    assert np.percentile(evening.off_ev, 1) > -1.1
