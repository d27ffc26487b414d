"""The box's time and time zone, which a phone in the household's own zone may set."""

from typing import TypedDict

from flask import Blueprint

from device.system import household_time
from web.api.operation import operation

box_time = Blueprint("box_time", __name__, url_prefix="/api/time")


class BoxTime(TypedDict):
    at: str
    zone: str


@box_time.get("")
@operation("set_up", "time")
def told() -> BoxTime:
    """What its clock shows, and in which zone."""
    return _told()


@box_time.post("")
@operation("set_up", "set_zone", 422)
def set_zone(*, zone: str) -> BoxTime:
    """Have the box go by another zone."""
    household_time.set_zone(zone)
    return _told()


def _told() -> BoxTime:
    return {"at": household_time.written(household_time.now()), "zone": household_time.zone_name()}
