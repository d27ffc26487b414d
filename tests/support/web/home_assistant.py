"""A real Home Assistant with its MQTT integration and its web server, in an environment of its own.

    build/home-assistant/bin/python tests/support/web/home_assistant.py FOLDER BROKER_PORT WEB_PORT

For each line that it reads it writes what it knows, as a line of JSON. It imports nothing of ours.
"""

import asyncio
import json
import logging
import sys
from pathlib import Path
from typing import Any

from homeassistant import auth, bootstrap, loader
from homeassistant.config_entries import ConfigEntries, ConfigEntry
from homeassistant.core import HomeAssistant
from homeassistant.helpers import device_registry, entity_registry
from homeassistant.setup import async_setup_component


class Complaints(logging.Handler):
    """What its MQTT integration and its templates warn of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []
        for name in ("homeassistant.components.mqtt", "homeassistant.helpers.template", "homeassistant.helpers.entity"):
            logging.getLogger(name).addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


async def begin(folder: Path, broker_port: int, web_port: int) -> HomeAssistant:
    """Start it as somebody has it who has added a broker in its settings."""
    (folder / "configuration.yaml").touch()
    hass = HomeAssistant(str(folder))
    hass.config.skip_pip = True
    loader.async_setup(hass)
    hass.config_entries = ConfigEntries(hass, {})
    await bootstrap.async_load_base_functionality(hass)
    hass.auth = await auth.auth_manager_from_config(hass, [], [])
    web = {"http": {"server_host": "127.0.0.1", "server_port": web_port}}
    assert await async_setup_component(hass, "http", web)
    await hass.async_start()
    broker = {"broker": "127.0.0.1", "port": broker_port, "protocol": "5", "discovery": True}
    entry = ConfigEntry(domain="mqtt", title="broker", data=broker, source="user", version=1, minor_version=1)
    await hass.config_entries.async_add(entry)
    return hass


def known(hass: HomeAssistant, complaints: Complaints) -> dict[str, Any]:
    """All entities with their states, all devices, and all complaints."""
    registry = entity_registry.async_get(hass)
    devices = device_registry.async_get(hass).devices
    return {
        "entities": {
            state.entity_id: {
                "state": state.state,
                "attributes": dict(state.attributes),
                "unique_id": entity.unique_id,
                "category": entity.entity_category,
                "device": devices[entity.device_id].name,
            }
            for state in hass.states.async_all()
            if (entity := registry.async_get(state.entity_id)) is not None
        },
        "devices": [
            {"name": one.name, "model": one.model, "version": one.sw_version, "url": one.configuration_url}
            for one in devices.values()
        ],
        "complaints": complaints.said,
    }


async def main(folder: str, broker_port: str, web_port: str) -> None:
    """Answer until there is nothing more to read."""
    complaints = Complaints()
    hass = await begin(Path(folder), int(broker_port), int(web_port))
    while await asyncio.to_thread(sys.stdin.readline):
        sys.stdout.write(json.dumps(known(hass, complaints), default=str) + "\n")
        sys.stdout.flush()
    await hass.async_stop(force=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
