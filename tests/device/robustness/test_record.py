"""The record is honest in every game: nothing forbidden, nothing that was not seen, each move with its picture."""

import cv2
import numpy as np
import pytest

from engines.vocabulary import BACK, NOTHING, UPRIGHT, Layout
from simulator.film.furniture import demo_view
from tests.support.device.filmed_table import FINE, FIXED_AND_TRACKED, FilmedTable, changed_tile
from tests.support.tiers import first
from tests.support.web.kept_box import KeptBox
from web.app import create_app


def showing(face):
    return frozenset({face})


# What no rule allows next: a disc that turns nothing over, a man straight ahead, a tile aslant, a third tile turned up,
# a gap in a row, a number that is not due, a discard out of turn. And where the players are told so.
FORBIDDEN: dict[str, tuple[Layout, str, list[str]]] = {
    "reversi": ({"h8": showing(BACK)}, "h8", ["referee.not_here"]),
    "checkers": ({"c2": NOTHING, "c3": showing(BACK)}, "c3", ["referee.not_here", "referee.lay_up"]),
    "infiltration": ({"d3": NOTHING, "e4": showing(UPRIGHT)}, "e4", ["referee.not_here", "referee.lay"]),
    "search": ({"tile/1": showing("5"), "tile/10": showing("6")}, "tile/1", ["referee.turn_back_down"]),
    "sevens": ({"row/5/7": showing("7")}, "row/5/7", ["referee.not_here"]),
    "doubt": ({"stack/5": showing(BACK)}, "stack/5", ["referee.not_here"]),
    "jarapon": ({"river/1/5": showing("6")}, "river/1/4", ["referee.not_here"]),
}


@pytest.mark.parametrize(
    "name", first(["reversi", "jarapon", "doubt", "search", "sevens", "checkers", "infiltration"], 2)
)
def test_a_move_that_the_rules_forbid_is_said_and_not_recorded(tmp_path, name):
    changes, place, told = FORBIDDEN[name]
    with FilmedTable(tmp_path, name, -2) as table:
        table.hands(wrong := table.film.drawn_with(-2, changes))
        table.wait(wrong, 6.0)
        assert (table.tells(), table.recorded()) == (told, True)
        assert place in table.now.problem.places
        assert table.go_on() == FINE


def under_glare(of, size):
    """The last picture of a film with the mirror image of a lamp, so many px wide, on the tile that was moved."""
    picture, tile = of.picture(-1), of.shown[-1].tiles[changed_tile(of)]
    at = demo_view().project(np.array([[tile.x, tile.y, 14.0]]))[0]
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    far = ((columns - at[0]) ** 2 + (rows - at[1]) ** 2) / size**2
    glare = np.exp(-(far**2))[..., None]
    return np.clip(picture * (1 - glare) + 255 * glare, 0, 255).astype(np.uint8)


# In reversi and checkers what else lies on the board leaves one move only, though the tile itself is not seen.
NOT_SINGLED_OUT = ("doubt", "infiltration", "search", "sevens", "jarapon")


@pytest.mark.parametrize("name", first(NOT_SINGLED_OUT))
def test_a_move_whose_tile_a_lamp_hides_is_not_recorded_before_it_is_seen_or_told(table):
    table.hands(hidden := under_glare(table.film, 50.0))
    table.wait(hidden, 6.0)
    assert table.recorded()
    assert set(table.tells()) <= {"referee.lay", "referee.unclear", "seen.glare", "?"}
    assert table.go_on() == FINE


@pytest.mark.parametrize("name", first(FIXED_AND_TRACKED))
def test_the_page_opens_every_recorded_move_with_the_picture_that_it_came_from(tmp_path, name):
    with FilmedTable(tmp_path, name, -3) as table:
        known = len(table.game.played.plies)
        assert table.go_on() == table.go_on() == FINE
        page = create_app(KeptBox(tmp_path, table.table, table.game, table.journal).services).test_client()
        moves = [ply for ply in table.game.played.plies[known:] if ply.entry]
        lines = {line["entry"]: line for line in page.get("/api/moves").json["lines"]}
        sent = [page.get(f"/api/pictures/{lines[ply.entry]['picture']}").data for ply in moves]
        opened = [cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) for data in sent]
        shown = [table.film.picture(-2), table.film.picture(-1)]
        assert [nearest(picture, shown) for picture in opened] in ([0, 1], [0, 0, 1], [0, 1, 1], [0, 0, 1, 1])


def nearest(picture, among):
    """Which of some pictures of one table it is: a tile lies otherwise, and JPEG leaves traces."""
    small = [cv2.GaussianBlur(one, (0, 0), 4)[::4, ::4].astype(np.float32) for one in (picture, *among)]
    apart = [float(np.abs(small[0] - other).max()) for other in small[1:]]
    assert min(apart) < max(apart) / 2
    return int(np.argmin(apart))
