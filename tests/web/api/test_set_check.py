"""A family counts its set by photograph: nothing is said to be missing that the photographs leave open."""

import io
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient

from engines.jarapon.wall import SUPPLY
from engines.messages import message
from engines.skip_bo.state import OF_EACH
from tests.support.web.fake_box import FakeBox, jpeg, refused
from vision.faces.recogniser import BadTaught
from vision.reading import DetectedPiece, Picture, PictureWarning, Reading


def piece(face: str, x: float = 50.0) -> DetectedPiece:
    corners = ((x - 9, 40.0), (x + 9, 40.0), (x + 9, 60.0), (x - 9, 60.0))
    return DetectedPiece(face, "flat", (x, 50.0), None, 0.9, {}, corners)


def show(box: FakeBox, *pieces: DetectedPiece, warnings: tuple[PictureWarning, ...] = ()) -> None:
    """Every photograph shows these pieces."""
    picture: Picture = np.zeros((120, 160, 3), np.uint8)
    box.lessons.read_pieces = lambda game, photo: (picture, Reading(None, pieces, warnings=warnings))  # type: ignore[method-assign]


def photograph(client: FlaskClient, game: str = "jarapon") -> Any:
    sent = {"photo": (io.BytesIO(jpeg("spread")), "photo.jpg")}
    return client.post(f"/api/set-check/photo?game={game}", data=sent)


def checked(client: FlaskClient, *photos: dict[str, int], game: str = "jarapon") -> Any:
    answer = client.post("/api/set-check", json={"game": game, "photos": photos})
    assert answer.status_code == 200, answer.json
    return answer.json


def enough(answer: Any) -> dict[str, bool | None]:
    return {one["game"]: one["enough"] for one in answer["games"]}


def test_photographs_of_other_tiles_are_added(client: FlaskClient, box: FakeBox) -> None:
    show(box, piece("7"), piece("7", 90), piece("wild", 130))
    photos = [photograph(client).json for _ in range(2)]
    assert [photo["faces"] for photo in photos] == [{"7": 2, "wild": 1}] * 2
    answer = checked(client, *(photo["faces"] for photo in photos))
    assert (answer["count"], answer["due"], answer["missing"]["7"], answer["surplus"]) == (6, 83, 5, {})
    assert answer["reasons"][1] == "At least 77 are still missing. Lay the others out and add a photograph of them."


def test_a_whole_set_is_enough_for_every_game_with_or_without_its_spare_tile(client: FlaskClient) -> None:
    for spare in ({}, {"blank": 1}):
        answer = checked(client, SUPPLY, spare)
        assert answer["whole"] is True
        assert set(enough(answer).values()) == {True}
        assert answer["reasons"] == ["83 tiles lie there. A complete set has 83.", "The set is complete."]


def test_what_is_missing_and_too_many_is_named_and_to_be_looked_up(client: FlaskClient) -> None:
    answer = checked(client, SUPPLY | {"7": 8, "3": 11})
    assert (answer["whole"], answer["missing"], answer["surplus"]) == (False, {"7": 1}, {"3": 2})
    said = " ".join(answer["reasons"])
    assert "Missing: one 7." in said
    assert "Too many: 2 times the 3. Please check in the picture" in said
    assert "what has no frame there was not counted" in said
    others = enough(answer)
    assert others.pop("jarapon") is False
    assert set(others.values()) == {True}


def test_a_tile_that_cannot_be_named_may_be_the_missing_one(client: FlaskClient) -> None:
    answer = checked(client, SUPPLY | {"7": 8, "?": 1})
    assert (answer["whole"], answer["fewest_missing"]) == (None, 0)
    assert "May be missing: one 7." in answer["reasons"]
    assert enough(answer)["jarapon"] is None
    two = checked(client, SUPPLY | {"7": 8, "3": 8, "back": 1})
    assert (two["whole"], two["fewest_missing"], two["face_down"]) == (False, 1, 1)
    assert "At least 1 of them is missing." in two["reasons"]
    assert two["reasons"][-1].startswith("1 lies face down.")
    besides = checked(client, SUPPLY | {"?": 1})
    assert (besides["whole"], besides["missing"]) == (None, {})


def test_tiles_that_all_lie_face_down_say_nothing_of_what_is_missing(client: FlaskClient) -> None:
    answer = checked(client, {"back": 83})
    assert (answer["whole"], answer["fewest_missing"], len(answer["reasons"])) == (None, 0, 2)
    assert set(enough(answer).values()) == {None}


def test_which_number_a_character_has_is_left_open(client: FlaskClient) -> None:
    answer = checked(client, SUPPLY | {"8": 5})
    found = enough(answer)
    assert (found["infiltration"], found["checkers"], found["reversi"]) == (True, None, True)


def test_a_card_that_is_there_twice_is_counted_twice_and_marked_as_itself(client: FlaskClient, box: FakeBox) -> None:
    twice = tuple(PictureWarning("twice", (x, 50), "7H") for x in (50, 90))
    show(box, piece("?", 50), piece("?", 90), piece("?", 130), warnings=twice)
    photo = photograph(client, "stop").json
    assert (photo["faces"], photo["warnings"]) == ({"7H": 2, "?": 1}, [])
    rest = {face: 1 for face in checked(client, game="stop")["missing"] if face not in ("7H", "joker")}
    answer = checked(client, photo["faces"], rest, {"joker": 4}, game="stop")
    assert (answer["surplus"], answer["missing"]) == ({"7H": 1}, {})
    assert any("Too many: one 7 of hearts." in said for said in answer["reasons"])


def test_a_joker_may_have_been_overlooked(client: FlaskClient) -> None:
    cards = dict.fromkeys(checked(client, game="stop")["missing"], 1)
    answer = checked(client, cards, game="stop")
    assert (answer["whole"], answer["missing"], answer["fewest_missing"]) == (None, {"joker": 1}, 0)
    assert "May be missing: one joker." in answer["reasons"]


def test_number_cards_are_called_as_they_are_printed(client: FlaskClient) -> None:
    answer = checked(client, OF_EACH | {"12": 11, "wild": 17}, game="skip_bo")
    assert "Missing: one 12 and one Skip-Bo." in answer["reasons"]
    assert enough(answer) == {"skip_bo": False}


@pytest.mark.parametrize("kind", ["hand", "blurred", "no_board", "too_dark", "untaught"])
def test_a_photograph_that_may_hide_pieces_is_not_counted(client: FlaskClient, box: FakeBox, kind: str) -> None:
    show(box, piece("7"), warnings=(PictureWarning(kind),))
    answer = photograph(client)
    assert (answer.status_code, answer.json["code"]) == (422, f"seen.{kind}")


def test_glare_is_said_and_the_rest_is_counted(client: FlaskClient, box: FakeBox) -> None:
    show(box, piece("7"), piece("?", 90), warnings=(PictureWarning("glare", (90, 50)), PictureWarning("glare")))
    photo = photograph(client).json
    assert (photo["faces"], [said["key"] for said in photo["warnings"]]) == ({"7": 1, "?": 1}, ["seen.glare"])


def test_what_cannot_be_counted_is_refused_in_words(client: FlaskClient, box: FakeBox) -> None:
    assert refused(client, "/api/set-check", {"game": "drop_it", "photos": []}) == (422, "set_check.drop_it")
    assert refused(client, "/api/set-check", {"game": "go", "photos": []}) == (422, "set_check.no_game")
    assert refused(client, "/api/set-check", {"game": "stop", "photos": [{"8": 1}]}) == (422, "set_check.no_face")
    assert refused(client, "/api/set-check", {"game": "stop", "photos": [{"8": -1}]})[0] == 400
    assert photograph(client, "drop_it").json["code"] == "set_check.drop_it"

    def untaught(game: str, photo: bytes) -> tuple[Picture, Reading]:
        raise BadTaught(message("table.teach_cards_first"))

    box.lessons.read_pieces = untaught  # type: ignore[method-assign]
    assert photograph(client, "skip_bo").json["code"] == "table.teach_cards_first"
