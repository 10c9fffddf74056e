about="ImageNet, table 6.3 of Ru 2021: targets drawn at random, 2,000 queries, hierarchical decoding; beside bo and Square Attack"
takes="about 6 hours of one core, addgp-bo and gp-bo-auto two to three each"
default_seeds=1
points=10,100,200,500,1000,1500,2000

# Each attack is a separate run, so that it can be interrupted, left out or continued. Images and targets are the same in all.
reproduce() {
  local imagenet victim seed spec runs=()
  imagenet=$(data_set imagenet224)
  victim=$(published imagenet_mobilenetv2.pt)
  for ((seed = 0; seed < seeds; ++seed)); do
    for spec in bo square addgp-bo:side=48:through=96:groups=27 gp-bo-auto:through=96; do
      attack "${spec%%:*}-$seed" --protocol ru-6.3 --model "$victim" --data "$imagenet" --part all --images "$(at_most 20)" \
        --budget "$(queries 2000)" --continuous --attack "$spec" --seed "$seed" --batch 10
      runs+=("$out/runs/${spec%%:*}-$seed")
    done
  done
  begin_table
  pool imagenet "ImageNet, MobileNetV2, 0.05, one random target an image" "${runs[@]}"
  end_table
}
