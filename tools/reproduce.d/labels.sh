about="bo, ADBA, RayS, HopSkipJump and bayes-attack where only the predicted class is visible, on the two published victims: untargeted, images 201-300; targeted, images 201-230, three targets each, bo, ADBA and RayS; untargeted on four networks trained here"
takes="about four hours on two cores"
default_seeds=3

# labels_on NAME HEADING MODEL DATA EPSILON IMAGES BUDGET ATTACKS [OPTION...]: adds a part to the table.
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
  attack_networks_of_bo_train
  end_table
}

# attack_networks_of_bo_train: attacks networks on which no setting was chosen.
attack_networks_of_bo_train() {
  local fashion victims=$out/victims part
  fashion=$(data_set_or_name fashion-mnist)
  part=$(trained_on 10000)
  train digits --data digits --arch lenet --epochs "$(passes 10)"
  train mnist --data "$mnist:train=0-$((part - 1))" --arch resnet8 --epochs "$(passes 3)"
  train fashion --data "$fashion:train=$part-$((2 * part - 1))" --arch lenet --epochs "$(passes 8)"
  train cifar --data "$cifar:train=0-$((part - 1))" --arch lenet --epochs "$(passes 12)"
  points=10,25,50,100,200,500
  labels_on x-digits "LeNet on digits, 0.2" "$victims/digits.pt" digits 0.2 100 500 "$rivals"
  labels_on x-mnist "ResNet-8 on MNIST, 0.1" "$victims/mnist.pt" "$mnist" 0.1 100 500 "$rivals"
  labels_on x-fashion "LeNet on Fashion-MNIST, 0.1" "$victims/fashion.pt" "$fashion" 0.1 100 500 "$rivals"
  labels_on x-cifar "LeNet on CIFAR-10, 8/255" "$victims/cifar.pt" "$cifar" 8/255 100 500 "$rivals"
}
