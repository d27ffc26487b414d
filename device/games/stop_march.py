"""Where a campaign of Stop stands: which game is played, in which city the king is, and what is in his purse.

>>> from device.config.routes import load_route
>>> from engines import stop
>>> state = stop.start(["Aya", "Ben", "Chie", "Dan", "Emi"], {"course": 700})
>>> march = march_of(state, load_route(None))
>>> march.game, march.city.en, march.following.en, march.purse, march.ended
(1, 'Pella', 'Amphipolis', 700, '')
"""

from device.games.march import March
from engines.stop.campaign import GAMES_A_CITY, KING, is_lost
from engines.stop.messages import game_number
from engines.stop.payment import ACCOUNTS
from engines.stop.route import Route
from engines.stop.state import Phase, State


def march_of(state: State, route: Route, first_leg: int = 0) -> March | None:
    """Where the campaign of a state stands; None for a game that is none."""
    match, campaign = state.match, state.match.campaign
    if campaign is None or state.house.course is None:
        return None
    cities, purse = campaign.cities, state.coins[KING]
    is_complete = campaign.is_complete
    return March(
        king=state.players[KING],
        course=state.house.course,
        game=game_number(state),
        games=match.games,
        to_pay=GAMES_A_CITY - match.games % GAMES_A_CITY,
        cities=cities,
        city=route.reached(cities),
        passed=route.passed(cities),
        following=None if is_complete else route.cities[cities],
        purse=purse,
        coins=state.coins,
        account=dict(zip(ACCOUNTS, match.ledger[KING], strict=True)),
        ended="complete" if is_complete else "lost" if is_lost(purse) else "",
        leg_over=state.phase == Phase.OVER,
        first_leg=first_leg,
    )
