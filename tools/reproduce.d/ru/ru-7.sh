about="NAS-BOWL, figures 7.4, 7.5, 7.7, 7.8, 7.10, 7.11 and motifs of Ru 2021, on NAS-Bench-201 and 500 cells of NAS-Bench-101"
takes="half an hour on one core"
default_seeds=20

# Standard deviation of the noise in figure 7.8, in percentage points. The table has means over trainings, so noise is added.
noise=0.25

reproduce() {
  local nb201 nb101 size
  nb201=$(nas_table nasbench201.csv)
  nb101=$(nas_table zc_nasbench101_500.json)
  local cifar10=(--objective c10_xvalid_200 --pathless in)
  local rivals=nas-bowl,nas-bowl:drawn=1,local,evolution,tpe,random
  local ablation=nas-bowl:drawn=0,nas-bowl:drawn=1,nas-bowl:drawn=1:acquisition=ucb,nas-bowl:drawn=1:h=0
  begin_table
  study 7.7-nb201 "Figure 7.7, NAS-Bench-201, CIFAR-10" nb201 "$nb201" "$rivals" "${cifar10[@]}"
  study 7.7-nb101 "Figure 7.7, 500 cells of NAS-Bench-101" nb101 "$nb101" "$rivals"
  study 7.8-nb201 "Figure 7.8, NAS-Bench-201, CIFAR-10: noisy observations" nb201 "$nb201" "$rivals" "${cifar10[@]}" --noise "$noise"
  study 7.8-nb101 "Figure 7.8, 500 cells of NAS-Bench-101: noisy observations" nb101 "$nb101" "$rivals" --noise "$noise"
  study 7.10-nb101 "Figure 7.10, 500 cells of NAS-Bench-101: P" nb101 "$nb101" \
    nas-bowl:candidates=50,nas-bowl:candidates=100,nas-bowl:candidates=200,nas-bowl:candidates=400
  study 7.10-nb201 "P on NAS-Bench-201, CIFAR-10" nb201 "$nb201" \
    nas-bowl:candidates=50,nas-bowl:candidates=100,nas-bowl:candidates=200,nas-bowl:candidates=400 "${cifar10[@]}"
  study 7.11-nb201 "Figure 7.11, NAS-Bench-201, CIFAR-10: mutation, random, UCB, VH" nb201 "$nb201" "$ablation" "${cifar10[@]}"
  study 7.11-nb101 "Figure 7.11, 500 cells of NAS-Bench-101: mutation, random, UCB, VH" nb101 "$nb101" "$ablation"
  # Motifs of one search on CIFAR-10, as in TL of figure 7.7. Always 150 evaluations, since few evaluations have no motif in common.
  evaluations=150 study base "The search that motifs are learnt from, NAS-Bench-201, CIFAR-10" nb201 "$nb201" nas-bowl "${cifar10[@]}"
  local score
  for score in mean printed; do
    study "motifs-$score-c100" "Motifs, --motif-score $score, CIFAR-100" nb201 "$nb201" nas-bowl,nas-bowl:motifs=yes,nas-bowl:motifs=updated \
      --objective c100_test_200 --pathless in --motifs "$out/studies/base/results.csv" --motif-score "$score"
    study "motifs-$score-in16" "Motifs, --motif-score $score, ImageNet16-120" nb201 "$nb201" nas-bowl,nas-bowl:motifs=yes,nas-bowl:motifs=updated \
      --objective in16_test_200 --pathless in --motifs "$out/studies/base/results.csv" --motif-score "$score"
    benchmark "7.2-$score" "Figure 7.2, score $score" motif_study --space nb201 --table "$nb201" \
      --objectives c10_xvalid_200,c100_test_200,in16_test_200 --seeds "100-$((99 + seeds))" --score "$score"
  done
  for size in 20 50 100 200; do
    benchmark "7.4-nb201-$size" "Figure 7.4, NAS-Bench-201, CIFAR-10, $size architectures" ranking_study --space nb201 --table "$nb201" \
      --objective c10_xvalid_200 --models wl,otmann,path,gnn --train "$size" --seeds "100-$((99 + seeds))"
    benchmark "7.4-nb101-$size" "Figure 7.4, 500 cells of NAS-Bench-101, $size architectures" ranking_study --space nb101 --table "$nb101" \
      --models wl,otmann,path,gnn --train "$size" --test 300 --seeds "100-$((99 + seeds))"
  done
  benchmark 7.5-nb201 "Figure 7.5, NAS-Bench-201: H" ranking_study --space nb201 --table "$nb201" --objective c10_xvalid_200 \
    --models wl,wl-0,wl-1,wl-2,wl-3 --seeds "100-$((99 + seeds))"
  benchmark 7.5-nb101 "Figures 7.5 and 7.6, 500 cells of NAS-Bench-101: H; $out/7.6.csv has predictions" ranking_study --space nb101 \
    --table "$nb101" --models wl-0,wl-1,wl-2,wl-3,wl --seeds "100-$((99 + seeds))" --predictions "$out/7.6.csv"
  end_table
}
