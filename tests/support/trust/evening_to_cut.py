"""An evening's writing, to be cut off at any point: `python -m tests.support.trust.evening_to_cut DATA SAID MOVES`.

Everything is written as the box writes it, and said on a line when it has been kept.
"""

import json
import os
import sys
from datetime import datetime
from pathlib import Path

import numpy as np

from device.capture.tapped_field import TappedField
from device.config.sheets import save_sheet
from device.phones.paired import PairedPhones
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.table.place_store import PlaceStore
from tests.support.trust.evening_folder import invented_crops, sheet_form
from vision.faces.recogniser import TaughtFaces

LESSON_EVERY = 12  # moves
PHONES = 20  # at most


def evening(data: Path, said: int, moves: int) -> None:
    """Keep files of every kind; the box is ended and started again in the middle."""

    def confirm(what: str, value: object) -> None:
        os.write(said, (json.dumps([what, value]) + "\n").encode())

    store, art = PictureStore(data / "pictures"), np.random.default_rng(1)
    phones, places = PairedPhones(data / "phones.json"), PlaceStore(data / "places.json")
    for part in range(2):
        with Journal(data / "journal.db") as journal:
            if part == 0:
                game = journal.start_game("reversi", ["Aya", "Ben"], {})
            for at in range(part * moves // 2, (part + 1) * moves // 2):
                picture = art.integers(0, 255, (24, 32, 3), np.uint8)
                kept = store.keep(f"{game}-{journal.next_number()}", picture)
                entry = journal.append("move", {"move": f"m{at}", "picture": kept, "by": "camera"})
                confirm("move", [entry.number, entry.data])
                phone, token = phones.add(f"phone {at}")
                confirm("phone", token)
                phones.revoke(phone.number - PHONES)
                places.keep(game, {"at": at})
                confirm("places", at)
                TappedField(data / "field.json").give(np.full((4, 2), at / 10_000), 1, None)
                confirm("field", at)
                if at % LESSON_EVERY == 0:
                    save_sheet(data, sheet_form(10 * (at + 1)), datetime(2026, 1, 1))
                    confirm("sheet", at)
                    TaughtFaces(invented_crops(at)).save(data / "taught")
                    confirm("taught", at)


if __name__ == "__main__":
    evening(Path(sys.argv[1]), os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT), int(sys.argv[3]))
