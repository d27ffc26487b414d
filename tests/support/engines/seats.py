"""Where the players of tests sit."""

from engines.bots import NAMES

AYA, BEN, CHIE, DAN, EMI, FUMI = range(len(NAMES))
