"""The box speaks by an engine that is installed: tried with stand-ins for the programs that note what they are told."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from device.box import Box
from device.calls.events import SeatCall
from device.doctor import voice as doctor_voice
from device.hardware.camera.stand_in import StandInCamera
from device.referee.outcomes import Problem
from device.settings import Settings
from device.table.events import NewGame
from device.texts import say
from device.voice.engines import Engine, find_engine
from device.voice.news import news
from device.voice.voice import FILE, Voice
from engines import reversi
from engines.contract import Prompt
from engines.messages import message
from tests.support.system_tools import needs
from tests.support.waiting import PATIENCE_S, eventually
from tests.support.web.tables import snapshot_after

# An engine writes what it reads into its WAV file; the player tells what it plays, and for how long.
ENGINE = """#!/bin/sh
while [ $# -gt 1 ]; do shift; done
cat > "$1"
"""
PLAYER = """#!/bin/sh
cat "$2" >> "{log}"
sleep {seconds}
echo "to its end" >> "{log}"
"""


class StandIn:
    """A machine with these programs."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder / "bin", folder / "spoken.txt"
        self.folder.mkdir()
        self.log.touch()
        self.voices, self.dictionary = folder / "hts-voice", folder / "naist-jdic"

    def install(self, name: str, text: str = ENGINE, **facts: object) -> None:
        # A file that a process is just being started from cannot be written: the new one takes its place.
        written = self.folder / f"{name}.new"
        written.write_text(text.format(log=self.log, **facts) if facts else text)
        written.chmod(0o755)
        written.replace(self.folder / name)

    def player(self, seconds: float = 0) -> None:
        self.install("aplay", PLAYER, seconds=seconds)

    def engine(self, language: str) -> Engine | None:
        which = partial(shutil.which, path=str(self.folder))
        return find_engine(language, which, self.voices, self.dictionary)

    @property
    def spoken(self) -> list[str]:
        return self.log.read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> StandIn:
    return StandIn(tmp_path)


@pytest.fixture
def voice(machine: StandIn) -> Iterator[Voice]:
    machine.install("espeak-ng")
    machine.player()
    with Voice(machine.engine("en")) as voice:
        voice.switch(True)
        yield voice


def test_english_is_spoken_by_espeak_and_japanese_only_by_an_engine_that_reads_kanji(machine: StandIn) -> None:
    machine.install("espeak-ng")
    assert machine.engine("en") is None  # nothing plays it
    machine.player()
    english = machine.engine("en")
    assert english is not None
    assert (english.name, english.synthesis[1:3]) == ("eSpeak NG", ("-v", "en"))
    assert machine.engine("ja") is None
    machine.install("open_jtalk")
    assert machine.engine("ja") is None  # without a voice
    (machine.voices / "mei").mkdir(parents=True)
    (machine.voices / "mei" / "mei_normal.htsvoice").touch()
    assert machine.engine("ja") is None  # without its dictionary
    machine.dictionary.mkdir()
    japanese = machine.engine("ja")
    assert japanese is not None
    assert japanese.name == "Open JTalk"


@pytest.mark.parametrize(("language", "sentence"), [("en", "Aya: lay a tile."), ("ja", "アヤさんの番です。")])
def test_a_sentence_is_spoken_as_it_is(machine: StandIn, language: str, sentence: str) -> None:
    for program in ("espeak-ng", "open_jtalk"):
        machine.install(program)
    machine.player()
    machine.dictionary.mkdir()
    machine.voices.mkdir()
    (machine.voices / "nitech.htsvoice").touch()
    with Voice(machine.engine(language)) as voice:
        voice.switch(True)
        voice.say(sentence)
        eventually(lambda: machine.spoken == [sentence, "to its end"])


def test_the_latest_sentence_wins_and_nobody_waits(machine: StandIn, voice: Voice) -> None:
    machine.player(seconds=3600)
    voice.say("The first.")
    eventually(lambda: machine.spoken == ["The first."])
    voice.say("The second.")
    voice.say("The third.")
    eventually(lambda: machine.spoken[-1] == "The third.")
    assert machine.spoken[:1] == ["The first."]
    assert "to its end" not in machine.spoken
    machine.player()
    voice.say("The last.")
    eventually(lambda: machine.spoken[-2:] == ["The last.", "to its end"])


def test_switched_off_it_is_silent_at_once_and_says_nothing(machine: StandIn, voice: Voice) -> None:
    machine.player(seconds=3600)
    voice.say("The first.")
    eventually(lambda: machine.spoken == ["The first."])
    voice.switch(False)
    voice.say("The second.")
    machine.player()
    voice.switch(True)
    voice.say("The third.")
    eventually(lambda: machine.spoken == ["The first.", "The third.", "to its end"])


def test_an_engine_that_fails_or_is_gone_costs_its_sentence_only(machine: StandIn, voice: Voice) -> None:
    machine.install("espeak-ng", "#!/bin/sh\nexit 3\n")
    voice.say("The first.")
    (machine.folder / "aplay").rename(machine.folder / "gone")
    voice.say("The second.")
    machine.install("espeak-ng")
    machine.player()
    voice.say("The third.")
    eventually(lambda: machine.spoken[-2:] == ["The third.", "to its end"])
    assert voice.thread.trouble is None


def test_without_an_engine_nothing_runs(tmp_path: Path) -> None:
    with Voice(None, tmp_path / FILE) as voice:
        voice.switch(True)
        voice.say("Anybody?")
        assert not voice.thread.is_working


def test_another_language_gets_its_engine_at_once_and_one_without_any_is_silent(machine: StandIn) -> None:
    machine.install("espeak-ng")
    machine.player()
    with Voice(None) as voice:
        voice.switch(True)
        voice.use(machine.engine("en"))
        voice.say("Hello.")
        eventually(lambda: machine.spoken == ["Hello.", "to its end"])
        voice.use(None)
        voice.say("Anybody?")
        voice.use(machine.engine("en"))
        voice.say("Yes.")
        eventually(lambda: machine.spoken == ["Hello.", "to its end", "Yes.", "to its end"])
        assert voice.thread.trouble is None


def test_whether_it_is_on_is_kept(tmp_path: Path) -> None:
    file = tmp_path / FILE
    assert not Voice(None, file).is_on
    Voice(None, file).switch(True)
    assert Voice(None, file).is_on
    file.write_text('{"on": "yes"}')
    damaged = Voice(None, file)
    assert not damaged.is_on
    assert damaged.trouble is not None
    assert damaged.trouble.key == "kept.damaged"
    assert Voice(None, tmp_path / "nowhere" / FILE).switch(True) is not None


def test_prompts_what_is_wrong_and_results_are_news_once() -> None:
    start = snapshot_after("reversi", [(reversi.start(["Aya", "Ben"], {}), reversi.Move("f5"))])
    assert news(None, start, "en") == ""
    assert news(start, replace(start, serial=2), "en") == ""
    turn = say(start.prompts[-1].said, "en")
    before = replace(start, prompts=())
    assert news(before, start, "en") == turn
    wrong = replace(start, problem=Problem(message("referee.lay", places="d4"), ("d4",)))
    assert news(start, wrong, "en") == say(message("referee.lay", places="d4"), "en")
    won = replace(start, prompts=(Prompt(None, message("reversi.won", player="Aya", tiles=36, against=28)),), over=True)
    assert news(start, won, "en") == say(won.prompts[0].said, "en")
    assert news(won, won, "en") == ""


def test_a_call_is_news_and_the_almighty_is_read_as_a_word() -> None:
    start = snapshot_after("reversi", [(reversi.start(["Aya", "Ben"], {}), reversi.Move("f5"))])
    quiet = SeatCall(1, "pon", possible=True, about=message("calls.about.own"))
    assert (
        news(replace(start, calls=(quiet,)), replace(start, calls=(replace(quiet, called=True),)), "en") == "Ben: Pon!"
    )
    dora = replace(start, prompts=(Prompt(None, message("jarapon.told.deal", player="Aya", tile="★")),))
    assert "★" not in news(start, dora, "ja")
    assert "オールマイティ" in news(start, dora, "ja")


def test_the_box_speaks_what_is_new_in_its_language(
    machine: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.install("espeak-ng")
    machine.player()
    monkeypatch.setattr("device.box.find_engine", machine.engine)
    data = tmp_path / "data"
    data.mkdir()
    (data / FILE).write_text(json.dumps({"on": True}))
    with Box(Settings(data, players=("Aya", "Ben")), StandInCamera()) as box:
        assert box.voice.is_on
        eventually(lambda: box.panel.threads[0].is_working)
        box.table.post(NewGame("checkers", ("Kay", "Lou"), {})).result(PATIENCE_S)
        begun = " ".join(say(prompt.said, "en") for prompt in box.table.snapshot.prompts)
        eventually(lambda: machine.spoken == [begun, "to its end"])


def test_the_doctor_names_the_engines(machine: StandIn) -> None:
    absent = doctor_voice(machine.engine)
    assert (absent.state, "espeak-ng" in say(absent.said, "en")) == ("absent", True)
    machine.install("espeak-ng")
    machine.player()
    found = doctor_voice(machine.engine)
    assert (found.state, "English: eSpeak NG" in say(found.said, "ja")) == ("ok", True)


@needs("espeak-ng")
def test_the_real_espeak_writes_a_wav(tmp_path: Path) -> None:
    engine = find_engine("en", lambda name: shutil.which(name) if name == "espeak-ng" else "/bin/true")
    assert engine is not None
    (command, text), _ = engine.commands("Ben: lay a tile.", tmp_path / "said.wav")
    subprocess.run(command, input=text.encode(), check=True)
    assert (tmp_path / "said.wav").read_bytes()[:4] == b"RIFF"
    assert (tmp_path / "said.wav").stat().st_size > 20_000
