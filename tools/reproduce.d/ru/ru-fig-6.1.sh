about="CIFAR-10, figure 6.1 of Ru 2021: success and queries of gp-bo:as=paper for d^r from 6x6x3 to 18x18x3, 5 images, all targets"
takes="days; see --images, --targets and --budget"
default_seeds=1

reproduce() {
  local sides
  sides=$(printf ',gp-bo:as=paper:side=%d' 6 8 10 12 14 16 18)
  runs_of_thesis sides cifar10_resnet20_akamaster.pt cifar10 5 --eps 0.05 --continuous --targets "${targets:-all}" --attack "${only:-${sides#,}}"
}
