"""Trains a network as if it had 8-bit numbers, so that it loses nothing when it is given them.

Weights and what comes to each layer are rounded as `tools/training/eight_bits.py` will round them; gradients pass as if
they were not (straight-through estimator, Bengio et al. 2013).
"""

import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize

_STEPS = 63  # of a weight either way: the seven bits that processors without VNNI can add up
_LEVELS = 255  # of what comes to a layer
_OF_LAST = 0.01  # how much the last batch counts in the range of what comes


class _RoundedWeight(nn.Module):
    """Weights rounded to so many steps of each output channel's greatest one."""

    def forward(self, weight: Tensor) -> Tensor:
        scale = weight.detach().flatten(1).abs().amax(1).clamp(min=1e-8) / _STEPS
        return torch.fake_quantize_per_channel_affine(
            weight, scale, torch.zeros_like(scale, dtype=torch.int32), 0, -_STEPS - 1, _STEPS
        )


class _RoundedInput:
    """A forward hook that rounds what comes to a layer to levels between the least and the greatest value so far."""

    def __init__(self) -> None:
        self.low, self.high = 0.0, 0.0

    def __call__(self, layer: nn.Module, given: tuple[Tensor, ...]) -> tuple[Tensor]:
        x = given[0].float()
        if layer.training:
            low, high = (float(one) for one in torch.aminmax(x.detach()))
            share = _OF_LAST if self.high > self.low else 1.0
            self.low += (min(low, 0.0) - self.low) * share
            self.high += (max(high, 0.0) - self.high) * share
        scale = max(self.high - self.low, 1e-6) / _LEVELS
        return (torch.fake_quantize_per_tensor_affine(x, scale, round(-self.low / scale), 0, _LEVELS),)


def round_numbers(model: nn.Module) -> None:
    """Rounds weights and inputs of all layers but the last, whatever comes to the network included."""
    layers = [part for part in model.modules() if isinstance(part, nn.Conv2d | nn.Linear)]
    for layer in layers[:-1]:
        parametrize.register_parametrization(layer, "weight", _RoundedWeight())
        layer.register_forward_pre_hook(_RoundedInput())


def keep_numbers(model: nn.Module) -> None:
    """Ends the rounding: the weights are what was trained, not rounded."""
    for layer in model.modules():
        if parametrize.is_parametrized(layer):
            parametrize.remove_parametrizations(layer, "weight", leave_parametrized=False)
            layer._forward_pre_hooks.clear()
