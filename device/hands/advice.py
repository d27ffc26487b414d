"""Advice on a hand of Galaxy Jarapon as plain data with sentences: what to discard, and whether riichi or pon pays."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypedDict

from device.hands.waits import Count, Named, Wait, name_of, named, wait_of
from device.texts import say
from engines.jarapon import advice as engine
from engines.jarapon.hand import Discards
from engines.jarapon.nearest import Nearest
from engines.jarapon.state import STAKE, shorter
from engines.messages import Fact, Message, message


class NearHand(Named):
    """A hand that the tiles are close to; `points` are without bonuses."""

    points: Count
    lacks: list[str]


class Help(TypedDict):
    """A tile that brings the nearest hands closer."""

    tile: str
    left: Count  # at most so many of it may still come


class NearHands(TypedDict):
    """The hands that tiles are close to."""

    near: list[NearHand]
    helps: list[Help]


class DiscardAdvice(NearHands):
    """What comes of a discard."""

    tile: str
    said: str
    waits: list[Wait]
    reasons: list[str]


class RiichiAdvice(TypedDict):
    """What a tile pays without riichi and with it."""

    tile: str
    without: Count
    worth: Count
    pays: bool


class PonAdvice(TypedDict):
    """What a hand pays without a pon and with it."""

    tile: str
    discard: str
    without: Count
    worth: Count
    pays: bool


class Advice(NearHands, total=False):
    """Advice on eight tiles, or on nine that do not win."""

    discards: list[DiscardAdvice]  # the best first; missing for eight tiles
    riichi: RiichiAdvice
    pon: PonAdvice
    reasons: list[str]


def advice_of(advised: engine.Advice, discards: Discards, language: str) -> Advice:
    """Advice as plain data; `reasons` say all that matters of the best discard, or of eight tiles."""
    best, said = advised.outlooks[0], list(_calls_said(advised))
    near = _near_hands(advised.nearest)
    answer: Advice = {"near": near["near"], "helps": near["helps"]}
    if best.discard is not None:
        answer["discards"] = [_discard(outlook, discards, language) for outlook in advised.outlooks]
        why = _near_said(advised.nearest, language)[:1] if best.value else []
        said = [*why, _discard_said(best.discard), *_outlook_said(best, language), *said]
    elif not best.value:
        said = [*_outlook_said(best, language), *said]
    if advised.riichi:
        riichi = advised.riichi
        answer["riichi"] = {"tile": riichi.tile, "without": riichi.without, "worth": riichi.worth, "pays": riichi.pays}
    if advised.pon and advised.pon.after.discard:
        pon = advised.pon
        answer["pon"] = {
            "tile": pon.number,
            "discard": advised.pon.after.discard,
            "without": pon.without,
            "worth": pon.worth,
            "pays": pon.pays,
        }
    answer["reasons"] = [say(one, language) for one in said]
    return answer


def _discard(outlook: engine.Outlook, discards: Discards, language: str) -> DiscardAdvice:
    tile = outlook.discard or ""
    then = replace(discards, own=(*discards.own, tile))
    return {
        "tile": tile,
        "said": say(_discard_said(tile), language),
        "waits": [wait_of(chance.wait, chance.left, then) for chance in outlook.chances],
        **_near_hands(outlook.nearest),
        "reasons": [say(one, language) for one in _outlook_said(outlook, language)],
    }


def _near_hands(nearest: Nearest) -> NearHands:
    return {
        "near": [{**named(one.row), "points": one.points, "lacks": list(one.lacks)} for one in nearest.near],
        "helps": [{"tile": one.tile, "left": one.left} for one in nearest.helps],
    }


def _discard_said(tile: str) -> Message:
    return message("advice.discard", tile=shorter(tile))


def _outlook_said(outlook: engine.Outlook, language: str) -> list[Message]:
    """What eight tiles win with, likely and dear hands first, or why with none."""
    hands: dict[tuple[str, int], list[engine.Chance]] = {}
    for chance in outlook.chances:
        if chance.left:
            score = chance.wait.score
            hands.setdefault((name_of(score.row, language), score.total), []).append(chance)
    if hands:
        likeliest = sorted(hands, key=lambda one: -one[1] * sum(chance.left for chance in hands[one]))
        return [_wins_said(hand, points, hands[hand, points]) for hand, points in likeliest]
    gone = " ".join(shorter(chance.wait.tile) for chance in outlook.chances)
    helps = outlook.nearest.helps
    tiles, left = " ".join(shorter(one.tile) for one in helps), sum(one.left for one in helps)
    said = [message("advice.gone", tiles=gone)] if gone else []
    said += _near_said(outlook.nearest, language)
    said += [message("advice.helps", tiles=tiles, left=left) if helps else message("advice.nothing")]
    return said


def _wins_said(hand: str, points: int, chances: list[engine.Chance]) -> Message:
    tiles = " ".join(shorter(chance.wait.tile) for chance in chances)
    return message("advice.wins", tiles=tiles, hand=hand, points=points, left=sum(chance.left for chance in chances))


def _near_said(nearest: Nearest, language: str) -> list[Message]:
    """What the nearest hands lack; that is why the tiles are none of them."""
    said = []
    for one in nearest.near:
        tiles = " ".join(map(shorter, one.lacks))
        facts: dict[str, Fact] = {"hand": name_of(one.row, language), "points": one.points, "count": len(one.lacks)}
        said.append(message("advice.lacks", tiles=tiles, **facts))
    return said


def _calls_said(advised: engine.Advice) -> Iterator[Message]:
    """Whether riichi and a pon pay."""
    if riichi := advised.riichi:
        facts = {"without": riichi.without, "worth": riichi.worth, "chip": STAKE}
        yield message("advice.riichi" if riichi.pays else "advice.no_riichi", **facts)
    if (pon := advised.pon) and (pon.pays or pon.worth < pon.without):
        costs = "pon" if pon.worth < pon.without else "pon_free"
        key = f"advice.{costs}" if pon.pays else "advice.no_pon"
        facts = {"without": pon.without, "worth": pon.worth}
        yield message(key, tile=pon.number, discard=shorter(pon.after.discard or ""), **facts)
