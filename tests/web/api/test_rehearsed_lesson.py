"""Teaching is rehearsed at the demo table: its people lay what is asked, and then play on."""

import io
from pathlib import Path

import pytest

from device.lessons import LAYING_ORDER
from tests.support.waiting import eventually
from tests.support.web.fake_box import carry_phone, from_own_page, get_json
from tests.support.web.full_box import unhurried_app
from tests.support.web.rehearsal import rehearsing_box
from vision.faces.recogniser import TaughtFaces


@pytest.mark.parametrize(
    ("pieces", "game"), [("tiles", "search"), pytest.param("cards", "skip_bo", marks=pytest.mark.full)]
)
def test_a_lesson_is_laid_taught_and_used_and_the_game_goes_on_where_it_was(
    tmp_path: Path, taught: TaughtFaces, pieces: str, game: str
) -> None:
    of_family = tmp_path / {"tiles": "taught", "cards": "cards"}[pieces]
    taught.save(of_family)
    before = {path.name: path.read_bytes() for path in of_family.iterdir()}
    with rehearsing_box(tmp_path, game) as box:
        client = from_own_page(carry_phone(unhurried_app(box)))
        asked = f"?of={pieces}"
        known = get_json(client, f"/api/lessons/taught{asked}")
        laid = client.post("/api/demo/lesson", json={"of": pieces}).json
        assert (laid["lesson"], laid["paused"]) == (pieces, True)
        eventually(lambda: get_json(client, f"/api/lessons/view{asked}")["ready"])
        state = get_json(client, "/api/state")
        played = state["moves"]
        assert state["problem"] is None, "nobody takes the lesson for the game"

        photo = client.get("/api/lessons/photo.jpg").data
        lesson = client.post(f"/api/lessons{asked}", data={"photo": [(io.BytesIO(photo), "photo.jpg")]}).json
        assert [(face["face"], face["sure"]) for face in lesson["faces"]] == [(f, True) for f in LAYING_ORDER[pieces]]
        assert client.post(f"/api/lessons/accept{asked}", json={"number": lesson["number"]}).json == {"accepted": True}
        now = get_json(client, f"/api/lessons/taught{asked}")
        assert [face["face"] for face in now["faces"]] == [face["face"] for face in known["faces"]]
        assert all(face not in known["faces"] for face in now["faces"]), "boards show what was taught just now"
        assert {path.name: path.read_bytes() for path in of_family.iterdir()} == before, "a family's own stay"

        assert get_json(client, "/api/state")["moves"] == played
        assert client.post("/api/demo", json={"paused": False}).json["lesson"] is None
        eventually(lambda: len(get_json(client, "/api/state")["moves"]) >= len(played) + 2)
        assert get_json(client, "/api/state")["moves"][: len(played)] == played
