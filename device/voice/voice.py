"""The voice of the box: sentences are spoken one at a time by programs of their own, and the latest one wins."""

import json
import logging
import subprocess
import tempfile
import time
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Self

from device.system.error_text import os_error_text
from device.system.watched_thread import Turn, WatchedThread
from device.system.whole_files import read_kept, write_whole
from device.voice.engines import Engine
from engines.messages import Message, message

FILE = "voice.json"
LONGEST = 600  # letters of what is spoken at once
MOST_S = 60.0  # for which one program may run
WAKE_S, STEP_S = 1.0, 0.05
PATIENCE_S, STOP_S = 5.0, 3.0
_log = logging.getLogger(__name__)


class Voice:
    """Speaks without keeping anybody waiting, as long as the `with` block lasts.

        with Voice(find_engine("en"), data / FILE) as voice:
            voice.is_on = True
            voice.say("Aya: lay a tile.")

    A new sentence ends the one that is being spoken. Without an `engine` nothing is heard. Whether it is on is kept in
    a `file`; `trouble` says what is wrong with that.
    """

    def __init__(self, engine: Engine | None = None, file: Path | None = None) -> None:
        self.engine, self.trouble = engine, None
        self._file, self._is_on = file, False
        if file is not None:
            kept, self.trouble = read_kept(file, _is_on, "kept.damaged")
            self._is_on = bool(kept)
        self._said: SimpleQueue[str] = SimpleQueue()
        self.thread = WatchedThread("voice", self._turn, PATIENCE_S)

    @property
    def is_on(self) -> bool:
        """Whether it speaks."""
        return self._is_on

    def switch(self, on: bool) -> Message | None:
        """Speak from now on, or be silent at once; gives what kept it from being written down."""
        self._is_on, self.trouble = on, None
        if not on:
            self._said.put("")
        if self._file is not None:
            try:
                write_whole(self._file, (json.dumps({"on": on}) + "\n").encode())
            except OSError as error:
                self.trouble = message("voice.not_kept", why=os_error_text(error))
        return self.trouble

    def say(self, sentence: str) -> None:
        """Speak a sentence from now on instead of whatever is being spoken."""
        if self._is_on and self.engine is not None and sentence:
            self._said.put(sentence[:LONGEST])

    def __enter__(self) -> Self:
        if self.engine is not None:
            self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.thread.stop(STOP_S, wake=lambda: self._said.put(""))

    def _turn(self, turn: Turn) -> None:
        while turn.goes_on():
            sentence = self._latest(WAKE_S)
            while sentence:
                sentence = self._speak(sentence, turn)

    def _latest(self, within_s: float) -> str | None:
        """The sentence that was said last, if one was within this time; empty for silence."""
        latest = None
        while True:
            try:
                latest = self._said.get(timeout=within_s) if latest is None else self._said.get_nowait()
            except Empty:
                return latest

    def _speak(self, sentence: str, turn: Turn) -> str | None:
        """Speak a sentence to its end; gives the one that came meanwhile, at which it was broken off."""
        assert self.engine is not None  # otherwise no thread was started
        with tempfile.TemporaryDirectory(prefix="jarapon-voice-") as folder:
            for command, text in self.engine.commands(sentence, Path(folder) / "said.wav"):
                newer = self._run(command, text, turn)
                if newer is not None or not turn.goes_on():
                    return newer
        return None

    def _run(self, command: tuple[str, ...], text: str, turn: Turn) -> str | None:
        """Let a program run to its end, or until something newer is to be said."""
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
        end_s = time.monotonic() + MOST_S
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


def _is_on(data: bytes) -> bool:
    kept = json.loads(data)["on"]
    if not isinstance(kept, bool):
        raise TypeError(kept)
    return kept
