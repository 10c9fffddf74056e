about="bo and Square Attack in L2 by the published protocol of Square Attack on CIFAR-10: epsilon 0.5, off the 8-bit grid, untargeted"
takes="about half an hour"
default_seeds=3

reproduce() {
  local cifar victim seed runs=() points=10,25,50,100,200,500
  cifar=$(data_set cifar10)
  victim=$(published cifar10_resnet20_akamaster.pt)
  begin_table
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "cifar-$seed" --model "$victim" --data "$cifar" --norm l2 --eps 0.5 --continuous --skip "$skip" --images "$(at_most 100)" \
      --untargeted --budget "$(queries 500)" --attack bo,square,square:as=paper --checks none --store summary --seed "$seed"
    runs+=("$out/runs/cifar-$seed")
  done
  pool cifar "CIFAR-10, ResNet-20, 0.5 in L2, untargeted" "${runs[@]}"
  end_table
}
