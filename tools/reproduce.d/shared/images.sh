# Attacks on classifiers of images. Like published code, they may leave the 8-bit grid. They begin with the 201st image that is classified
# correctly (or as --skip states), since constants were chosen on the first hundred.

# Query budget of an instance. An experiment may set another one, like `points` of tables.sh.
most_queries=1000

# compare_on NAME HEADING MODEL DATA EPSILON ATTACKS TARGETED UNTARGETED [OPTION...]: attacks this number of images targeted and untargeted
# (0: none) with every seed, and adds two parts to the table.
compare_on() {
  local name=$1 heading=$2 targeted=$7 untargeted=$8 seed
  local common=(--model "$3" --data "$4" --eps "$5" --continuous --skip "$skip" --budget "$(queries "$most_queries")" --attack "$6" "${@:9}")
  local of_targeted=() of_untargeted=()
  for ((seed = 0; seed < seeds; ++seed)); do
    if [ "$targeted" -gt 0 ]; then
      attack "$name-targeted-$seed" "${common[@]}" --images "$(at_most "$targeted")" --targets all --seed "$seed"
      of_targeted+=("$out/runs/$name-targeted-$seed")
    fi
    if [ "$untargeted" -gt 0 ]; then
      attack "$name-untargeted-$seed" "${common[@]}" --images "$(at_most "$untargeted")" --untargeted --seed "$seed"
      of_untargeted+=("$out/runs/$name-untargeted-$seed")
    fi
  done
  if [ "$targeted" -gt 0 ]; then pool "$name-targeted" "$heading, targeted (all other classes)" "${of_targeted[@]}"; fi
  if [ "$untargeted" -gt 0 ]; then pool "$name-untargeted" "$heading, untargeted" "${of_untargeted[@]}"; fi
}

# tables_of_runs NAME: makes the table of the runs NAME-SEED, and a CSV with one line per instance for each.
tables_of_runs() {
  local seed
  begin_table
  for ((seed = 0; seed < seeds; ++seed)); do
    cat "$out/runs/$1-$seed/table.md" >>"$out/table.md.part"
    cp "$out/runs/$1-$seed/results.csv" "$out/$1-$seed.csv"
  done
  end_table
}

# runs_of_thesis NAME MODEL SET IMAGES OPTION...: runs attacks of Ru 2021 on a published victim with each seed, and makes their tables.
runs_of_thesis() {
  local victim set seed
  victim=$(published "$2")
  set=$(data_set "$3")
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "$1-$seed" --model "$victim" --data "$set" --images "$(at_most "$4")" --skip "$skip" --budget "$(queries 1000)" --seed "$seed" "${@:5}"
  done
  tables_of_runs "$1"
}

# published_table PROTOCOL MODEL SET IMAGES: makes the rows of a published table, with settings as printed and as tuned, beside the published
# figures.
published_table() { runs_of_thesis "$@" --protocol "$1" ${targets:+--targets "$targets"} ${only:+--attack "$only"}; }
