"""Reports of other parts of the box to the table: the camera, threads that fail or hang, and phones."""

from collections.abc import Mapping

from device.capture.events import CameraBack, CameraLost, Noticed
from device.table.events import PartTroubles, PhonesSeated
from engines.messages import Message

Report = CameraLost | CameraBack | PartTroubles | PhonesSeated | Noticed


class Reports:
    """Reports that hold until the next of their kind, and messages to announce once.

    >>> from engines.messages import message
    >>> reports = Reports()
    >>> reports.note(CameraLost(message("camera.stalled", camera="pi")))
    >>> reports.is_blind, reports.camera_trouble.key
    (True, 'camera.stalled')
    """

    def __init__(self) -> None:
        self.once: list[Message] = []  # since the last change of the game
        self.seated: frozenset[str] = frozenset()  # players whose own phones show the table, by their names
        self.camera_trouble: Message | None = None
        self._part_troubles: Mapping[str, Message] = {}

    @property
    def is_blind(self) -> bool:
        """Whether the camera gives no pictures."""
        return self.camera_trouble is not None or "camera" in self._part_troubles

    def note(self, event: Report) -> None:
        """Note a report."""
        match event:
            case Noticed():
                self.once.append(event.said)
            case CameraLost():
                self.camera_trouble = event.said
            case CameraBack():
                self.camera_trouble = None
            case PartTroubles():
                self._part_troubles = event.said
            case PhonesSeated():
                self.seated = event.names

    def part_troubles(self, by_hand: bool) -> list[Message]:
        """Parts that fail or hang now; without the camera's if people enter the moves."""
        return [said for part, said in self._part_troubles.items() if part != "camera" or not by_hand]
