"""Makes, in the folder given: one small network as together.pt2 (any batch), alone.pt2 (one image a call), three.pt2 and four.pt2
(so many a call), sides.pt2 (scores of n x 5 x 1 x 1),
exported.pt2 (torch.export alone) and net.pt (TorchScript)."""
import pathlib
import sys

import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.convolution = torch.nn.Conv2d(1, 4, 3, padding=1)
        self.linear = torch.nn.Linear(4 * 6 * 7, 5)

    def forward(self, x):
        return self.linear(torch.relu(self.convolution(x)).flatten(1))


folder = pathlib.Path(sys.argv[1])
torch.manual_seed(1)
net = Net().eval()
images = torch.rand(2, 1, 6, 7)
together = torch.export.export(net, (images,), dynamic_shapes=({0: torch.export.Dim("batch", min=1, max=4096)},))
torch._inductor.aoti_compile_and_package(together, package_path=str(folder / "together.pt2"))
for name, count in [("alone", 1), ("three", 3), ("four", 4)]:
    fixed = torch.export.export(net, (torch.rand(count, 1, 6, 7),))
    torch._inductor.aoti_compile_and_package(fixed, package_path=str(folder / f"{name}.pt2"))
fixed = torch.export.export(torch.nn.Sequential(net, torch.nn.Unflatten(1, (5, 1, 1))), (torch.rand(1, 1, 6, 7),))
torch._inductor.aoti_compile_and_package(fixed, package_path=str(folder / "sides.pt2"))
torch.export.save(together, str(folder / "exported.pt2"))
torch.jit.trace(net, images).save(str(folder / "net.pt"))
