"""Heavy work runs beside the box: what it gives and raises comes back, and nothing of it can hold or kill the box."""

import os
import resource
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.system.child import NICENESS, Busy
from device.system.worker import MEMORY_BYTES, WorkEnded, Worker
from engines.messages import message
from tests.support.tiers import first
from tests.support.waiting import PATIENCE_S, eventually
from vision.faces.teaching import CannotTeach, examples_of


def refuse():
    raise CannotTeach(message("teach.no_board", photograph=2))


def bounds():
    return os.getpid(), os.nice(0), resource.getrlimit(resource.RLIMIT_FSIZE)[0]


def sleep_for_ever(begun=None):
    if begun is not None:
        begun.mkdir()  # it may write no files
    time.sleep(10 * PATIENCE_S)


def be_stopped(worker, begun):
    with pytest.raises(WorkEnded):
        worker.do(sleep_for_ever, begun)


def hoard(count):
    """What stays in a process after its work, as networks do."""
    HOARD.append(np.ones(count, np.uint8))
    return len(HOARD)


def enlarge(count):
    cv2.resize(np.zeros((9, 9), np.uint8), (count // 128, 128))


HOARD: list[np.ndarray] = []


def test_one_process_of_low_priority_does_all_the_work_until_it_is_killed():
    with Worker() as worker:
        process, niceness, file_size = worker.do(bounds)
        assert process != os.getpid()
        assert niceness == min(19, os.nice(0) + NICENESS)
        assert file_size == 0
        with pytest.raises(CannotTeach) as refused:
            worker.do(refuse)
        assert refused.value.said == message("teach.no_board", photograph=2)
        with pytest.raises(CannotTeach):
            worker.do(examples_of, np.zeros((60, 80, 3), np.uint8), 1, 11)
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            worker.do(divmod, 1, 0)
        assert worker.do(bounds)[0] == process
        with pytest.raises(WorkEnded):
            worker.do(os._exit, 3)
        another = worker.do(bounds)[0]
        assert another != process
    with pytest.raises(ProcessLookupError):
        os.kill(another, 0)


@pytest.mark.parametrize("library", first(["NumPy", "OpenCV"]))
def test_too_much_memory_fails_the_work_in_words_and_the_next_process_has_it_all(library):
    with Worker(work_s=2 * PATIENCE_S) as worker:
        assert worker.do(hoard, MEMORY_BYTES * 3 // 5) == 1
        with pytest.raises(WorkEnded):
            worker.do(hoard if library == "NumPy" else enlarge, MEMORY_BYTES * 3 // 5)
        assert worker.do(hoard, MEMORY_BYTES * 3 // 5) == 1


def test_the_process_is_ended_where_its_work_takes_too_long_and_when_there_is_nothing_to_do():
    with Worker(work_s=0.05) as worker, pytest.raises(WorkEnded):
        worker.do(sleep_for_ever)
    with Worker(idle_s=0.2) as worker:
        process = worker.do(bounds)[0]
        eventually(lambda: not Path(f"/proc/{process}").exists())
        assert worker.do(bounds)[0] != process


def test_who_cannot_be_served_soon_is_told_so_and_work_can_be_stopped_from_another_thread(tmp_path):
    with Worker(wait_s=0.05, work_s=3 * PATIENCE_S) as worker:
        holding = threading.Thread(target=be_stopped, args=(worker, tmp_path / "begun"))
        holding.start()
        eventually((tmp_path / "begun").exists)
        with pytest.raises(Busy):
            worker.do(divmod, 17, 5)
        worker.stop()
        holding.join(PATIENCE_S)
        assert not holding.is_alive()
        worker.stop()  # there is nothing to stop now
        assert worker.do(divmod, 17, 5) == (3, 2)
