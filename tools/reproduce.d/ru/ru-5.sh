about="CoCaBO and Casmopolitan over categories and numbers (Ru 2021, chapter 5)"
takes="a day on one core with 20 seeds; needs programs of the benchmarks, -DBORA_BUILD_BENCHMARKS=ON"
default_seeds=20

# find_problems: sets of_data to those of SVM-Boston, XG-MNIST and NAS-CIFAR10 whose data are in --data, each after a comma.
find_problems() {
  local pair
  for pair in svm-boston:uci/bostonHousing xg-mnist:mnist nas-cifar10:nas/zc_nasbench101_500.json; do
    if [ -e "$data/${pair#*:}" ]; then
      of_data+=,${pair%%:*}:$data/${pair#*:}
    else
      skip_part "${pair%%:*} (figures 5.4, 5.5, 5.7 and 5.8)" "--data has no ${pair#*:}"
    fi
  done
}

reproduce() {
  local options of_data='' paper=casmopolitan:as=paper
  options=(--seeds "100-$((99 + seeds))" --budget "$(queries 200)" --out "$out/study.csv")
  begin_table
  find_problems
  benchmark models "Log likelihoods (table 5.3)" model_study --seeds "100-$((99 + seeds))"
  benchmark sequential "One at a time (figures 5.4, 5.7, 5.8)" optimiser_study "${options[@]}" \
    --problems "func2c,func3c,ackley5c,contamination,pest,maxsat60,ackley53c$of_data" \
    --optimisers cocabo,cocabo:0.5,casmopolitan,$paper,tpe,forest,one-hot,random
  benchmark combo "COMBO (figure 5.7)" optimiser_study "${options[@]}" \
    --problems contamination,pest,maxsat60 --optimisers combo:as=paper
  benchmark bocs "BOCS (figure 5.7)" optimiser_study "${options[@]}" --problems contamination,pest --optimisers bocs:as=paper
  benchmark ablation "Ablation (figure 5.9)" optimiser_study "${options[@]}" --problems pest,ackley53c,pest80 \
    --optimisers one-hot,one-hot-region,$paper:region=no:kernel=overlap,$paper:region=no,$paper
  benchmark batches "Batches of four (figure 5.5)" optimiser_study --batch 4 --seeds "100-$((99 + seeds))" --budget "$(queries 320)" \
    --problems "func2c,func3c,ackley5c$of_data" --optimisers cocabo,cocabo:0,cocabo:0.5,cocabo:1,tpe,one-hot,random --out "$out/batches.csv"
  end_table
}
