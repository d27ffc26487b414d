"""`jarapon replay`: plays a written game by the rules and prints the final standings."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cli.parser import Commands
from device.config.sheets import offer_sheets
from device.games.listing import GAMES
from device.settings import USUAL_GAME
from device.system.outside_text import read_data
from device.texts import say, say_refusal
from engines.contract import AnyGame, BadRecord, Record, Standing
from engines.messages import Refusal, message


def add_parser(commands: Commands) -> None:
    """Add `replay` to the command line."""
    parser = commands.add("replay", run)
    parser.add_argument("file", type=Path, metavar="FILE", help=parser.help_of("file"))
    parser.add_argument("--game", default=USUAL_GAME, metavar="G", help=parser.help_of("game"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=parser.help_of("data"))
    parser.add_argument("--json", action="store_true", help=parser.help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Print the standings of every legal game of the file; returns 1 after a sentence for each that is not legal."""
    language: str = args.lang
    if args.game not in GAMES:
        raise Refusal(message("replay.unknown_game", game=args.game, allowed=" ".join(GAMES)))
    if args.data is not None:
        offer_sheets(args.data)
    game, text = GAMES[args.game], read_data(args.file)
    records: Sequence[Record[object] | BadRecord]
    try:
        records = game.read_records(text)
    except BadRecord as error:
        if not error.games:
            raise
        records = error.games
    for number, record in enumerate(records, start=1):
        if isinstance(record, BadRecord):
            broken = message("record.broken_game", number=number, why=say_refusal(record, language))
            sys.stderr.write(say(broken, language) + "\n")
            continue
        replayed = _replay(game, record, language)
        lines = [json.dumps(replayed.to_json(language), ensure_ascii=False)] if args.json else replayed.lines(language)
        sys.stdout.write("\n".join(lines) + "\n")
    return int(any(isinstance(record, BadRecord) for record in records))


@dataclass(frozen=True)
class _Replayed:
    game: AnyGame
    players: tuple[str, ...]
    moves: int  # how many were played
    over: bool
    standings: Sequence[Standing]
    record: str  # the game as the box writes it

    def to_json(self, language: str) -> dict[str, object]:
        return {
            "game": self.game.NAME,
            "players": list(self.players),
            "moves": self.moves,
            "over": self.over,
            "standings": [
                {
                    "player": self.players[standing.player],
                    "score": standing.score,
                    "rank": standing.rank,
                    "reasons": [say(reason, language) for reason in standing.reasons],
                }
                for standing in self.standings
            ],
            "record": self.record,
        }

    def lines(self, language: str) -> list[str]:
        title = say(message(f"{self.game.NAME}.title"), language)
        lines = [say(message("replay.game", title=title, moves=self.moves), language)]
        if not self.over:
            lines.append(say(message("replay.unfinished"), language))
        for standing in sorted(self.standings, key=lambda standing: standing.rank):
            lines.append("  " + standing_line(standing, self.players, language))
        return lines


def standing_line(standing: Standing, players: Sequence[str], language: str) -> str:
    """A player's rank, name and score."""
    player = players[standing.player]
    return say(message("replay.standing", rank=standing.rank, player=player, score=standing.score), language)


def _replay(game: AnyGame, record: Record[object], language: str) -> _Replayed:
    named, options, moves = record
    seats = range(1, game.PLAYERS[0] + 1)
    players = tuple(named) or tuple(say(message("replay.player", seat=seat), language) for seat in seats)
    state = game.start(players, options)
    for move in moves:
        state = game.play(state, move)
    written = game.write_record(named, options, moves)
    return _Replayed(game, players, len(moves), game.is_over(state), game.standings(state), written)
