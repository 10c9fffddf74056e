# Where data and published victims lie. Results of these are assigned to variables on lines of their own, so that a failure ends the experiment.

# data_set NAME: the path of mnist, cifar10, imagenet224.
data_set() {
  [ -n "$data" ] || fail "--data: say where the data lie ($1 is needed)"
  [ -e "$data/$1" ] || fail "--data: $data has no $1"
  printf '%s' "$data/$1"
}

# data_set_or_name NAME: likewise, or the name of data that Debian has a package of.
data_set_or_name() { if [ -n "$data" ] && [ -e "$data/$1" ]; then printf '%s' "$data/$1"; else printf '%s' "$1"; fi; }

# graph_set NAME: the path of a set of the TU collection.
graph_set() {
  [ -n "$data" ] || fail "--data: say where the TU data sets lie ($1 is needed)"
  local place
  for place in "$data/$1.zip" "$data/$1" "$data/tu/$1.zip" "$data/tu/$1"; do
    if [ -e "$place" ]; then
      printf '%s' "$place"
      return
    fi
  done
  fail "--data: neither $data nor $data/tu has $1.zip or a folder $1"
}

# check_sets A,B: ends the experiment before its first hour if one of these sets is missing.
check_sets() {
  local name place
  for name in ${1//,/ }; do place=$(graph_set "$name") || exit; done
}

# published FILE: the path of a victim that was trained elsewhere.
published() {
  [ -n "$models" ] || fail "--models: say where the published victims lie ($1 is needed)"
  [ -e "$models/$1" ] || fail "--models: $models has no $1; docs/results/README.md says what it is"
  printf '%s' "$models/$1"
}

# Sets mnist, cifar (data) and mnist_victim, cifar_victim (published classifiers of them), which the caller declares.
find_published_victims() {
  mnist=$(data_set mnist)
  cifar=$(data_set cifar10)
  mnist_victim=$(published mnist_carlini_bayesopt.pt)
  cifar_victim=$(published cifar10_resnet20_akamaster.pt)
}
