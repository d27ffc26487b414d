"""Measures reading on photographs of taught cards with known truth.

A folder holds the lesson of one design, `teach_0.jpg`; the photographs, `skipbo_*.jpg`, lie beside the folder, and the
`.json` of each names its design by the number with which the folder's name ends. `tools.bench.cards` says what counts.
"""

import json
import time
from pathlib import Path

from engines.vocabulary import BACK, WILD
from tools.bench.cards import hold_cards_against
from tools.bench.photos import Score
from vision.card_table_reader import read_cards
from vision.cards.table import CardReader
from vision.cards.taught import teach_cards
from vision.pictures import open_picture

SCENE = "skipbo"
_FACES = (*(str(number) for number in range(1, 13)), WILD, BACK)


def measure_taught_cards(folder: Path, repeats: int = 3) -> list[Score]:
    """Teaches from the folder's lesson, reads every photograph of its design; raises `CannotTeach`."""
    photographs = sorted(folder.parent.glob(f"{SCENE}_*.jpg"))
    if not photographs:
        return []
    reader = CardReader(teach_cards(open_picture(folder / "teach_0.jpg"), _FACES))
    score = Score(SCENE)
    for path in photographs:
        truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        if not folder.name.endswith(f"-{truth['deck']['variant']}"):
            continue
        picture = open_picture(path)
        times = []
        for _ in range(repeats):
            start = time.perf_counter()
            pieces = read_cards(reader.read, picture).pieces
            times.append((time.perf_counter() - start) * 1000)
        score.found_ms.append(times[0])
        score.known_ms += times[1:]
        hold_cards_against(pieces, path, score)
    return [score] if score.photos else []
