about="PGD, APGD and targeted APGD-DLR on a standard and a robust network, and the robust accuracy of --preset standard"
takes="about 20 minutes"
default_seeds=1

# white_box_on NAME HEADING MODEL DATA EPSILON: adds a part to the table.
white_box_on() {
  local seed runs=()
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "$1-$seed" --model "$3" --data "$4" --eps "$5" --skip "$skip" --images "$(at_most 100)" --budget "$(queries 1000)" \
      --attack pgd,apgd,apgd-t --checks none --store summary --seed "$seed"
    runs+=("$out/runs/$1-$seed")
  done
  pool "$1" "$2" "${runs[@]}"
}

reproduce() {
  local mnist cifar robust standard points=10,25,50,100,200,500,1000 seed runs=()
  mnist=$(data_set mnist)
  cifar=$(data_set cifar10)
  robust=$(published mnist_lenet5_adv_advertorch.pt)
  standard=$(published cifar10_resnet20_akamaster.pt)
  begin_table
  white_box_on cifar-2 "CIFAR-10, ResNet-20, 2/255" "$standard" "$cifar" 2/255
  white_box_on mnist-0.3 "MNIST, LeNet-5 trained adversarially, 0.3" "$robust" "$mnist" 0.3
  # Off the 8-bit grid, like AutoAttack.
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "preset-$seed" --model "$robust" --data "$mnist" --eps 0.3 --continuous --skip "$skip" --images "$(at_most 100)" \
      --preset standard --budget "$(queries 5000)" --checks none --store summary --seed "$seed"
    runs+=("$out/runs/preset-$seed")
  done
  pool preset "MNIST, LeNet-5 trained adversarially, 0.3, the preset standard" "${runs[@]}"
  end_table
}
