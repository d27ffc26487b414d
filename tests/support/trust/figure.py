"""The type of the fixture `figure`, which keeps what a test has measured."""

from collections.abc import Callable

Figure = Callable[[str, object], None]
