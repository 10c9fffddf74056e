about="CIFAR-10, figure 6.4 of Ru 2021: objective against queries of gp-bo, addgp-bo and gp-bo-auto as printed, one image, all targets"
takes="a day; see --targets, --budget and --attacks"
default_seeds=1

# The report plots the objective of the first image.
reproduce() {
  local victim cifar seed
  victim=$(published cifar10_resnet20_akamaster.pt)
  cifar=$(data_set cifar10)
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "objective-$seed" --model "$victim" --data "$cifar" --eps 0.05 --continuous --skip "$skip" --images 1 --targets "${targets:-all}" \
      --budget "$(queries 1000)" --seed "$seed" --attack "${only:-gp-bo:as=paper,addgp-bo:as=paper,gp-bo-auto:as=paper}"
  done
  tables_of_runs objective
  printf 'curves: %s\n' "$out/runs/objective-*/report.html"
}
