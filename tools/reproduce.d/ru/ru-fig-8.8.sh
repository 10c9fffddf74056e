about="evolution, TPE and random search by final accuracy, by early accuracy and by TSE-EMA, figure 8.8 of Ru 2021"
takes="a quarter of an hour on one core"
default_seeds=20

# The table of NAS-Bench-201 has accuracies after 12 and 200 epochs, but no training losses, so TSE-EMA is measured on cells that are trained here.
reproduce() {
  local nb201 set name validation
  nb201=$(nas_table nasbench201.csv)
  begin_table
  for set in c10:CIFAR-10 c100:CIFAR-100 in16:ImageNet16-120; do
    name=${set%%:*}
    validation=${name}_test_200
    [ "$name" != c10 ] || validation=c10_xvalid_200
    evaluations=$(queries 50) study "$name-200" "${set#*:}, chosen by the accuracy after 200 epochs" nb201 "$nb201" evolution,tpe,random \
      --objective "${name}_test_200" --observed "$validation" --pathless in
    evaluations=$(queries 300) study "$name-12" "${set#*:}, chosen by the validation accuracy after 12 epochs" nb201 "$nb201" \
      evolution,tpe,random --objective "${name}_test_200" --observed "${name}_val_12" --pathless in
  done
  trained "$(smaller 2 "$seeds")"
  end_table
}

# trained SEEDS: runs searches on digits that cost the same number of epochs: 8 networks with 8 epochs each, or 32 with 2. The chosen network is
# then retrained for 8 epochs, if it had fewer, and tested.
trained() {
  local digits strategy seed whole early few
  digits=$(data_set_or_name digits)
  whole=$(passes 8)
  early=$(((whole + 3) / 4))
  few=$(at_most 8)
  {
    printf '### Digits: test accuracy, %%, of the network chosen, by seed\n\n| strategy | chosen by | networks | epochs of each |'
    for ((seed = 100; seed < 100 + $1; ++seed)); do printf ' %d |' "$seed"; done
    printf ' mean |\n|---|---|---:|---:|%s\n' "$(printf -- '---:|%.0s' $(seq 0 "$1"))"
  } >>"$out/table.md.part"
  for strategy in evolution:population=8:tournament=4 tpe random; do
    row "$1" "$strategy" accuracy "$few" "$whole"
    row "$1" "$strategy" accuracy $((few * whole / early)) "$early"
    row "$1" "$strategy" tse-ema $((few * whole / early)) "$early"
  done
}

# row SEEDS STRATEGY ESTIMATOR NETWORKS EPOCHS: makes the searches of one row of the table.
row() {
  local name seed accuracies=() longer=()
  [ "$5" = "$whole" ] || longer=(--final-epochs "$whole")
  for ((seed = 100; seed < 100 + $1; ++seed)); do
    name=${2%%:*}-$3-$5-$seed
    search "$name" --space nb201 --data "$digits" --channels 4 --cells 1 --image-batch 32 --images "$(trained_on 500)" \
      --validation "$(trained_on 500)" --strategy "$2" --estimator "$3" --budget "$4" --epochs "$5" --seed "$seed" "${longer[@]}"
    accuracies+=("$(sed -n 's/^ *test \([0-9.]*\)% .*/\1/p' "$out/searches/$name.txt")")
  done
  printf '| %s | %s | %d | %d |%s %s |\n' "$2" "$3" "$4" "$5" "$(printf ' %s |' "${accuracies[@]}")" \
    "$(printf '%s\n' "${accuracies[@]}" | awk '{ sum += $1 } END { printf "%.1f", sum / NR }')" >>"$out/table.md.part"
}
