about="bo and Square Attack in L2 by the published protocol of Square Attack on CIFAR-10: epsilon 0.5, off the 8-bit grid, untargeted; then attacks with substitute models, and attacks by labels alone"
takes="about three hours, estimated"
default_seeds=3

reproduce() {
  local cifar victim seed common runs=() points=10,25,50,100,200,500
  cifar=$(data_set cifar10)
  victim=$(published cifar10_resnet20_akamaster.pt)
  common=(--model "$victim" --data "$cifar" --norm l2 --eps 0.5 --continuous --skip "$skip" --images "$(at_most 100)"
    --untargeted --budget "$(queries 500)" --checks none --store summary)
  begin_table
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "cifar-$seed" "${common[@]}" --attack bo,square,square:as=paper --seed "$seed"
    runs+=("$out/runs/cifar-$seed")
  done
  pool cifar "CIFAR-10, ResNet-20, 0.5 in L2, untargeted" "${runs[@]}"
  runs=() points=1,$points
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "priors-$seed" "${common[@]}" --prior data --prior-cache "$out/substitutes" ${epochs:+--prior-epochs "$epochs"} \
      --attack gfcs,p-rgf,gfcs:start=prior,p-rgf:start=prior,simba:start=prior --seed "$seed"
    runs+=("$out/runs/priors-$seed")
  done
  pool priors "CIFAR-10, ResNet-20, 0.5 in L2, untargeted, the attacker has substitute models" "${runs[@]}"
  runs=() points=${points#1,}
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "labels-$seed" "${common[@]}" --visible label --attack bo,hop-skip-jump,boundary --seed "$seed"
    runs+=("$out/runs/labels-$seed")
  done
  pool labels "CIFAR-10, ResNet-20, 0.5 in L2, untargeted, the attacker sees labels" "${runs[@]}"
  end_table
}
