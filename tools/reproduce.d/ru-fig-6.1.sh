about="CIFAR-10, figure 6.1 of Ru 2021: success and queries of gp-bo:as=paper for d^r from 6x6x3 to 18x18x3, 5 images, all targets"
takes="days; see --images, --targets and --budget"
default_seeds=1

reproduce() {
  local victim cifar side seed attacks=()
  victim=$(published cifar10_resnet20_akamaster.pt)
  cifar=$(data_set cifar10)
  for side in 6 8 10 12 14 16 18; do attacks+=("gp-bo:as=paper:side=$side"); done
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "sides-$seed" --model "$victim" --data "$cifar" --eps 0.05 --continuous --skip "$skip" --images "$(at_most 5)" \
      --targets "${targets:-all}" --budget "$(queries 1000)" --seed "$seed" --attack "${only:-$(IFS=,; printf '%s' "${attacks[*]}")}"
  done
  tables_of_runs sides
}
