about="bora's implementations of attacks against their authors' code, instance by instance, on the same victims and images"
takes="about 25 minutes, estimated"
default_seeds=1

# Results of the authors' code on the first images are in docs/results/peers. Its settings are stated here, since bora's defaults may differ.
reproduce() {
  local mnist cifar mnist_victim cifar_victim
  find_published_victims
  begin_table
  both_goals mnist_carlini_bayesopt "MNIST, 0.3" "$mnist_victim" "$mnist" 0.3 square_p0.3 square:p=0.3
  both_goals mnist_carlini_bayesopt "MNIST, 0.3" "$mnist_victim" "$mnist" 0.3 parsimonious parsimonious:as=paper:block=4
  both_goals mnist_carlini_bayesopt "MNIST, 0.3" "$mnist_victim" "$mnist" 0.3 genattack_dimred genattack:population=6:side=9
  both_goals cifar10_resnet20_akamaster "CIFAR-10, 0.05" "$cifar_victim" "$cifar" 0.05 square_p0.3 square:p=0.3
  both_goals cifar10_resnet20_akamaster "CIFAR-10, 0.05" "$cifar_victim" "$cifar" 0.05 simba_dct_step0.2 simba:as=paper
  end_table
}

# both_goals VICTIM HEADING MODEL DATA EPSILON THEIRS OURS: compares OURS, an attack of bora, with the file THEIRS, targeted and untargeted.
both_goals() {
  local goal count options seed runs
  for goal in targeted untargeted; do
    if [ $goal = targeted ]; then count=50 options=(--targets all); else count=200 options=(--untargeted); fi
    runs=()
    for ((seed = 0; seed < seeds; ++seed)); do
      attack "$1-$goal-$6-$seed" --model "$3" --data "$4" --eps "$5" --continuous --budget "$(queries 1000)" --attack "$7" \
        --images "$(at_most "$count")" "${options[@]}" --seed "$seed"
      runs+=("$out/runs/$1-$goal-$6-$seed")
    done
    compare_with=(--against "their code=$root/docs/results/peers/$1/$goal-eps$5_$6.csv")
    pool "$1-$goal-$6" "$2, $goal, $7" "${runs[@]}"
  done
}
