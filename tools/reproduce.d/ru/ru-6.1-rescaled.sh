about="MNIST, table 6.1 of Ru 2021, with perturbed images rescaled as in the authors' code, not clipped: 50 images, all targets"
takes="as ru-6.1; needs python3"
default_seeds=1

# The authors' code divides a perturbed image, in [-0.5, 0.5], by 1 + 2 epsilon. This is equivalent to a bound of epsilon / (1 + 2 epsilon) = 0.1875
# around an image with less contrast, which keeps all values in [0, 1].
reproduce() {
  rescaled "$(data_set mnist)" "$out/mnist-rescaled"
  data=$out
  published_table ru-6.1 mnist_carlini_bayesopt.pt mnist-rescaled 50 --eps 0.1875
}

# rescaled FROM TO: writes the test images of MNIST with values x / 1.6 + 0.1875, rounded to 8 bits, and their labels.
rescaled() {
  [ ! -e "$2" ] || return 0
  rm -rf "$2.part"
  run python3 - "$1" "$2.part" <<'PYTHON'
import gzip, pathlib, sys

source, target = map(pathlib.Path, sys.argv[1:])
target.mkdir(parents=True)
for name, header in (("t10k-images-idx3-ubyte", 16), ("t10k-labels-idx1-ubyte", 8)):
    found = [f for f in sorted(source.iterdir()) if f.name.removesuffix(".gz").replace(".idx", "-idx") == name]
    if not found:
        sys.exit(f"--data: {source} has no {name}")
    content = found[0].read_bytes()
    content = gzip.decompress(content) if found[0].suffix == ".gz" else content
    values = content[header:]
    if header == 16:
        values = values.translate(bytes(round(v / 1.6 + 0.1875 * 255) for v in range(256)))
    (target / name).write_bytes(content[:header] + values)
PYTHON
  mv "$2.part" "$2"
}
