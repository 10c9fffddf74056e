about="bo and ten rivals that see scores, each with its own settings, on the two published victims, images 201 and later"
takes="about 2 hours, estimated"
default_seeds=1

reproduce() {
  local mnist cifar mnist_victim cifar_victim
  local rivals=bo,square,sign-hunter,parsimonious,simba,genattack,bandits,nes,autozoom,zoo,random
  find_published_victims
  begin_table
  compare_on mnist-0.3 "MNIST, 0.3" "$mnist_victim" "$mnist" 0.3 "$rivals" 20 100
  compare_on cifar-0.05 "CIFAR-10, 0.05" "$cifar_victim" "$cifar" 0.05 "$rivals" 20 100
  end_table
}
