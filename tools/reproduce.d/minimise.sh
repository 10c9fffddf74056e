about="smallest perturbations (--minimise): edits of grabnel beside the paper's version, and bounds of bo and square beside the white-box limit on CIFAR-10"
takes="about half an hour"
default_seeds=1

reproduce() {
  local set seed cifar victim
  check_sets "${sets:=MUTAG,PROTEINS,IMDB-MULTI}"
  cifar=$(data_set cifar10)
  victim=$(published cifar10_resnet20_akamaster.pt)
  : "${images:=40}" "${budget:=400}"
  begin_table
  for ((seed = 1; seed <= seeds; ++seed)); do
    for set in ${sets//,/ }; do
      graph_victim "${archs:=gcn}" "$set" "$seed"
      graph_attack "$archs" "$set" "$seed" "" --queries-per-edit 40 --attack "${only:-grabnel,random,grabnel:as=paper}" --minimise --checks none
      { printf '### %s, seed %s\n\n' "$set" "$seed"; cat "$out/runs/$archs-$set-$seed/table.md"; echo; } >>"$out/table.md.part"
    done
    attack "cifar-$seed" --model "$victim" --data "$cifar" --eps 8/255 --skip "$skip" --images "$(at_most 20)" --untargeted \
      --budget "$(queries 400)" --attack bo,square,pgd,apgd --minimise --checks none --seed "$seed"
    { printf '### CIFAR-10, seed %s\n\n' "$seed"; cat "$out/runs/cifar-$seed/table.md"; echo; } >>"$out/table.md.part"
  done
  end_table
}
