"""`jarapon doctor`: reports what is connected and what is wrong with it, and in the last line what to do first."""

import argparse
import json
import sys
from pathlib import Path

from cli.box_data import data_for
from cli.parser import Commands
from device.cameras import FORMS
from device.doctor import Finding, check_all
from device.system.data_folder import JOURNAL
from device.system.start_options import USUAL_PORTS
from device.texts import say
from engines.messages import Message, message

SIGNS = {"ok": "✓", "absent": "–", "wrong": "✗"}


def add_parser(commands: Commands) -> None:
    """Add `doctor` to the command line."""
    parser = commands.add("doctor", run)
    parser.add_argument("--camera", metavar=FORMS, help=parser.help_of("camera"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=parser.help_of("data"))
    parser.add_argument("--port", type=int, metavar="N", help=parser.help_of("port"))
    parser.add_argument("--json", action="store_true", help=parser.help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Print a line for every part as soon as it is checked; returns 1 if something that is needed is wrong."""
    ports = USUAL_PORTS if args.port is None else range(args.port, args.port + 1)
    data = data_for(args, "doctor", JOURNAL, new=True)
    findings = []
    for finding in check_all(data, args.camera, ports):
        findings.append(finding)
        if not args.json:
            sys.stdout.write(_line(finding, args.lang) + "\n")
            sys.stdout.flush()
    if args.json:
        sys.stdout.write(json.dumps(_as_json(findings, args.lang), ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(say(verdict(findings, args.lang), args.lang) + "\n")
    return 1 if any(finding.keeps_from_working for finding in findings) else 0


def _line(finding: Finding, language: str) -> str:
    return f"{SIGNS[finding.state]} {_name(finding, language)}: {say(finding.said, language)}"


def verdict(findings: list[Finding], language: str) -> Message:
    """Whether the box is ready, or what to do first: what keeps it from working comes before what does not."""
    wrong = [finding for finding in findings if finding.state == "wrong"]
    if not wrong:
        return message("doctor.ready")
    first = next((finding for finding in wrong if finding.keeps_from_working), wrong[0])
    key = "doctor.first" if first.keeps_from_working else "doctor.ready_but"
    return message(key, part=_name(first, language), what=say(first.said, language))


def _name(finding: Finding, language: str) -> str:
    return say(message(f"doctor.part.{finding.part}"), language)


def _as_json(findings: list[Finding], language: str) -> dict[str, object]:
    return {
        "ok": not any(finding.keeps_from_working for finding in findings),
        "parts": [
            {
                "part": finding.part,
                "state": finding.state,
                "needed": finding.needed,
                "key": finding.said.key,
                "facts": dict(finding.said.facts),
                "said": say(finding.said, language),
            }
            for finding in findings
        ],
    }
