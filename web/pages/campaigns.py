"""The campaigns of Stop: the list of all, and a page for each with its map, cities and figures."""

from dataclasses import dataclass

from flask import Blueprint, render_template, url_for

from device.games.march import March
from device.record.archive import GameArchive
from device.record.campaigns import Campaign, campaigns
from device.record.campaigns import campaign as find_campaign
from device.system.household_time import local, local_iso
from device.table.live_table import LiveTable
from device.texts import say
from engines.stop.campaign import GENERALS
from engines.stop.route import Route
from web.diagrams.march_map import land, near_map, whole_map
from web.languages import request_language, text
from web.services import service

_MIN_ARRIVALS = 4  # with the start, for a line of the purse
campaign_pages = Blueprint("campaigns", __name__, url_prefix="/campaigns")


@dataclass(frozen=True)
class Stop:
    """A city that was reached."""

    number: int  # on the route
    name: str
    fact: str  # a sentence about it
    at: str  # when it was reached, local time
    purse: int  # the king's coins then
    leg: int  # that led there; 0 for the first city


@campaign_pages.get("")
def listed() -> str:
    """Every campaign, the latest first."""
    found = campaigns(service(GameArchive), service(Route))
    return render_template("campaigns.html", campaigns=[_line(campaign) for campaign in found], begin=_begin_url())


@campaign_pages.get("/<int:number>")
def shown(number: int) -> str:
    """The page of one campaign."""
    route, language = service(Route), request_language()
    found = find_campaign(service(GameArchive), number, route)
    march, known = found.march, service(LiveTable).snapshot.known
    return render_template(
        "campaign.html",
        **_line(found),
        land=land(),
        whole=whole_map(route, march.cities, language),
        near=near_map(route, march.cities, language),
        place=march.city.name(language),
        fact=march.city.fact(language),
        ended=_ended(found),
        following=_following(march),
        figures=_figures(found),
        purses=_purse_line(found),
        stops=_stops(found),
        known=known,
        last=found.last.number,
        on_table=found.last.is_current and not march.leg_over,
        goes_on=not march.ended,
        begin=_begin_url(),
    )


def _begin_url() -> str:
    """The address of the form that begins a campaign."""
    return url_for("pages.by_hand", game="stop", _anchor="campaign")


def _line(campaign: Campaign) -> dict[str, object]:
    """The fields of a campaign in the list."""
    march = campaign.march
    return {
        "number": campaign.number,
        "name": name_of(campaign),
        "course": text("campaign.course", coins=march.course),
        "now": say(march.said(request_language()), request_language()),
        "players": campaign.players,
        "begun": local_iso(campaign.legs[0].at),
        "last_at": local_iso(campaign.last_at),
        "state": text("campaign.state." + (march.ended or "on")),
        "is_on": campaign.last.is_current,
    }


def name_of(campaign: Campaign) -> str:
    """The campaign's given name, or else one after its king."""
    return campaign.name or text("campaign.of", player=campaign.march.king)


def _ended(campaign: Campaign) -> str | None:
    """The sentence on how a campaign ended; None while it goes on."""
    march = campaign.march
    if not march.ended:
        return None
    return text(
        f"campaign.ended.{march.ended}",
        player=march.king,
        place=march.city.name(request_language()),
        games=march.games,
        city=march.cities,
        coins=march.purse,
        days=_days(campaign),
    )


def _days(campaign: Campaign) -> int:
    """The number of days from the first to the last, both included."""
    first, last = (local(at).date() for at in (campaign.legs[0].at, campaign.last_at))
    return (last - first).days + 1


def _following(march: March) -> str | None:
    """The sentence on where the king goes next, and when; None after the last city."""
    if march.following is None or march.ended:
        return None
    place = march.following.name(request_language())
    if march.leg_over:
        return text("campaign.next_leg", place=place)
    return text("campaign.following", place=place, games=march.to_pay)


def _figures(campaign: Campaign) -> list[tuple[str, str]]:
    """The figures of a campaign: labels and values."""
    march, arrivals = campaign.march, campaign.arrivals
    richest = max(arrivals, key=lambda arrival: arrival.purse)
    where = service(Route).reached(richest.cities).name(request_language())
    found = {
        "games": str(march.games),
        "cities": str(march.cities),
        "purse": text("campaign.coins", coins=march.purse),
        "richest": text("campaign.coins_at", coins=richest.purse, place=where),
        "salaries": text("campaign.coins", coins=-march.account["salary"]),
    }
    figures = [(text(f"campaign.figure.{name}"), value) for name, value in found.items()]
    won = [(name, coins) for name, coins in march.account.items() if coins and name not in ("start", "salary")]
    figures += [(text(f"campaign.account.{name}"), _signed(coins)) for name, coins in won]
    return figures + [(campaign.players[seat], text("campaign.coins", coins=march.coins[seat])) for seat in GENERALS]


def _purse_line(campaign: Campaign) -> str:
    """The purse from city to city as SVG points, 100 wide and 30 high; empty before the third city."""
    arrivals = campaign.arrivals
    if len(arrivals) < _MIN_ARRIVALS:
        return ""
    highest = max(arrival.purse for arrival in arrivals)
    span = arrivals[-1].cities - arrivals[0].cities
    return " ".join(
        f"{100 * (arrival.cities - arrivals[0].cities) / span:.1f},{30 - 29 * arrival.purse / highest:.1f}"
        for arrival in arrivals
    )


def _signed(coins: int) -> str:
    return f"+{coins}" if coins > 0 else f"−{-coins}"


def _stops(campaign: Campaign) -> list[Stop]:
    """The cities reached, in order, each with the leg that led there."""
    language, route = request_language(), service(Route)
    arrivals = campaign.arrivals
    legs = [0, *(leg.number for leg in campaign.legs)][: len(arrivals)]
    return [
        Stop(
            number=arrival.cities,
            name=route.reached(arrival.cities).name(language),
            fact=route.reached(arrival.cities).fact(language),
            at=local_iso(arrival.at),
            purse=arrival.purse,
            leg=leg,
        )
        for arrival, leg in zip(arrivals, legs, strict=True)
    ]
