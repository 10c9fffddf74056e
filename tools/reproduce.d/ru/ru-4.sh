about="PLAyBOOK: workers that do not wait, with the settings of the thesis (Ru 2021, chapter 4, tables A.3 to A.5, figure 4.7)"
takes="an hour on one core, ten times as long with the 30 seeds of the thesis; needs programs of the benchmarks, -DBORA_BUILD_BENCHMARKS=ON"
default_seeds=3

# trainers WORKERS: makes figure 4.7: tunes nine hyper-parameters of a network for CIFAR-10 with each policy, and prints the best error of each
# seed. Its heading is $trainers.
trainers() {
  local policy seed folder resume method place=$out/trainers
  mkdir -p "$place"
  {
    printf '[lr]\ntype = "log"\nbounds = [1e-4, 1e-1]\n[momentum]\ntype = "real"\nbounds = [0, 0.99]\n'
    printf '[batch]\ntype = "log-integer"\nbounds = [16, 256]\n'
    printf '[f%d]\ntype = "log-integer"\nbounds = [4, 32]\n' 1 2 3 4 5 6
  } >"$place/nine.toml"
  printf '### %s, %d workers\n\n| policy | least error of each seed |\n|---|---|\n' "$trainers" "$1" >>"$out/table.md.part"
  for policy in believer thompson lp hlp local-lp local-hlp; do
    method=(--acquisition ucb --pending "$policy")
    [ $policy != thompson ] || method=(--acquisition thompson --optimiser bayes:points=10000)
    printf '| %s |' $policy >>"$out/table.md.part"
    for ((seed = 0; seed < seeds; ++seed)); do
      folder=$place/$policy-$1-$seed
      if [ ! -e "$folder.txt" ]; then
        if [ -e "$folder/run.sqlite" ]; then resume=(--resume); else
          resume=(--space "$place/nine.toml" --minimise --workers "$1" --asynchronous --budget "$(queries 50)" --seed "$seed" "${method[@]}")
        fi
        run "$bin/bo-opt" "${resume[@]}" "${quiet[@]}" --out "$folder" -- "$bin/cnn_trial" --data "$data/cifar10" \
          --images "$(trained_on 2000)" --epochs "$(passes 5)" --lr '{lr}' --momentum '{momentum}' --batch '{batch}' \
          --filters '{f1},{f2},{f3},{f4},{f5},{f6}' >"$folder.txt.part"
        mv "$folder.txt.part" "$folder.txt"
      fi
      sed -n 's/^best *\([0-9.e-]*\) .*/ \1/p' "$folder.txt" | tr -d '\n' >>"$out/table.md.part"
    done
    echo ' |' >>"$out/table.md.part"
  done
  echo >>"$out/table.md.part"
}

reproduce() {
  local options workers trainers='Nine hyper-parameters of a network of six convolutions (figure 4.7)'
  options=(--policies believer,thompson,lp,local-lp,hlp,local-hlp --seeds "100-$((99 + seeds))" --evaluations "$(queries 100)")
  begin_table
  if [ ! -x "$bin/cnn_trial" ]; then
    skip_part "$trainers" "$(not_built cnn_trial)"
  elif [ ! -e "$data/cifar10" ]; then
    skip_part "$trainers" "--data has no cifar10"
  else
    for workers in 2 4; do trainers $workers; done
  fi
  benchmark asynchronous "Log regret, asynchronous (tables A.3 to A.5)" async_study "${options[@]}" --workers 2,4,6,8,16 \
    --problems ack-10,ack-5,egg-2,mat-2,mat-6,mic-10,mic-5,nrobot-4 --out "$out/asynchronous.csv"
  benchmark modes "Asynchronous and in batches (figures 4.4, 4.5, A.6, A.7)" async_study "${options[@]}" --workers 4,16 \
    --problems ack-5,ack-10 --modes asynchronous,synchronous --out "$out/modes.csv"
  end_table
}
