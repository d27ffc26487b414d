"""What is wrong with the files of a data folder, as the box says it when it starts, but without changing anything."""

from pathlib import Path

from device.capture.tapped_field import TappedField
from device.config.language import kept_language
from device.config.players import PlayerBadges
from device.config.routes import route_in
from device.config.sheets import earlier_sheets
from device.drop_it.frame_files import FrameFiles
from device.hardware.camera.focus_store import FocusStore
from device.phones.paired import PairedPhones
from device.sheet_prints import load_sheets
from device.system.data_folder import BUZZER, FIELD, FOCUS, FOLDERS, PHONES, PLACES, PRINTS, VOICE
from device.system.kept_switch import KeptSwitch
from device.system.whole_files import check_folder, left_as_they_are
from device.table.place_store import PlaceStore
from engines.data_file import BadData
from engines.messages import Message


def troubles_in(data: Path) -> list[Message]:
    """What is wrong with files and folders of a data folder, each once; its wiring, sheet and frame are not looked at.

    Nor are the journal, what was taught, and the pictures, of which there may be thousands.
    """
    places, frame_files, told = PlaceStore(data / PLACES), FrameFiles(data), list[Message | None]()
    with left_as_they_are():
        told += [check_folder(data / name) for name in FOLDERS]
        told += [KeptSwitch(data / name).trouble for name in (BUZZER, VOICE)]
        told += [kept_language(data)[1], load_sheets(data / PRINTS)[1], PlayerBadges(data).trouble]
        told += [PairedPhones(data / PHONES).trouble, TappedField(data / FIELD).trouble]
        told.append(FocusStore(data / FOCUS).trouble)
        try:
            route_in(data)
        except BadData as bad:
            told.append(bad.said)
        earlier_sheets(data, told.append)
        places.restore(0, lambda _: None)
        frame_files.empty(0)
    return list(dict.fromkeys(said for said in (*told, places.trouble, frame_files.trouble) if said is not None))
