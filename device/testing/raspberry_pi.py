"""A Pi's measurements as files of a folder, laid out as the kernel of Raspberry Pi OS shows them."""

from pathlib import Path


class StandInPi:
    """`sys` is its `/sys`, `model` the file with its name."""

    def __init__(self, folder: Path, name: str = "Raspberry Pi 4 Model B Rev 1.5") -> None:
        self.sys, self.model = folder / "sys", folder / "model"
        self.sys.mkdir(parents=True)
        self.model.write_bytes(name.encode() + b"\0")

    def drop_voltage(self) -> None:
        """The voltage is too low from now on."""
        self._alarm(1)

    def restore_voltage(self) -> None:
        """The voltage is high enough again."""
        self._alarm(0)

    def set_temperature(self, celsius: float) -> None:
        """The processor has this temperature (°C)."""
        self._write("class/thermal/thermal_zone0/temp", f"{round(celsius * 1000)}\n")

    def set_firmware_bits(self, bits: str, soc: str = "soc") -> None:
        """The firmware's bits, of a kernel without a driver for the voltage."""
        self._write(f"devices/platform/{soc}/{soc}:firmware/get_throttled", bits + "\n")

    def break_voltage_driver(self) -> None:
        """The voltage's driver gives errors, as a file does that cannot be read as one."""
        for name in ("name", "in0_lcrit_alarm"):
            (self.sys / "class/hwmon/hwmon1" / name).unlink()
            (self.sys / "class/hwmon/hwmon1" / name).mkdir()

    def _alarm(self, raised: int) -> None:
        # The driver's number depends on what else the Pi has, such as the sensor of the temperature.
        self._write("class/hwmon/hwmon0/name", "cpu_thermal\n")
        self._write("class/hwmon/hwmon1/name", "rpi_volt\n")
        self._write("class/hwmon/hwmon1/in0_lcrit_alarm", f"{raised}\n")

    def _write(self, name: str, text: str) -> None:
        file = self.sys / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
