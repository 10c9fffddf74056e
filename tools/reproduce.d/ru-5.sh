about="CoCaBO and Casmopolitan over categories and numbers (Ru 2021, chapter 5)"
takes="half a day on one core with 20 seeds"
default_seeds=20

reproduce() {
  local options rivals=tpe,forest,one-hot,random boston mnist cells
  boston=$(data_set uci/bostonHousing)
  mnist=$(data_set mnist)
  cells=$(data_set nas/zc_nasbench101_500.json)
  options=(--seeds "$(reported_seeds)" --budget "$(queries 200)" --out "$out/study.csv")
  begin_table
  study "Log likelihoods (table 5.3)" model_study --seeds "$(reported_seeds)"
  study "One at a time (figures 5.4, 5.7, 5.8)" optimiser_study "${options[@]}" \
    --problems "func2c,func3c,ackley5c,contamination,pest,maxsat60,ackley53c,svm-boston:$boston,xg-mnist:$mnist,nas-cifar10:$cells" \
    --optimisers cocabo,cocabo:0.5,casmopolitan,casmopolitan:as=paper,$rivals
  study "Ablation (figure 5.9)" optimiser_study "${options[@]}" --problems pest,ackley53c,pest80 \
    --optimisers one-hot,one-hot-region:as=paper,casmopolitan:as=paper:region=no:kernel=overlap,casmopolitan:as=paper:region=no,casmopolitan:as=paper
  study "Batches of four (figure 5.5)" optimiser_study --batch 4 --seeds "$(reported_seeds)" --budget "$(queries 320)" --out "$out/batches.csv" \
    --problems "func2c,func3c,ackley5c,svm-boston:$boston,xg-mnist:$mnist,nas-cifar10:$cells" --optimisers cocabo,cocabo:0,cocabo:0.5,cocabo:1,tpe,one-hot,random
  end_table
}
