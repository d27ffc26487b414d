"""The results that a box publishes, and which of them the broker may still lack.

The outbox is the journal itself: a result is due as long as its game has entries after the last one whose result the
broker has confirmed. A broker may forget what it has confirmed, when it loses its power; so the last games of those are
published again after each connection. Their revision tells readers that they have them already.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from device.broker import BrokerSettings, Names
from device.record.archive import ChangedGames, GameArchive, KeptGame, Summary
from device.record.evenings import can_count, is_named
from device.record.lineage import Lineage
from device.record.replay import CorrectionRefused
from device.system.data_folder import OUTBOX
from device.system.household_time import local_iso
from device.system.whole_files import keep_json, read_kept
from device.texts import catalogue
from web.mqtt.names import shown_names
from web.mqtt.payloads import GameResult, ResultPlayer

LAST_GAMES = 20  # published again after each connection: more than are played between two saves of a broker
_CORRECTS = ("strike", "insert", "change")
_COUNTS = ("start", "move", *_CORRECTS)  # the kinds of entries that a result follows from


@dataclass(frozen=True)
class Sent:
    """How far the broker has the journal's results."""

    broker: str  # table and broker: another one knows nothing of what this one has
    since: int  # the first game that is published: the one on the table when publishing was switched on, or the next
    confirmed: int  # the journal's last entry whose result the broker has
    branch: str  # the journal's last branch then: after a restore numbers are used again


class Outbox:
    """The results that are due; `trouble` says what is wrong with its file in the folder `data`."""

    def __init__(self, data: Path, archive: GameArchive, settings: BrokerSettings, language: Callable[[], str]) -> None:
        self._file, self._archive = data / OUTBOX, archive
        self._names, self._language = settings.names, language
        broker = f"{settings.table} {settings.host}:{settings.port}"
        sent, self.trouble = read_kept(self._file, msgspec.json.Decoder(Sent).decode)
        if sent is None or sent.broker != broker:
            game, branch = archive.current(), _last_branch(archive.lineage())
            # What another broker has, or this one under another name, counts there.
            is_there = sent is not None and sent.branch == branch and game.last <= sent.confirmed
            since = game.number + (is_there and game.summary().is_over)
            sent = Sent(broker, since, game.number - 1, branch)
            self._keep(sent)
        self._sent = sent

    @property
    def confirmed(self) -> int:
        """The journal's last entry whose result the broker has."""
        return self._sent.confirmed

    def due(self, again: bool) -> tuple[Iterator[GameResult], int]:
        """The results that the broker lacks, and the journal's last entry; `again`: and the last that it has had.

        May raise `JournalTrouble`.
        """
        self._follow(self._archive.lineage())
        changed = self._archive.changed(self._sent.confirmed, LAST_GAMES if again else 0)
        return self._results(changed), changed.last

    def _results(self, changed: ChangedGames) -> Iterator[GameResult]:
        for number in changed.games:
            if number < self._sent.since:
                continue
            try:
                kept = self._archive.game(number)
            except CorrectionRefused:  # nobody has made a move
                continue
            if (result := result_of(kept, changed.lineage, self._names, self._language())) is not None:
                yield result

    def _follow(self, lineage: Lineage) -> None:
        """Forget what was confirmed of entries that a restore of the journal has removed."""
        sent = self._sent
        if sent.branch != _last_branch(lineage):
            above = lineage[-1].above if lineage else 0
            since, confirmed = min(sent.since, above + 1), min(sent.confirmed, above)
            self._sent = Sent(sent.broker, since, confirmed, _last_branch(lineage))

    def confirm(self, last: int) -> None:
        """Note that the broker has all results up to an entry of the journal."""
        if last > self._sent.confirmed:
            self._sent = replace(self._sent, confirmed=last)
            self._keep(self._sent)

    def _keep(self, sent: Sent) -> None:
        self.trouble = keep_json(self._file, msgspec.to_builtins(sent))


def result_of(kept: KeptGame, lineage: Lineage, names: Names, language: str) -> GameResult | None:
    """The result of a game; None for one that has none, and never had: it may have been over until a correction."""
    summary, counting = kept.summary(), [entry for entry in kept.entries if entry.kind in _COUNTS]
    is_corrected = any(entry.kind in _CORRECTS for entry in counting)
    if not can_count(summary) or not (summary.is_over or is_corrected):
        return None
    last, start = counting[-1], kept.start
    return {
        "journal": lineage[_branch(lineage, start.number)].id,
        "entry": start.number,
        "begun": start.at,  # as written, since it identifies the game
        "revision": [_branch(lineage, last.number), last.number],
        "withdrawn": not summary.is_over,
        "ended": local_iso(last.at),
        "game": start.data["game"],
        "title": catalogue(language)[f"{start.data['game']}.title"],
        "players": list(_players(summary, names, language)),
    }


def _players(summary: Summary, names: Names, language: str) -> Iterator[ResultPlayer]:
    players = summary.start.data["players"]
    shown = shown_names(players, names, language)
    teams = {seat: number for number, team in enumerate(summary.teams) for seat in team}
    for standing in sorted(summary.standings, key=lambda one: one.player):
        seat = standing.player
        yield {
            "seat": seat,
            "name": players[seat] if names == "names" and is_named(players[seat]) else None,
            "shown": shown[seat],
            "score": None if summary.is_by_word else standing.score,
            "rank": standing.rank,
            "team": teams.get(seat),
        }


def _last_branch(lineage: Lineage) -> str:
    return lineage[-1].id if lineage else ""


def _branch(lineage: Lineage, number: int) -> int:
    """The place in the lineage of the branch that has an entry: the last one that begins before it."""
    return max((at for at, branch in enumerate(lineage) if branch.above < number), default=0)
