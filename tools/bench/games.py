"""`jarapon bench games`: film invented games and follow them.

Tiles and frames lie before a simulated camera. Games of cards are filmed only with `--pictures`; otherwise their camera
knows the cards but misses some and cannot name others, unless `--faultless` is given.
"""

from dataclasses import asdict
from functools import partial

from device.games.listing import IN_FRAME, ON_SHEET, WITH_CARDS, profile_of
from device.settings import option_of
from engines.messages import Refusal, message
from tools.bench.benchmark import Benchmark, Option, Report, percent
from tools.films.card_games import follow_cards
from tools.films.card_tables import PERFECT, USUAL
from tools.films.drop_films import follow_drops
from tools.films.tiles import follow

KNOWN = (*ON_SHEET, *IN_FRAME, *WITH_CARDS)


def measure(
    report: Report,
    only: str,
    games: int,
    moves: int,
    seed: int,
    players: int,
    option: str,
    pictures: bool,
    unpictured: float,
    faultless: bool,
    penalties: float,
) -> None:
    """Report a row a game that was followed; fails if a move was made up."""
    unknown = [name for name in only.split(",") if name not in KNOWN]
    if unknown:
        raise Refusal(message("run.unknown_game", game=unknown[0], allowed=" ".join(KNOWN)))
    options = dict(map(option_of, filter(None, option.split(","))))
    noise = PERFECT if faultless else USUAL
    of_cards = partial(follow_cards, noise=noise, is_filmed=pictures, unpictured=unpictured, penalties=penalties)
    for name in only.split(","):
        for number in range(seed, seed + games):
            measured = follow if name in ON_SHEET else follow_drops if name in IN_FRAME else of_cards
            found = measured(profile_of(name), number, moves, players, options)
            row = asdict(found) | {"game": name, "seed": number}
            report.row("games", row | {"by hand %": percent(found.by_hand, found.moves)})
            if found.invented:
                report.fail(f"{name} {number}: {found.invented} moves were made up.")


BENCHMARK = Benchmark(
    measure,
    Option("--only", ",".join(KNOWN), "games, with commas"),
    Option("--games", 1, "games of each kind"),
    Option("--moves", 30, "moves of each game at most", quick=6),
    Option("--seed", 1, "of the first game"),
    Option("--players", 0, "how many play; 0: as few as can"),
    Option("--option", "", "options of the game: NAME=VALUE, with commas"),
    Option("--pictures", False, "of games of cards too: rendered, and read by the box"),
    Option("--unpictured", 0.0, "of games of cards: a share of moves without picture"),
    Option("--faultless", False, "of games of cards: a camera that misses nothing"),
    Option("--penalties", 0.0, "in teams of Skip-Bo: a share of penalties"),
)
