"""An evening's writing, to be cut off at any point: `python evening_to_cut.py DATA SAID [MOVES]`.

Before it writes a file it says which bytes will be in it, and after it, or after an entry, that it has been kept.
"""

import hashlib
import json
import os
import sys
from pathlib import Path

import numpy as np

from device.phones.paired import PairedPhones
from device.record.journal import Journal
from device.record.pictures import PictureStore
from device.system.whole_files import write_whole


def evening(data: Path, said: int, moves: int) -> None:
    def say(*words: object) -> None:
        os.write(said, (" ".join(map(str, words)) + "\n").encode())

    def write(name: str, content: bytes) -> None:
        say("writes", name, hashlib.sha256(content).hexdigest())
        write_whole(data / name, content)
        say("wrote", name, hashlib.sha256(content).hexdigest())

    store, phones = PictureStore(data / "pictures"), PairedPhones(data / "phones.json")
    (data / "pictures").mkdir()
    for part in range(2):  # the box is ended and started again in between
        with Journal(data / "journal.db") as journal:
            if part == 0:
                game = journal.start_game("reversi", ["Aya", "Ben"], {})
            for number in range(moves // 2):
                picture = np.random.default_rng(number).integers(0, 255, (24, 32, 3), np.uint8)
                kept = store.keep(f"{game}-{journal.next_number()}", picture)
                entry = journal.append("move", {"move": f"{number}", "picture": kept, "by": "camera"})
                say("entry", entry.number, json.dumps(entry.data))
                if number % 10 == 3:
                    write("sheet.toml", b"# a sheet\n" * (number + 1))
                if number % 10 == 7:
                    say("phone", hashlib.sha256(phones.add(f"phone {number}")[1].encode()).hexdigest())


if __name__ == "__main__":
    evening(Path(sys.argv[1]), os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT), int(sys.argv[3]))
