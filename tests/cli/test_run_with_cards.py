"""A box that is taught cards from a photograph and then follows pictures of a table, by its own reader throughout."""

from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from cli.main import main
from device.games.listing import profile_of
from engines import skip_bo
from engines.bots import NAMES
from simulator.artwork.number_cards import number_deck
from simulator.scenes.card_tables import lesson_cards
from tools.films.card_films import FilmedTable, Studio
from tools.films.following import Match, moves_of

SEED, LOOKS = 3, 3


@pytest.mark.full
def test_a_game_of_skip_bo_is_taught_and_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile, players = profile_of("skip_bo"), NAMES[:2]
    states = [state for state, _ in islice(moves_of(Match(profile, players, {}), 2), 4)]
    heaps = [(profile.filming.heaps(state), skip_bo.layout(state)) for state in states]
    deck = number_deck(np.random.default_rng(SEED))  # that of the film
    rng = np.random.default_rng([SEED, 1])
    laid = lesson_cards(rng, deck, list(deck.faces))
    cv2.imwrite(str(tmp_path / "lesson.png"), Studio.of(deck, laid, rng).picture(laid, rng, gloss=0.0))
    faces, taught = " ".join(deck.faces), str(tmp_path / "taught")
    teach = ["teach", str(tmp_path / "lesson.png"), "--game", "skip_bo", "--faces", faces, "--out", taught]
    assert main([*teach, "--lang", "en"]) == 0
    film, table = tmp_path / "film", FilmedTable(profile, np.random.default_rng(SEED), heaps)
    film.mkdir()
    for at, (cards, layout) in enumerate(heaps):
        table.set(cards, layout)
        for look in range(LOOKS):
            cv2.imwrite(str(film / f"{at}-{look}.png"), table.photograph())
    capsys.readouterr()
    run = ["run", "--camera", str(film), "--game", "skip_bo", "--players", ",".join(players), "--taught", taught]
    assert main([*run, "--data", str(tmp_path / "data"), "--headless", "--until-end", "--lang", "en"]) == 0
    said = capsys.readouterr()
    assert [line for line in said.out.splitlines() if line.startswith(("turn", "discard"))] == [
        "turn 6",
        "turn 6",
        "discard 1 discard/1/4",
    ]
    assert "error" not in said.err
