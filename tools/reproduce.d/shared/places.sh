# Paths of data and published victims. Call these functions in a separate assignment (x=$(data_set mnist)), so that a failure ends the experiment.

# data_set NAME: prints the path of mnist, cifar10 or imagenet224.
data_set() {
  [ -n "$data" ] || fail "--data: must name the folder of the data ($1 is needed)"
  [ -e "$data/$1" ] || fail "--data: $data has no $1"
  printf '%s' "$data/$1"
}

# data_set_or_name NAME: prints the path if --data has the set; else the name, for sets that are in a Debian package.
data_set_or_name() { if [ -n "$data" ] && [ -e "$data/$1" ]; then printf '%s' "$data/$1"; else printf '%s' "$1"; fi; }

# graph_set NAME: prints the path of a set of the TU collection.
graph_set() {
  [ -n "$data" ] || fail "--data: must name the folder of the TU data sets ($1 is needed)"
  local place
  for place in "$data/$1.zip" "$data/$1" "$data/tu/$1.zip" "$data/tu/$1"; do
    if [ -e "$place" ]; then
      printf '%s' "$place"
      return
    fi
  done
  fail "--data: neither $data nor $data/tu has $1.zip or a folder $1"
}

# check_sets A,B: ends the experiment at its start if one of these sets is missing.
check_sets() {
  local name place
  for name in ${1//,/ }; do place=$(graph_set "$name") || exit; done
}

# published FILE: prints the path of a victim that was trained elsewhere.
published() {
  [ -n "$models" ] || fail "--models: must name the folder of the published victims ($1 is needed)"
  [ -e "$models/$1" ] || fail "--models: $models has no $1; docs/results/README.md describes it"
  printf '%s' "$models/$1"
}

# find_published_victims: sets mnist, cifar (data) and mnist_victim, cifar_victim (published classifiers), which the caller declares.
find_published_victims() {
  mnist=$(data_set mnist)
  cifar=$(data_set cifar10)
  mnist_victim=$(published mnist_carlini_bayesopt.pt)
  cifar_victim=$(published cifar10_resnet20_akamaster.pt)
}
