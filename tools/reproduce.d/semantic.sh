about="semantic attacks (rotation, light, blur, noise, ...) by bo, evolution, grid and random on two published victims, images 201 and later"
takes="half an hour"
default_seeds=1
points=10,25,50,100

reproduce() {
  local mnist cifar mnist_victim cifar_victim
  find_published_victims
  local turned=rotate=-30:30,shift=-0.1:0.1
  local mild=rotate=-10:10,shift=-0.05:0.05,scale=0.9:1.1,brightness=-0.1:0.1,contrast=0.8:1.2,blur=0:0.5,noise=0:0.02,jpeg=60:100,order
  begin_table
  by_changes cifar-turned "CIFAR-10, rotated by up to 30 degrees and moved by up to a tenth" "$cifar_victim" "$cifar" "$turned" 100
  by_changes cifar-mild "CIFAR-10, nine mild changes in any order" "$cifar_victim" "$cifar" "$mild" 60
  by_changes cifar-auto "CIFAR-10, all changes of auto" "$cifar_victim" "$cifar" auto 60
  by_changes mnist-turned "MNIST, rotated by up to 30 degrees and moved by up to a tenth" "$mnist_victim" "$mnist" "$turned" 100
  by_changes mnist-auto "MNIST, all changes of auto" "$mnist_victim" "$mnist" auto 60
  end_table
}

# by_changes NAME HEADING MODEL DATA RULES IMAGES: makes untargeted attacks with 100 queries per image.
by_changes() {
  local name=$1 heading=$2 seed runs=()
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "$name-$seed" --model "$3" --data "$4" --threat semantic --semantic "$5" --skip "$skip" --images "$(at_most "$6")" \
      --budget "$(queries 100)" --attack bo,evolution,grid,random --checks none --seed "$seed"
    runs+=("$out/runs/$name-$seed")
  done
  pool "$name" "$heading" "${runs[@]}"
  sed -n '/^## How mild a change fools it/,/^## Attack against attack/p' "$out/runs/$name-0/table.md" | grep -v '^##' >>"$out/table.md.part"
}
