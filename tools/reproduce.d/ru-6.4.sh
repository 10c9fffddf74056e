about="CIFAR-10, table 6.4 of Ru 2021: decomposition of addgp-bo by evidence and by change, 20 images"
takes="days: as=paper fits as printed, see --images, --targets, --budget and --attacks"
default_seeds=1

reproduce() {
  local victim cifar
  victim=$(published cifar10_resnet20_akamaster.pt)
  cifar=$(data_set cifar10)
  published_table ru-6.4 "$victim" "$cifar" 20 1000
}
