"""Simulates many phones that watch the page, in a process of their own: they must not slow the box's interpreter."""

import asyncio
import multiprocessing
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from engines.messages import Refusal, message

PATIENCE_S = 60.0
Heard = list[tuple[int, float]]  # serials of states, and when each came (s of the monotonic clock)


@contextmanager
def watching_phones(port: int, streams: int, moves: int = sys.maxsize) -> Iterator[Connection]:
    """Run so many phones until all have the table's state; after the moves, the pipe gives what each has heard."""
    here, there = multiprocessing.Pipe()
    phones = multiprocessing.get_context("spawn").Process(target=_watch, args=(there, port, streams, moves))
    phones.start()
    there.close()  # while it is open here, the end of the process goes unnoticed
    try:
        answer(here)
        yield here
    finally:
        phones.terminate()
        phones.join()


def answer(pipe: Connection) -> Any:
    """The next message of the process at the other end; raises `Refusal` if it has ended or stays silent."""
    with suppress(EOFError):
        if pipe.poll(PATIENCE_S):
            return pipe.recv()
    raise Refusal(message("web.bench.silent"))


def _watch(pipe: Connection, port: int, streams: int, moves: int) -> None:
    """Run so many phones in this process: report when all have a state, and at the end what each has heard."""
    asyncio.run(_run_phones(pipe, port, streams, moves))


async def _run_phones(pipe: Connection, port: int, streams: int, moves: int) -> None:
    phones = [await asyncio.open_connection("127.0.0.1", port, limit=2**20) for _ in range(streams)]
    for reader, writer in phones:
        writer.write(b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        await _hear_state(reader)
    pipe.send("connected")
    pipe.send(await asyncio.gather(*(_hear_game(reader, moves) for reader, _ in phones)))
    for _, writer in phones:
        writer.close()


async def _hear_game(reader: asyncio.StreamReader, moves: int) -> Heard:
    """The states after so many moves, or as many as came before the stream ended."""
    heard: Heard = []
    while len(heard) < moves and not reader.at_eof():
        serial = await _hear_state(reader)
        heard.append((serial, time.monotonic()))
    return heard


async def _hear_state(reader: asyncio.StreamReader) -> int:
    """The next state's serial; 0 when the stream has ended."""
    serial = 0
    async for line in reader:
        if line.startswith(b"id: "):
            serial = int(line.rpartition(b"-")[2])
        elif line.startswith(b"data: {"):
            break
    return serial


def memory_mb(process: int | str, which: str) -> float:
    """The MB of a process (number or `"self"`): `VmRSS` now in memory, or `VmHWM`, the most it ever had."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{which}:")) * 1024 / 1e6


def processor_s(process: int) -> float:
    """The processor time of a whole process, in seconds; Linux has a clock for each."""
    return time.clock_gettime((~process << 3) | 2)
