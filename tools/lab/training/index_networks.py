"""The networks that read French-suited cards."""

import torch
from torch import Tensor, nn

from tools.lab.training.networks import Residual, Up, conv


class _FourthNet(nn.Module):
    """Picture 3 × height × width (0 to 1, RGB, sides multiples of 16) to maps of a quarter of its size, by way of a
    sixteenth; the first map is a logit, rare at first."""

    def __init__(self, maps: int, s8: nn.Module, s16: nn.Module) -> None:
        super().__init__()
        self.s2 = conv(3, 16, 2)
        self.s4 = conv(16, 32, 2)
        self.s8, self.s16 = s8, s16
        self.up8, self.up4 = Up(64, 48), Up(48, 32)
        self.head = nn.Conv2d(32, maps, 1)
        with torch.no_grad():
            self.head.get_parameter("bias")[:1] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        s4 = self.s4(self.s2(x - 0.45))
        s8 = self.s8(s4)
        return self.head(self.up4(self.up8(self.s16(s8), s8), s4))


class IndexNet(_FourthNet):
    """Picture to five maps.

    Logit that an index's middle lies in the cell; its offset x, y from the cell's corner (cells); from there to the
    middle of the rank's upper edge x, y, in `UNIT` px.
    """

    MAPS, UNIT = 5, 16.0

    def __init__(self) -> None:
        # The receptive field covers what lies about an index.
        super().__init__(self.MAPS, conv(32, 48, 2), nn.Sequential(conv(48, 64, 2), Residual(64)))


class WholeCardNet(_FourthNet):
    """Picture with cards about 21 px wide to nine maps.

    Logit that the middle of a card of which half can be seen lies in the cell; its offset x, y from the cell's corner
    (cells); cosine and sine of twice the direction of its longer side; the logarithms of half its longer and shorter
    side in `UNIT` px; logits that it lies face down, and that nothing covers it.
    """

    MAPS, UNIT = 9, 12.0

    def __init__(self) -> None:
        s16 = nn.Sequential(conv(48, 64, 2), Residual(64), Residual(64))
        super().__init__(self.MAPS, nn.Sequential(conv(32, 48, 2), Residual(48)), s16)


class RankNet(nn.Module):
    """Crop 3×48×48 with an index upright in its middle to 37 numbers.

    Logits: twenty-seven for the symbol of the rank (the last: none), five for the suit (the last: none), one that the
    index is at the right. Then how the index lies in the crop: right and down of its middle, in halves of the index's
    height as it is cut; turned clockwise, in radians; the logarithm of its size against that.
    """

    SYMBOLS, SUITS, FINE = 27, 5, 4

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(conv(3, 16), conv(16, 32, 2), conv(32, 64, 2), Residual(64), conv(64, 96, 2), Residual(96)),
            *(nn.Conv2d(96, 64, 1), nn.ReLU(inplace=True)),
        )
        self.out = nn.Sequential(
            nn.Linear(64 * 36, 96),
            nn.ReLU(inplace=True),
            nn.Dropout(0.2),
            nn.Linear(96, self.SYMBOLS + self.SUITS + 1 + self.FINE),
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.body(x - 0.45).flatten(1))
