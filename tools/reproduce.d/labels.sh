about="bo, ADBA, RayS, HopSkipJump and bayes-attack where only the predicted class is visible, on the two published victims: untargeted, images 201-300; targeted, images 201-230, three targets each, bo, ADBA and RayS"
takes="about three hours on two cores"
default_seeds=3

# labels_on NAME HEADING MODEL DATA EPSILON IMAGES BUDGET ATTACKS [OPTION...]
labels_on() {
  local seed runs=()
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "$1-$seed" --visible label --model "$3" --data "$4" --eps "$5" --skip "$skip" --images "$(at_most "$6")" \
      --budget "$(queries "$7")" --attack "$8" --checks none --store summary --seed "$seed" "${@:9}"
    runs+=("$out/runs/$1-$seed")
  done
  pool "$1" "$2" "${runs[@]}"
}

reproduce() {
  local mnist cifar mnist_victim cifar_victim points=10,25,50,100,200,500 rivals=bo,adba,rays,hop-skip-jump,bayes-attack
  find_published_victims
  begin_table
  labels_on mnist-0.3 "MNIST, 0.3" "$mnist_victim" "$mnist" 0.3 100 500 "$rivals"
  labels_on cifar-0.05 "CIFAR-10, 0.05" "$cifar_victim" "$cifar" 0.05 100 500 "$rivals"
  labels_on cifar-8 "CIFAR-10, 8/255" "$cifar_victim" "$cifar" 8/255 100 500 "$rivals"
  points=10,50,100,200,500,1000
  labels_on mnist-0.3-targeted "MNIST, 0.3, targeted" "$mnist_victim" "$mnist" 0.3 30 1000 bo,adba,rays --targets 3
  labels_on cifar-8-targeted "CIFAR-10, 8/255, targeted" "$cifar_victim" "$cifar" 8/255 30 1000 bo,adba,rays --targets 3
  end_table
}
