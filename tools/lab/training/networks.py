"""The networks that read tiles, small enough for one core of a Pi."""

import torch
from torch import Tensor, nn


def conv(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    """A 3×3 convolution with batch norm (folded away on export) and ReLU."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """Two convolutions with a skip connection."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.one, self.two = conv(width, width), conv(width, width)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.two(self.one(x)))


class Up(nn.Module):
    """Doubles the resolution and adds the finer layer."""

    def __init__(self, inside: int, outside: int) -> None:
        super().__init__()
        self.narrow = nn.Conv2d(inside, outside, 1)
        self.mix = conv(outside, outside)

    def forward(self, coarse: Tensor, fine: Tensor) -> Tensor:
        return self.mix(nn.functional.interpolate(self.narrow(coarse), scale_factor=2.0, mode="nearest") + fine)


class BoardNet(nn.Module):
    """Picture 3×256×320 (0 to 1, RGB) to two logits a cell of 64×80: the sheet, also where it is covered; a hand."""

    def __init__(self) -> None:
        super().__init__()
        self.s2 = conv(3, 16, 2)
        self.s4 = conv(16, 32, 2)
        self.s8 = nn.Sequential(conv(32, 64, 2), Residual(64))
        self.s16 = nn.Sequential(conv(64, 96, 2), Residual(96), Residual(96))
        self.s32 = nn.Sequential(
            conv(96, 128, 2), Residual(128), Residual(128)
        )  # its receptive field covers the whole board
        self.up16, self.up8, self.up4 = Up(128, 96), Up(96, 64), Up(64, 32)
        self.head = nn.Conv2d(32, 2, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        s4 = self.s4(self.s2(x - 0.45))
        s8 = self.s8(s4)
        s16 = self.s16(s8)
        s16 = self.up16(self.s32(s16)[:, :, :8], s16)
        return self.head(self.up4(self.up8(s16, s8), s4))


class CornerNet(nn.Module):
    """Field view 3×160×160 to eight numbers: each corner's offset from its assumed position (x, y in 10 px)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2), conv(16, 32, 2), Residual(32), conv(32, 48, 2), Residual(48), conv(48, 64, 2), Residual(64)
        )
        self.squeeze = nn.Conv2d(64, 24, 1)
        self.out = nn.Sequential(nn.Linear(24 * 10 * 10, 96), nn.ReLU(inplace=True), nn.Linear(96, 8))

    def forward(self, x: Tensor) -> Tensor:
        return self.out(torch.relu(self.squeeze(self.body(x - 0.45))).flatten(1))


class TileNet(nn.Module):
    """Plan view 3×352×352 to seven maps of 88×88.

    Logits of the centre of a lying and of an upright tile; offset x, y of the centre from the cell's corner (cells);
    cosine and sine of twice the turn of the tile's wide side; logarithm of its size relative to a tile on the sheet.
    """

    MAPS = 7

    def __init__(self) -> None:
        super().__init__()
        self.s2 = conv(3, 16, 2)
        self.s4 = conv(16, 32, 2)
        self.s8 = nn.Sequential(conv(32, 64, 2), Residual(64))
        self.s16 = nn.Sequential(conv(64, 96, 2), Residual(96), Residual(96))
        self.up8, self.up4 = Up(96, 64), Up(64, 32)
        self.head = nn.Conv2d(32, self.MAPS, 1)
        with torch.no_grad():
            self.head.get_parameter("bias")[:2] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        s4 = self.s4(self.s2(x - 0.45))
        s8 = self.s8(s4)
        return self.head(self.up4(self.up8(self.s16(s8), s8), s4))


class EdgeNet(nn.Module):
    """A tile with its surroundings, 3×44×32, to eight numbers: the errors of its corners (x, y, in its sides)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(3, 12, 2), conv(12, 24, 2), conv(24, 32, 2), Residual(32))
        self.squeeze = nn.Conv2d(32, 24, 1)
        self.out = nn.Sequential(nn.Linear(24 * 6 * 4, 64), nn.ReLU(inplace=True), nn.Linear(64, 8))

    def forward(self, x: Tensor) -> Tensor:
        return self.out(torch.relu(self.squeeze(self.body(x - 0.45))).flatten(1)) / 10


class FaceNet(nn.Module):
    """Crop 3×44×32 to an embedding in 64 dimensions: crops of one face lie close together."""

    SIZE = 64

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(3, 24, 2), conv(24, 48, 2), Residual(48), conv(48, 96, 2), Residual(96))
        self.squeeze = nn.Conv2d(96, 32, 1)
        self.out = nn.Linear(32 * 6 * 4, self.SIZE)

    def forward(self, x: Tensor) -> Tensor:
        vector = self.out(self.squeeze(self.body(x - 0.45)).flatten(1))
        return vector / torch.sqrt((vector * vector).sum(dim=1, keepdim=True) + 1e-6)


class LookNet(nn.Module):
    """Context crop 3×64×64 of what may be a tile to three logits: nothing, a flat tile, an upright one."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2), conv(16, 32, 2), Residual(32), conv(32, 64, 2), Residual(64), conv(64, 64, 2), Residual(64)
        )
        self.out = nn.Sequential(nn.Linear(64 * 4 * 4, 64), nn.ReLU(inplace=True), nn.Dropout(0.3), nn.Linear(64, 3))

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.body(x - 0.45).flatten(1))


class SheetNet(nn.Module):
    """Field view 3×160×160 to one logit: the sheet lies between the assumed corners, not another square thing."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 12, 2), conv(12, 16, 2), Residual(16), conv(16, 24, 2), Residual(24), conv(24, 28, 2)
        )
        self.out = nn.Sequential(nn.Dropout(0.3), nn.Linear(28 * 5 * 5, 1))

    def forward(self, x: Tensor) -> Tensor:
        return self.out(nn.functional.avg_pool2d(self.body(x - 0.45), 2).flatten(1))


class CropNet(nn.Module):
    """Crop 3×44×32 to features, 48×11×8, which `MixNet` compares with those of others."""

    VIEW = (48, 11, 8)

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(3, 24, 2), conv(24, 48, 2), Residual(48))

    def forward(self, x: Tensor) -> Tensor:
        return self.body(x - 0.45)


class MixNet(nn.Module):
    """Features of two crops, 96×11×8, to one logit: both show one face the same way up, not a face never taught."""

    def __init__(self) -> None:
        super().__init__()
        self.mix = nn.Sequential(nn.Conv2d(144, 64, 1), nn.ReLU(inplace=True), Residual(64), conv(64, 48, 2))
        self.out = nn.Sequential(nn.Linear(48 * 6 * 4, 64), nn.ReLU(inplace=True), nn.Linear(64, 1))

    def forward(self, views: Tensor) -> Tensor:
        one, other = views[:, : CropNet.VIEW[0]], views[:, CropNet.VIEW[0] :]
        return self.out(self.mix(torch.cat([one, other, (one - other).abs()], 1)).flatten(1))


class PairNet(nn.Module):
    """Crops of sets of artwork, n × 2 × faces × 3×44×32 (as seen, then as taught), to logits n·faces × 2·faces.

    A logit is high if a seen crop shows the face of a taught one, the right way up, and then upside down. Features are
    computed once for each crop (`crops`), not for each pair (`mix`).
    """

    def __init__(self) -> None:
        super().__init__()
        self.crops, self.mix = CropNet(), MixNet()

    def forward(self, x: Tensor) -> Tensor:
        sets, _, faces = x.shape[:3]
        seen, taught = x[:, 0].flatten(0, 1), x[:, 1].flatten(0, 1)
        views = self.crops(torch.cat([seen, taught, taught.flip(2).flip(3)]))
        above, upright, upside = (part.view(sets, faces, *CropNet.VIEW) for part in views.split(sets * faces))
        above = above.unsqueeze(2).expand(-1, -1, 2 * faces, -1, -1, -1)
        below = torch.cat([upright, upside], 1).unsqueeze(1).expand(-1, faces, -1, -1, -1, -1)
        return self.mix(torch.cat([above, below], 3).flatten(0, 2)).view(sets * faces, 2 * faces)
