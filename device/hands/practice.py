"""The hand of the day of Galaxy Jarapon: nine tiles, what to discard, and how every other discard compares (J7-6)."""

from datetime import date
from typing import TypedDict

from device.hands.advice import Advice, advice_of
from device.hands.waits import Count
from device.texts import say
from engines.jarapon.advice import advise
from engines.jarapon.choice import compared, is_best
from engines.jarapon.hand import Discards
from engines.jarapon.practice import practice_hand
from engines.jarapon.sheet import ScoreSheet
from engines.messages import Refusal, message


class DiscardChoice(TypedDict):
    """How one's own discard compares with the best."""

    tile: str
    best: bool  # whether none is better
    said: str


class PracticeHand(TypedDict):
    """A hand, and all that is said about each answer."""

    day: str  # in ISO 8601
    number: Count  # 0 for the hand of the day
    tiles: list[str]
    advice: Advice
    choices: list[DiscardChoice]  # the best first
    sheet: str  # by which hands are scored, in a sentence


def hand_of(day: date, number: int, sheet: ScoreSheet, language: str) -> PracticeHand:
    """The hand of a day, and with a `number` others after it; raises `Refusal` where the sheet has no such hand.

    Whoever plays by the same sheet gets the same hand on the same day.
    """
    tiles = practice_hand(f"{day.isoformat()} {number}", sheet)
    if tiles is None:
        raise Refusal(message("practice.none", sheet=sheet.name))
    advised = advise(tiles, sheet)
    used = message("sheet.used_reconstruction" if sheet.reconstruction else "sheet.used", sheet=sheet.name)
    discards = [outlook.discard or "" for outlook in advised.outlooks]
    return {
        "day": day.isoformat(),
        "number": number,
        "tiles": list(tiles),
        "advice": advice_of(advised, Discards(), language),
        "choices": [
            {"tile": tile, "best": is_best(advised, tile), "said": say(compared(advised, tile), language)}
            for tile in discards
        ],
        "sheet": say(used, language),
    }
