about="MNIST, table 6.1 of Ru 2021: 50 images, all targets, each attack as printed and tuned"
takes="days: as=paper fits as printed, see --images, --targets, --budget and --attacks"
default_seeds=1

reproduce() {
  local victim mnist
  victim=$(published mnist_carlini_bayesopt.pt)
  mnist=$(data_set mnist)
  published_table ru-6.1 "$victim" "$mnist" 50 1000
}
