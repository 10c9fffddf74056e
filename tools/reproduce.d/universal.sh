about="one perturbation for all images (--universal): procedural noise, random textures, bo and Square Attack on MNIST and CIFAR-10"
takes="about 10 minutes"
default_seeds=3

# universal_on NAME HEADING MODEL DATA EPSILON: adds a part to the table.
universal_on() {
  local seed runs=()
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "$1-$seed" --model "$3" --data "$4" --eps "$5" --skip "$skip" --universal 20 --images "$(at_most 1000)" \
      --untargeted --budget 500 --checks none --seed "$seed" \
      --attack procedural,procedural:pattern=gabor,random:textures=yes,random,bo,square
    runs+=("$out/runs/$1-$seed")
  done
  pool "$1" "$2" "${runs[@]}"
}

reproduce() {
  local mnist cifar
  mnist=$(data_set mnist)
  cifar=$(data_set cifar10)
  local points=1
  begin_table
  universal_on mnist-0.3 "MNIST, 0.3" "$(published mnist_carlini_bayesopt.pt)" "$mnist" 0.3
  universal_on cifar-0.05 "CIFAR-10, ResNet-20, 0.05" "$(published cifar10_resnet20_akamaster.pt)" "$cifar" 0.05
  universal_on cifar-8-255 "CIFAR-10, ResNet-20, 8/255" "$(published cifar10_resnet20_akamaster.pt)" "$cifar" 8/255
  end_table
}
