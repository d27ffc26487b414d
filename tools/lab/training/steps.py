"""The training loop and the export that all networks share."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from tools.lab.training.light import Batch

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
_WARM_UP, _FIRST_RATE = 0.05, 0.02  # share of the time until the rate is full, and share of the rate at the start
_MAX_GRADIENT_NORM = 2.0
_SMOOTHING = 0.02  # weight of the last loss in the running one


@dataclass(frozen=True)
class Progress:
    """How far training is."""

    part: float  # of its time, 0 to 1
    step: int  # steps made
    loss: float  # running mean


def trained(
    model: nn.Module,
    batches: Iterable[Batch],
    loss_of: Callable[..., Tensor],
    minutes: float,
    rate: float,
    every_s: float,
    precision: torch.dtype = torch.float32,
) -> Iterator[Progress]:
    """Train with AdamW for `minutes`; yields the progress every `every_s` and at the end.

    The rate warms up, then falls like a cosine. bfloat16 is several times faster on processors with matrix units.
    """
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
    start = reported_at = time.monotonic()
    step, running, part = 0, 0.0, 0.0
    for batch in batches:
        x, *target = (one.to(DEVICE, non_blocking=True) for one in batch)
        part = (time.monotonic() - start) / (minutes * 60)
        if part >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1.0, part / _WARM_UP + _FIRST_RATE) * 0.5 * (1 + np.cos(np.pi * part))
        with torch.autocast(DEVICE.type, torch.bfloat16, enabled=precision == torch.bfloat16):
            out = model(x.to(memory_format=torch.channels_last) if x.dim() == 4 else x)
        loss = loss_of(out.float(), *target)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), _MAX_GRADIENT_NORM)
        optimizer.step()
        running = running * (1 - _SMOOTHING) + loss.item() * _SMOOTHING if step else loss.item()
        step += 1
        if time.monotonic() - reported_at > every_s:
            reported_at = time.monotonic()
            yield Progress(part, step, running)
    yield Progress(part, step, running)


def export(model: nn.Module, out: Path, shape: tuple[int, ...], axes: dict[int, str]) -> None:
    """Write the network as ONNX; `axes`: names of the axes of inputs and outputs that have any length."""
    model.eval()
    torch.onnx.export(
        model,
        (torch.zeros(1, *shape),),
        str(out),
        input_names=["picture"],
        output_names=["maps"],
        dynamic_axes={"picture": axes, "maps": axes} if axes else None,
        opset_version=17,
        dynamo=False,
    )
    model.train()
