"""The page shown while the box is loaded, which takes a Raspberry Pi some seconds."""

from typing import Literal

from device.oled.canvas import BAR, BOLD, HEIGHT, MARGIN, SMALL, STAR, TEXT_WIDTH, WIDTH, Canvas, Page
from device.oled.text import fitted
from device.texts import say
from engines.messages import message

Step = Literal["program", "table"]

# Percentage of the bar that is full when a step begins: about the share of time of the steps before it.
_DONE = {"program": 15, "table": 75}
_BAR_TOP = HEIGHT - 14


def starting_page(step: Step, language: str, version: str) -> Page:
    """The page of a start-up step: version, current step, and progress."""
    canvas = Canvas()
    canvas.bar(say(message("screen.name"), language), STAR)
    canvas.draw.text((MARGIN, BAR + 4), say(message("starting.title"), language), 1, BOLD)
    canvas.draw.text((WIDTH - MARGIN - SMALL.getlength(version), BAR + 4), version, 1, SMALL)
    canvas.lines(MARGIN, BAR + 20, [fitted(say(message(f"starting.{step}"), language), SMALL, TEXT_WIDTH)])
    canvas.draw.rectangle((MARGIN, _BAR_TOP, WIDTH - MARGIN - 1, HEIGHT - 4), outline=1)
    full = (WIDTH - 2 * MARGIN) * _DONE[step] // 100
    canvas.draw.rectangle((MARGIN, _BAR_TOP, MARGIN + full, HEIGHT - 4), fill=1)
    return Page(canvas.image)
