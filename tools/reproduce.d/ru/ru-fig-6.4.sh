about="CIFAR-10, figure 6.4 of Ru 2021: objective against queries of gp-bo, addgp-bo and gp-bo-auto as printed, one image (the 201st classified correctly), all targets"
takes="a day; see --targets, --budget and --attacks"
default_seeds=1

# The report plots the objective of the first image.
reproduce() {
  runs_of_thesis objective cifar10_resnet20_akamaster.pt cifar10 1 --eps 0.05 --continuous --targets "${targets:-all}" \
    --attack "${only:-gp-bo:as=paper,addgp-bo:as=paper,gp-bo-auto:as=paper}"
  printf 'curves: %s\n' "$out/runs/objective-*/report.html"
}
