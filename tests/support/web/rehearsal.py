"""A real box at the demo table, whose people also lay what the page asks to be taught."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.box import Box
from device.demo.camera import DemoCamera
from device.demo.demo import Demo, usual_game
from device.settings import Settings
from tests.support.device.demo_box import demo_cards, demo_faces
from tests.support.waiting import eventually
from tests.support.web.fake_box import pair_phone


@contextmanager
def rehearsing_box(data: Path, game: str) -> Iterator[Box]:
    """A box after the first move of a game there, which is played fast."""
    camera, new = DemoCamera(), usual_game(game, "en")
    camera.demo.speed = 8.0
    pair_phone(data)
    settings = Settings(
        data, game, new.players, new.options, faces=demo_faces(), cards=demo_cards(), fresh=True, niceness=0
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Demo, "cards", lambda _demo: ())  # which take long to be played
        with Box(settings, camera, camera.demo) as box:
            eventually(lambda: box.table.snapshot.moves)
            yield box
