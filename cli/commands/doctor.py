"""`jarapon doctor`: what is connected, and what is wrong with it, one line each."""

import argparse
import json
import sys
from pathlib import Path

from cli.box_data import data_for
from cli.parser import Commands
from device.cameras import FORMS
from device.doctor import Finding, check_all
from device.record.backup_files import JOURNAL
from device.system.start_options import USUAL_PORTS
from device.texts import say
from engines.messages import message

SIGNS = {"ok": "✓", "absent": "–", "wrong": "✗"}


def add_parser(commands: Commands) -> None:
    """Adds `doctor` to the command line."""
    parser = commands.add("doctor", run)
    parser.add_argument("--camera", metavar=FORMS, help=parser.help_of("camera"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=parser.help_of("data"))
    parser.add_argument("--port", type=int, metavar="N", help=parser.help_of("port"))
    parser.add_argument("--json", action="store_true", help=parser.help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Prints a line for every part as soon as it has been looked at; 1 when something that is needed is wrong."""
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
    return 1 if any(finding.keeps_from_working for finding in findings) else 0


def _line(finding: Finding, language: str) -> str:
    part = say(message(f"doctor.part.{finding.part}"), language)
    return f"{SIGNS[finding.state]} {part}: {say(finding.said, language)}"


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
