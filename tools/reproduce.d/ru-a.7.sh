about="CIFAR-10, table A.7 of Ru 2021: d^r of 8, 14 and 16, 27 images, each attack as printed and tuned"
takes="days: as=paper fits as printed, see --images, --targets, --budget and --attacks"
default_seeds=1

reproduce() {
  local victim cifar
  victim=$(published cifar10_resnet20_akamaster.pt)
  cifar=$(data_set cifar10)
  published_table ru-a.7 "$victim" "$cifar" 27 1000
}
