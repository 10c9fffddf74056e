about="bo and rivals on robust networks and on a network of blurred images, beside APGD, the white-box limit"
takes="about an hour and a half"
default_seeds=1

# robust_on NAME HEADING IMAGES WHITE_BOX MODEL OPTION...: makes untargeted attacks on the 8-bit grid. WHITE_BOX: apgd, or "" if the model has no
# gradients. Skips a model that does not exist.
robust_on() {
  if [ ! -e "$5" ]; then
    printf '### %s\n\nSkipped: there is no %s.\n\n' "$2" "$5" >>"$out/table.md.part"
    return
  fi
  local name=$1 heading=$2 attacks=bo,square:p=0.05,square:p=0.2,square:p=0.8,square-plus,sign-hunter,gp-bo:budget=200${4:+,$4} seed runs=()
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "$name-$seed" --model "${@:5}" --untargeted --skip "$skip" --images "$(at_most "$3")" --budget "$(queries 1000)" \
      --attack "$attacks" --checks none --store summary --seed "$seed"
    runs+=("$out/runs/$name-$seed")
  done
  pool "$name" "$heading, untargeted" "${runs[@]}"
}

reproduce() {
  local mnist cifar points=10,25,50,100,200,500,1000 victims=$out/victims
  mnist=$(data_set mnist)
  cifar=$(data_set cifar10)
  [ -n "$models" ] || fail "--models: must name the folder of the published victims"
  local part
  part=0-$(($(trained_on 10000) - 1))
  train resnet8-adversarial --data "$cifar:train=$part" --arch resnet8 --epochs "$(passes 8)" --adversarial 8/255 --seed 2
  train vgg7-adversarial --data "$cifar:train=$part" --arch vgg7 --epochs "$(passes 6)" --adversarial 8/255 --seed 5
  [ -e "$out/blurred" ] || run python3 "$experiments/shared/blur_cifar.py" "$cifar" "$out/blurred"
  train resnet8-blurred --data "$out/blurred:train=$part" --arch resnet8 --epochs "$(passes 8)" --seed 21
  begin_table
  robust_on resnet-2b "CIFAR-10, ResNet-2B trained adversarially, 8/255" 50 "" "$models/vnncomp_cifar10_resnet_2b.onnx" \
    --mean 0.485,0.456,0.406 --std 0.225,0.225,0.225 --data "$cifar" --eps 8/255
  robust_on resnet8 "CIFAR-10, ResNet-8 trained adversarially, 8/255" 50 apgd "$victims/resnet8-adversarial.pt" --data "$cifar" --eps 8/255
  robust_on vgg7 "CIFAR-10, VGG-7 trained adversarially, 8/255" 30 apgd "$victims/vgg7-adversarial.pt" --data "$cifar" --eps 8/255
  robust_on lenet5 "MNIST, LeNet-5 trained adversarially, 0.3" 30 apgd "$models/mnist_lenet5_adv_advertorch.pt" --data "$mnist" --eps 0.3
  robust_on blurred "blurred CIFAR-10, ResNet-8, 4/255" 30 apgd "$victims/resnet8-blurred.pt" --data "$out/blurred" --eps 4/255
  end_table
}
