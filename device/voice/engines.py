"""The speech engines that the box supports; it uses an installed one, and works without.

They are those of Raspberry Pi OS and Debian. Open JTalk reads Japanese well, kanji too, and needs a voice
(`*.htsvoice`); eSpeak NG reads English and most other languages, but no kanji. Either writes a WAV file, which
ALSA's `aplay` plays: so nothing depends on a sound server that a service's user does not have.
"""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PLAYER = "aplay"
JAPANESE = "ja"
VOICES = Path("/usr/share/hts-voice")
DICTIONARY = Path("/var/lib/mecab/dic/open-jtalk/naist-jdic")
WORDS_A_MINUTE = 150


@dataclass(frozen=True)
class Engine:
    """The programs that speak a sentence: `synthesis` reads it from standard input and writes a WAV file."""

    name: str
    synthesis: tuple[str, ...]
    player: str

    def commands(self, sentence: str, wav: Path) -> tuple[tuple[tuple[str, ...], str], ...]:
        """The commands in order, each with its standard input."""
        return ((*self.synthesis, str(wav)), sentence + "\n"), ((self.player, "-q", str(wav)), "")


def find_engine(
    language: str,
    which: Callable[[str], str | None] = shutil.which,
    voices: Path = VOICES,
    dictionary: Path = DICTIONARY,
) -> Engine | None:
    """The engine for a language; None where this machine has none for it."""
    player = which(PLAYER)
    if player is None:
        return None
    if language != JAPANESE:
        program = which("espeak-ng")
        said = ("-v", language, "-s", str(WORDS_A_MINUTE), "--stdin", "-w")
        return None if program is None else Engine("eSpeak NG", (program, *said), player)
    program = which("open_jtalk")
    voice = next(iter(sorted(voices.rglob("*.htsvoice"))), None)
    if program is None or voice is None or not dictionary.is_dir():
        return None
    return Engine("Open JTalk", (program, "-x", str(dictionary), "-m", str(voice), "-ow"), player)
