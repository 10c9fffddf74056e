about="bo, Square Attack and SignHunter on ImageNet, untargeted: MobileNetV2, all 60 images of imagenet224, 0.05 and 4/255, on the 8-bit grid"
takes="35 minutes on one core"
default_seeds=1

# imagenet_at NAME HEADING EPSILON: adds a part to the table.
imagenet_at() {
  local seed runs=()
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "$1-$seed" --model "$victim" --data "$set" --eps "$3" --part all --batch 10 --images "$(at_most 60)" --untargeted --budget "$(queries 1000)" \
      --attack bo,square,sign-hunter --checks none --store summary --seed "$seed"
    runs+=("$out/runs/$1-$seed")
  done
  pool "$1" "$2" "${runs[@]}"
}

# No setting was chosen on ImageNet, so no image is left out.
reproduce() {
  local victim set points=1,10,25,50,100,200,500,1000
  victim=$(published imagenet_mobilenetv2.pt)
  set=$(data_set imagenet224)
  begin_table
  imagenet_at eps-0.05 "ImageNet, MobileNetV2, 0.05, untargeted" 0.05
  imagenet_at eps-4-255 "ImageNet, MobileNetV2, 4/255, untargeted" 4/255
  end_table
}
