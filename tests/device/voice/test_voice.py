"""The box speaks by an engine that is installed: tried with stand-ins for the programs that note what they are told."""

import json
import shutil
import subprocess
from dataclasses import replace
from functools import partial

import pytest

from device.box import Box
from device.calls.events import SeatCall
from device.doctor import voice as doctor_voice
from device.referee.outcomes import Problem
from device.settings import Settings
from device.system.data_folder import VOICE
from device.table.events import NewGame
from device.table.snapshot import Choices
from device.testing.camera import StandInCamera
from device.texts import say
from device.voice.engines import find_engine
from device.voice.voice import Voice, news
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

    def __init__(self, folder):
        self.folder, self.log = folder / "bin", folder / "spoken.txt"
        self.folder.mkdir()
        self.log.touch()
        self.voices, self.dictionary = folder / "hts-voice", folder / "naist-jdic"

    def install(self, name, text=ENGINE, **facts):
        # A file that a process is just being started from cannot be written: the new one takes its place.
        written = self.folder / f"{name}.new"
        written.write_text(text.format(log=self.log, **facts) if facts else text)
        written.chmod(0o755)
        written.replace(self.folder / name)

    def player(self, seconds=0):
        self.install("aplay", PLAYER, seconds=seconds)

    def engine(self, language):
        return find_engine(language, partial(shutil.which, path=str(self.folder)), self.voices, self.dictionary)

    def speaks(self, *lines):
        """Wait until these lines are the last ones that were played."""
        eventually(lambda: self.spoken[-len(lines) :] == [*lines])

    @property
    def spoken(self):
        return self.log.read_text().splitlines()


@pytest.fixture
def machine(tmp_path):
    return StandIn(tmp_path)


@pytest.fixture
def voice(machine):
    """A voice that is on, of a machine that speaks English."""
    machine.install("espeak-ng")
    machine.player()
    with Voice(machine.engine("en")) as voice:
        voice.switch(True)
        yield voice


def test_english_is_spoken_by_espeak_and_japanese_only_by_an_engine_that_reads_kanji(machine):
    machine.install("espeak-ng")
    assert machine.engine("en") is None  # nothing plays it
    machine.player()
    english = machine.engine("en")
    assert (english.name, english.synthesis[1:3]) == ("eSpeak NG", ("-v", "en"))
    assert machine.engine("ja") is None
    machine.install("open_jtalk")
    assert machine.engine("ja") is None  # without a voice
    (machine.voices / "mei").mkdir(parents=True)
    (machine.voices / "mei" / "mei_normal.htsvoice").touch()
    assert machine.engine("ja") is None  # without its dictionary
    machine.dictionary.mkdir()
    assert machine.engine("ja").name == "Open JTalk"
    for language, sentence in (("en", "Aya: lay a tile."), ("ja", "アヤさんの番です。")):
        with Voice(machine.engine(language)) as voice:
            voice.switch(True)
            voice.say(sentence)
            machine.speaks(sentence, "to its end")


def test_the_latest_sentence_wins_and_nobody_waits(machine, voice):
    machine.player(seconds=3600)
    voice.say("The first.")
    machine.speaks("The first.")
    voice.say("The second.")
    voice.say("The third.")
    machine.speaks("The third.")
    assert machine.spoken[:1] == ["The first."]
    assert "to its end" not in machine.spoken
    voice.switch(False)  # it is silent at once, and says nothing
    voice.say("The fourth.")
    machine.player()
    voice.switch(True)
    voice.say("The last.")
    machine.speaks("The third.", "The last.", "to its end")


def test_an_engine_that_fails_or_is_gone_costs_its_sentence_only(machine, voice):
    machine.install("espeak-ng", "#!/bin/sh\nexit 3\n")
    voice.say("The first.")
    (machine.folder / "aplay").rename(machine.folder / "gone")
    voice.say("The second.")
    machine.install("espeak-ng")
    machine.player()
    voice.say("The third.")
    machine.speaks("The third.", "to its end")
    assert voice.thread.trouble is None


def test_another_language_gets_its_engine_at_once_and_one_without_any_is_silent(machine):
    machine.install("espeak-ng")
    machine.player()
    switched_off = Voice(machine.engine("en"))
    switched_off.say("Anybody?")
    assert switched_off._said.empty()
    with Voice(None) as voice:
        voice.switch(True)
        voice.say("Anybody?")
        assert not voice.thread.is_working
        voice.use(machine.engine("en"))
        voice.say("Hello.")
        machine.speaks("Hello.", "to its end")
        voice.use(None)
        voice.say("Anybody?")
        voice.use(machine.engine("en"))
        voice.say("Yes.")
        machine.speaks("Hello.", "to its end", "Yes.", "to its end")
        assert voice.thread.trouble is None


def test_whether_it_is_on_is_kept(tmp_path):
    file = tmp_path / VOICE
    assert not Voice(None, file).is_on
    Voice(None, file).switch(True)
    assert Voice(None, file).is_on
    file.write_text('{"on": "yes"}')
    damaged = Voice(None, file)
    assert (damaged.is_on, damaged.trouble.key) == (False, "kept.damaged")
    assert Voice(None, tmp_path / "nowhere" / VOICE).switch(True) is not None


def viewed(snapshot, **fields):
    """The snapshot of another view of its game."""
    return replace(snapshot, view=replace(snapshot.view, **fields))


def test_prompts_what_is_wrong_results_and_calls_are_news_once_and_the_almighty_is_read_as_a_word():
    start = snapshot_after("reversi", [(reversi.start(["Aya", "Ben"], {}), reversi.Move("f5"))])
    lay = message("referee.lay", places="d4")
    won = message("reversi.won", player="Aya", tiles=36, against=28)
    over = viewed(start, prompts=(Prompt(None, won),), over=True)
    quiet = SeatCall(1, "pon", possible=True, about=message("calls.about.own"))
    called = [replace(start, choices=Choices(calls=(call,))) for call in (quiet, replace(quiet, called=True))]
    for before, now, told in (
        (None, start, ""),
        (start, replace(start, serial=2), ""),
        (viewed(start, prompts=()), start, say(start.view.prompts[-1].said, "en")),
        (start, replace(start, problem=Problem(lay, ("d4",))), say(lay, "en")),
        (start, over, say(won, "en")),
        (over, over, ""),
        (*called, "Ben: Pon!"),
    ):
        assert news(before, now, "en") == told
    dora = viewed(start, prompts=(Prompt(None, message("jarapon.told.deal", player="Aya", tile="★")),))
    assert "★" not in news(start, dora, "ja")
    assert "オールマイティ" in news(start, dora, "ja")


def test_the_box_speaks_what_is_new_in_its_language(machine, tmp_path, monkeypatch):
    machine.install("espeak-ng")
    machine.player()
    monkeypatch.setattr("device.box.find_engine", machine.engine)
    data = tmp_path / "data"
    data.mkdir()
    (data / VOICE).write_text(json.dumps({"on": True}))
    with Box(Settings(data, players=("Aya", "Ben")), StandInCamera()) as box:
        assert box.hardware.voice.is_on
        eventually(lambda: box.front.panel.threads[0].is_working)
        box.table.post(NewGame("checkers", ("Kay", "Lou"), {})).result(PATIENCE_S)
        begun = " ".join(say(prompt.said, "en") for prompt in box.table.snapshot.view.prompts)
        machine.speaks(begun, "to its end")


def test_the_doctor_names_the_engines(machine):
    assert doctor_voice(machine.engine).said == message("doctor.no_voice")
    machine.install("espeak-ng")
    machine.player()
    found = doctor_voice(machine.engine)
    assert (found.state, found.said) == ("ok", message("doctor.voice", engines="English: eSpeak NG"))


@needs("espeak-ng")
def test_the_real_espeak_writes_a_wav(tmp_path):
    engine = find_engine("en", lambda name: shutil.which(name) if name == "espeak-ng" else "/bin/true")
    assert engine is not None
    (command, text), _ = engine.commands("Ben: lay a tile.", tmp_path / "said.wav")
    subprocess.run(command, input=text.encode(), check=True)
    assert (tmp_path / "said.wav").read_bytes()[:4] == b"RIFF"
    assert (tmp_path / "said.wav").stat().st_size > 20_000
