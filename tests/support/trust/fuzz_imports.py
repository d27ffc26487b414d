"""Looks for files that make the box stumble: `python tests/support/trust/fuzz_imports.py FOLDER -max_total_time=60`.

FOLDER keeps what it finds to be new, and begins with our own exports and data files. It needs atheris, a
coverage-guided fuzzer (`pip install atheris`, Python 3.11 on x86-64), and takes the options of libFuzzer:
`-merge=1 SMALL FOLDER` writes a minimised corpus.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
ROOM = 8 << 10  # bytes of a file; large ones are tried by tests of their own
PATIENCE_S = 20  # for one file


def main() -> int:
    """Runs the fuzzer until it finds something or its time is over."""
    sys.path.insert(0, str(ROOT))
    try:
        import atheris
    except ImportError:
        sys.stderr.write("The fuzzer atheris is missing: pip install atheris (Python 3.11 on x86-64).\n")
        return 2
    # What is measured has to be loaded while atheris watches.
    with atheris.instrument_imports(
        include=["engines", "device", "zipfile", "web.security.guard", "tests.support.trust.sent_files"]
    ):
        from tests.support.trust import sent_files
    from tests.support.trust.seeds import write_seeds

    folders = [Path(argument) for argument in sys.argv[1:] if not argument.startswith("-")]
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
    if len(folders) == 1 and not any(folders[0].iterdir()):
        write_seeds(folders[0])
    # To merge, libFuzzer starts the program once more, by its first word.
    program = f"{sys.executable} {__file__}"
    atheris.Setup([program, *sys.argv[1:], f"-max_len={ROOM}", f"-timeout={PATIENCE_S}"], sent_files.look_at)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
