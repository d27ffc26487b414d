"""The voice of the box: speaks one sentence at a time in child processes; the latest sentence wins."""

import logging
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Self

from device.system.error_text import os_error_text
from device.system.kept_switch import KeptSwitch
from device.system.watched_thread import Turn, WatchedThread
from device.table.snapshot import Snapshot
from device.texts import say
from device.voice.engines import Engine
from engines.messages import Message, message

MAX_LETTERS = 600  # letters of one sentence
MAX_PROGRAM_S = 60.0  # for one program
WAKE_S, STEP_S = 1.0, 0.05
PATIENCE_S, STOP_S = 5.0, 3.0
_log = logging.getLogger(__name__)
_SPOKEN_SIGNS = {"★": "web.face.wild"}  # signs that no engine reads, and the keys of their words


class Voice:
    """Speaks in the background, as long as the `with` block lasts.

        with Voice(find_engine("en"), data / VOICE) as voice:
            voice.is_on = True
            voice.say("Aya: lay a tile.")

    A new sentence ends the one that is being spoken. Without an `engine` nothing is heard. Whether it is on is kept in
    a `file`; `trouble` says what is wrong with that.
    """

    def __init__(self, engine: Engine | None = None, file: Path | None = None) -> None:
        self.engine = engine
        self._switch = KeptSwitch(file)
        self._is_open = False
        self._said: SimpleQueue[str] = SimpleQueue()
        self.thread = WatchedThread("voice", self._turn, PATIENCE_S)

    @property
    def is_on(self) -> bool:
        """Whether it speaks."""
        return self._switch.is_on

    @property
    def trouble(self) -> Message | None:
        """What is wrong with the file."""
        return self._switch.trouble

    def switch(self, on: bool) -> Message | None:
        """Switch speech on, or off at once; gives why that could not be kept, or None."""
        trouble = self._switch.turn(on)
        if not on:
            self._said.put("")
        return trouble

    def use(self, engine: Engine | None) -> None:
        """Speak by another engine from now on; None: nothing is heard."""
        self.engine = engine
        self._said.put("")
        if engine is not None and self._is_open and not self.thread.is_working:
            self.thread.start()

    def say(self, sentence: str) -> None:
        """Speak a sentence from now on instead of whatever is being spoken."""
        if self.is_on and self.engine is not None and sentence:
            self._said.put(sentence[:MAX_LETTERS])

    def __enter__(self) -> Self:
        self._is_open = True
        if self.engine is not None:
            self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_open = False
        self.thread.stop(STOP_S, wake=lambda: self._said.put(""))

    def _turn(self, turn: Turn) -> None:
        while turn.goes_on():
            sentence = self._latest(WAKE_S)
            while sentence:
                sentence = self._speak(sentence, turn)

    def _latest(self, within_s: float) -> str | None:
        """Wait so long for a sentence; gives the latest one, empty for silence, None where there was none."""
        latest = None
        while True:
            try:
                latest = self._said.get(timeout=within_s) if latest is None else self._said.get_nowait()
            except Empty:
                return latest

    def _speak(self, sentence: str, turn: Turn) -> str | None:
        """Speak a sentence; gives the newer one that interrupted it, or None."""
        engine = self.engine
        if engine is None:  # taken away meanwhile
            return None
        with tempfile.TemporaryDirectory(prefix="jarapon-voice-") as folder:
            for command, text in engine.commands(sentence, Path(folder) / "said.wav"):
                newer = self._run(command, text, turn)
                if newer is not None or not turn.goes_on():
                    return newer
        return None

    def _run(self, command: tuple[str, ...], text: str, turn: Turn) -> str | None:
        """Run a program to its end, or until a newer sentence comes, which is given."""
        nowhere = subprocess.DEVNULL
        try:
            program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere)
        except OSError as error:
            _log.warning("%s does not start: %s", command[0], os_error_text(error))
            return None
        with program:
            try:
                return self._watch(program, text, turn)
            finally:
                program.kill()

    def _watch(self, program: subprocess.Popen[bytes], text: str, turn: Turn) -> str | None:
        assert program.stdin is not None
        try:
            program.stdin.write(text.encode())
            program.stdin.close()
        except BrokenPipeError:  # a player reads nothing
            pass
        end_s = time.monotonic() + MAX_PROGRAM_S
        while program.poll() is None and turn.goes_on():
            newer = self._latest(STEP_S)
            if newer is not None:
                return newer
            if time.monotonic() > end_s:
                _log.warning("%s takes too long and is ended", program.args)
                return None
        if program.returncode:
            _log.warning("%s has failed (%d)", program.args, program.returncode)
        return None


def news(before: Snapshot | None, now: Snapshot, language: str) -> str:
    """What is new since a snapshot, as sentences to be read aloud: prompts, calls, problems and results.

    Empty without a snapshot before, when all is new.
    """
    if before is None:
        return ""
    known = set(_messages(before))
    said = " ".join(say(one, language) for one in _messages(now) if one not in known)
    for sign, key in _SPOKEN_SIGNS.items():
        said = said.replace(sign, say(message(key), language))
    return said


def _messages(snapshot: Snapshot) -> Iterator[Message]:
    for call in snapshot.choices.calls:
        if call.called:
            yield message("voice.called", player=snapshot.view.players[call.player], call=f"call/{call.name}")
    if snapshot.problem is not None:
        yield snapshot.problem.message
    if snapshot.hand is not None:
        yield from (prompt.said for prompt in snapshot.view.prompts[:1])
    elif snapshot.choices.question:
        yield message("referee.was_it" if len(snapshot.choices.question) == 1 else "referee.which")
    else:
        yield from (prompt.said for prompt in snapshot.view.prompts)
