"""How far a long measurement has come is said apart from its results."""

import pytest

from tools.progress import with_progress


def test_steps_that_take_long_are_counted_on_the_error_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(with_progress("abc", "skip_bo 305", every_s=0.0)) == ["a", "b", "c"]
    said = capsys.readouterr()
    assert (said.out, said.err.splitlines()) == ("", [f"skip_bo 305: {done} of 3" for done in range(3)])


def test_nothing_is_said_of_what_is_done_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(with_progress("abc", "skip_bo 305")) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""
