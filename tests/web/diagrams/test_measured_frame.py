"""A frame of Drop It as its camera sees it, drawn to scale."""

from dataclasses import replace

from device.drop_it.frame_contents import FrameContents, LyingPiece
from tests.support.vision import frames
from tests.support.web.sent import board_sent
from tests.support.web.tables import table
from web.diagrams.drop_it import frame_plan


def lying(piece: str, x: float, y: float) -> LyingPiece:
    return LyingPiece(piece, [(float(u), float(v)) for u, v in frames.outline((piece, x, y, 20.0))])


def test_each_piece_lies_where_the_camera_sees_it_and_the_last_is_marked() -> None:
    view = table("drop_it").view
    dropped = [drop.piece for drop in view.state.drops]  # type: ignore[attr-defined]
    there = tuple(lying(piece, 40.0 * (at % 5) - 80, 45.0 * (at // 5) + 25) for at, piece in enumerate(dropped))
    seen = replace(view, frame=FrameContents(frames.frame(), there))
    plan = frame_plan(seen, "en")
    pieces = [line for line in plan.lines if line.kind in ("blue", "yellow", "green", "red")]
    assert [line.kind for line in pieces] == [piece.partition("/")[2] for piece in dropped]
    assert [line.last for line in pieces] == [False] * (len(dropped) - 1) + [True]
    assert sum(line.kind == "level" for line in plan.lines) == 7
    assert all(0 < x < plan.width and 0 < y < plan.height for line in plan.lines for x, y in line.points)
    spots = {spot.place: (spot.x, spot.y) for spot in plan.spots}
    for at, line in enumerate(pieces, start=1):
        xs, ys = zip(*line.points, strict=True)
        assert min(xs) < spots[f"frame/{at}"][0] < max(xs)
        assert min(ys) < spots[f"frame/{at}"][1] < max(ys)
    assert {cell["place"] for cell in board_sent(seen, "en")["cells"]} >= spots.keys()
