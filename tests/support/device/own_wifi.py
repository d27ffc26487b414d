"""The box's own Wi-Fi without NetworkManager."""

from device.system.hotspot import Hotspot
from device.system.hotspot_profile import HotspotAccess
from engines.messages import Refusal, message

ACCESS = HotspotAccess("Jarapon-7K", "kimonasu-4827", "10.10.10.10")


class OwnWifi(Hotspot):
    """Is on or off; `fails` is the key of what keeps it from being switched, `of` what the installer has made."""

    def __init__(self, of: HotspotAccess | None = ACCESS, fails: str = "") -> None:
        self.of, self.fails, self.is_on = of, fails, False

    @property
    def offered(self) -> HotspotAccess | None:
        return self.of

    @property
    def access(self) -> HotspotAccess | None:
        return self.of if self.is_on else None

    def start(self) -> HotspotAccess:
        self._switch(True)
        assert self.of is not None
        return self.of

    def stop(self) -> None:
        self._switch(False)

    def _switch(self, on: bool) -> None:
        if self.fails:
            raise Refusal(message(self.fails))
        self.is_on = on
