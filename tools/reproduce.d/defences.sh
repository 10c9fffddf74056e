about="defences around the published CIFAR-10 victim: none, JPEG, fewer bits, random noise and misleading scores (AAA), against bo, square and rays"
takes="an hour"
default_seeds=1
points=10,50,100,1000

reproduce() {
  local cifar victim
  cifar=$(data_set cifar10)
  victim=$(published cifar10_resnet20_akamaster.pt)
  begin_table
  behind none "no defence" "$victim" "$cifar"
  behind jpeg:75 "JPEG of quality 75" "$victim" "$cifar"
  behind bits:5 "5 bits of a pixel value" "$victim" "$cifar"
  behind rnd:0.02 "Gaussian noise of 0.02 on every query, a success in 3 of 5 answers" "$victim" "$cifar"
  behind aaa:4 "misleading scores (AAA)" "$victim" "$cifar"
  end_table
}

# behind DEFENCE HEADING MODEL DATA: makes untargeted attacks with 1,000 queries per image.
behind() {
  local name=${1//:/-} heading=$2 seed runs=()
  for ((seed = 0; seed < seeds; ++seed)); do
    attack "$name-$seed" --model "$3" --data "$4" --defence "$1" --eps 8/255 --skip "$skip" --images "$(at_most 50)" \
      --budget "$(queries 1000)" --attack bo,square,rays --checks none --seed "$seed"
    runs+=("$out/runs/$name-$seed")
  done
  pool "$name" "$heading" "${runs[@]}"
}
