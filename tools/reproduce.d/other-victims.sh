about="bo and Square Attack on victims that took no part in any choice: trained here, by bo-train; the first also by an attacker who has data"
takes="about an hour"
default_seeds=1

reproduce() {
  local mnist cifar fashion victims=$out/victims
  mnist=$(data_set mnist)
  cifar=$(data_set cifar10)
  fashion=$(data_set_or_name fashion-mnist)
  local half
  half=$(trained_on 10000)
  local first=$cifar:train=0-$((half - 1)) second=$cifar:train=$half-$((2 * half - 1))
  train cifar-lenet --data "$first" --arch lenet --epochs "$(passes 10)" --seed 1
  train cifar-resnet8-adversarial --data "$first" --arch resnet8 --epochs "$(passes 8)" --adversarial 8/255 --seed 2
  train mnist-resnet8 --data "$mnist:train=0-$((half - 1))" --arch resnet8 --epochs "$(passes 4)" --seed 3
  train fashion-lenet --data "$fashion${train_images:+:train=0-$((train_images - 1))}" --arch lenet --epochs "$(passes 8)" --seed 4

  # These victims were added after the first results on those above had led to changes of bo; the last one after another change.
  train cifar-vgg7-adversarial --data "$first" --arch vgg7 --epochs "$(passes 6)" --adversarial 8/255 --seed 5
  train fashion-resnet8 --data "$fashion${train_images:+:train=0-$((train_images - 1))}" --arch resnet8 --epochs "$(passes 3)" --seed 6
  train fashion-vgg7 --data "$fashion${train_images:+:train=0-$((train_images - 1))}" --arch vgg7 --epochs "$(passes 2)" --seed 7

  begin_table
  compare_on cifar-lenet "CIFAR-10, LeNet, 8/255" "$victims/cifar-lenet.pt" "$cifar" 8/255 bo,square 20 100
  compare_on cifar-resnet8-adversarial "CIFAR-10, ResNet-8 trained adversarially, 8/255" \
    "$victims/cifar-resnet8-adversarial.pt" "$cifar" 8/255 bo,square 0 60
  compare_on mnist-resnet8 "MNIST, ResNet-8, 0.3" "$victims/mnist-resnet8.pt" "$mnist" 0.3 bo,square 20 100
  compare_on fashion-lenet "Fashion-MNIST, LeNet, 0.1" "$victims/fashion-lenet.pt" "$fashion" 0.1 bo,square 20 100
  compare_on cifar-vgg7-adversarial "CIFAR-10, VGG-7 trained adversarially, 8/255" \
    "$victims/cifar-vgg7-adversarial.pt" "$cifar" 8/255 bo,square 0 100
  compare_on fashion-resnet8 "Fashion-MNIST, ResNet-8, 0.1" "$victims/fashion-resnet8.pt" "$fashion" 0.1 bo,square 20 100
  compare_on fashion-vgg7 "Fashion-MNIST, VGG-7, 0.1" "$victims/fashion-vgg7.pt" "$fashion" 0.1 bo,square 20 100
  # Two attackers: one with the victim's training images, one with images that the victim was not trained on.
  with_substitutes same-data "substitute models trained on the victim's images" "$first"
  with_substitutes other-data "substitute models trained on images that the victim never saw" "$second"
  end_table
}

# with_substitutes NAME HEADING DATA: attacks the CIFAR-10 victim without adversarial training. The substitute models, a VGG-7 and a ResNet-8, make
# queries slow, so the budget is 200.
with_substitutes() {
  local most_queries=200 points=1,10,25,50,100,200
  compare_on "$1" "CIFAR-10, LeNet, 8/255, $2" "$out/victims/cifar-lenet.pt" "$cifar" 8/255 bo,square:start=prior 0 100 \
    --prior data --prior-data "$3" --prior-cache "$out/substitutes" ${epochs:+--prior-epochs "$epochs"}
}
