about="training-speed estimation, figures 8.3 and 8.10 and table 8.2 of Ru 2021, on 200 cells of NAS-Bench-201 trained on digits"
takes="an hour and a half on one core"
default_seeds=3

reproduce() {
  local digits small
  digits=$(data_set_or_name digits)
  small=(--space nb201 --data "$digits" --channels 4 --cells 1 --epochs "$(passes 8)" --image-batch 32 --images "$(trained_on 1500)")
  begin_table
  search cells "${small[@]}" --validation "$(trained_on 500)" --strategy random --budget "$(at_most 200)" --seed 300
  if [ "$(at_most 200)" -lt 12 ]; then
    printf 'Skipped: correlations need 12 cells.\n' >>"$out/table.md.part"
    end_table
    return
  fi
  benchmark speed "Figures 8.3 and 8.10 to 8.12: rank correlation by epoch" speed_study "$out/searches/cells"
  local epochs_of_net
  for epochs_of_net in 12 60; do
    benchmark "one-shot-$epochs_of_net" "Table 8.2: a supernet of $epochs_of_net epochs" one_shot_study --search "$out/searches/cells" \
      --seeds "0-$((seeds - 1))" --supernets random,multi --epochs "$(passes "$epochs_of_net")" --batches 100
  done
  end_table
}
