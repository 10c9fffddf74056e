about="attackers with substitute models: every attack that can start from them starts from the same image; ResNet-20 for CIFAR-10, images 201 and later"
takes="about an hour, estimated"
default_seeds=1
points=1,10,25,50,100,200

# p-bo is left out: its substitute models take seconds for each query.
reproduce() {
  local cifar victim seed goal options runs
  local of_scores=bo,square:start=prior,square-plus:start=prior,sign-hunter:start=prior,simba:start=prior,parsimonious:start=prior
  of_scores+=,genattack:start=prior,bandits:start=prior,nes:start=prior,autozoom:start=prior,zoo:start=prior
  of_scores+=,gfcs:start=prior,simba-ods:start=prior,p-rgf:start=prior
  local of_labels=rays:start=prior,adba:start=prior,hop-skip-jump:start=prior,boundary:start=prior
  cifar=$(data_set cifar10)
  victim=$(published cifar10_resnet20_akamaster.pt)
  local common=(--model "$victim" --data "$cifar" --eps 8/255 --continuous --skip "$skip" --budget "$(queries 200)"
    --prior data --prior-cache "$out/substitutes" ${epochs:+--prior-epochs "$epochs"})
  begin_table
  runs=()
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "labels-$seed" "${common[@]}" --images "$(at_most 100)" --untargeted --visible label --attack "$of_labels" --seed "$seed"
    runs+=("$out/runs/labels-$seed")
  done
  pool labels "CIFAR-10, 8/255, untargeted, the attacker sees labels" "${runs[@]}"
  for goal in untargeted targeted; do
    if [ $goal = targeted ]; then options=(--targets random); else options=(--untargeted); fi
    runs=()
    for ((seed = 0; seed < seeds; ++seed)); do
      attack "$goal-$seed" "${common[@]}" --images "$(at_most 100)" "${options[@]}" --attack "$of_scores" --seed "$seed"
      runs+=("$out/runs/$goal-$seed")
    done
    pool "$goal" "CIFAR-10, 8/255, $goal, the attacker sees scores" "${runs[@]}"
  done
  end_table
}
