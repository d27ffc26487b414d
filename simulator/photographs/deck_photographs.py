"""Writes photographs of invented decks with their ground truth: lessons, and tables in play.

    python -m simulator.photographs.deck_photographs OUT --decks 20 --seed 1
    jarapon bench photos OUT --scenes skipbo

Every deck is invented; every photograph has its own light, camera and table top. `OUT/design-N/teach_0.jpg` is the
lesson of deck N, `OUT/skipbo_*.jpg` are the tables.
"""

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

from simulator.artwork.number_cards import number_deck
from simulator.artwork.paint import Rng
from simulator.artwork.tile_sets import table_surface
from simulator.render.cards import Card, CardTable, Deck, render_cards, truth_json
from simulator.scenes import card_tables
from simulator.scenes.card_tables import lesson_cards
from simulator.scenes.light import random_light, random_sensor
from vision.geometry.camera_pose import CameraView

_LESSON_GLOSS = 0.03  # people are told to keep glare off a lesson


def _view_of(rng: Rng, deck: Deck, cards: tuple[Card, ...], roll: float) -> CameraView:
    """A camera that sees all cards, at a varying distance."""
    return card_tables.nearest_view(rng, deck, cards, np.arange(300, 900, 20) * rng.uniform(0.95, 1.05), roll=roll)


def write_deck(folder: Path, number: int, deck: Deck, tables: list[tuple[Card, ...]], rng: Rng) -> None:
    """Writes the lesson of a deck and photographs of tables with it."""
    lesson = folder / f"design-{number}"
    lesson.mkdir(parents=True, exist_ok=True)
    faces = list(deck.faces)
    columns = 5 if len(faces) < 20 else 9
    laid = lesson_cards(rng, deck, faces, columns)
    _write(lesson / "teach_0", number, deck, laid, _view_of(rng, deck, laid, 6.0), _LESSON_GLOSS, rng)
    for copy, cards in enumerate(tables):
        view = _view_of(rng, deck, cards, float(rng.choice([8.0, 180.0])))
        _write(folder / f"skipbo_{number:03d}{copy}", number, deck, cards, view, rng.uniform(0, 0.5) ** 2, rng)


def _write(
    path: Path, number: int, deck: Deck, cards: tuple[Card, ...], view: CameraView, gloss: float, rng: Rng
) -> None:
    table = CardTable(deck, cards, table_surface(rng, 1024), (), gloss)
    picture, truth = render_cards(table, view, random_light(rng), random_sensor(rng), rng)
    cv2.imwrite(str(path.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    data = truth_json(table, truth)
    data["deck"] = {"variant": number, "w_mm": deck.size[0], "h_mm": deck.size[1]}
    path.with_suffix(".json").write_text(json.dumps(data) + "\n", encoding="utf-8")


def main(argv: list[str]) -> int:
    """Writes the photographs of some decks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--decks", type=int, default=20)
    parser.add_argument("--tables", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    for number in range(args.decks):
        rng = np.random.default_rng([args.seed, number])
        deck = number_deck(rng)
        write_deck(args.out, number, deck, [card_tables.number_table(rng, deck) for _ in range(args.tables)], rng)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
