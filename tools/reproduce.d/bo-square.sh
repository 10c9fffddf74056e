about="bo and Square Attack on two published victims of MNIST and CIFAR-10, images 201 and later"
takes="a quarter of an hour"
default_seeds=3

reproduce() {
  local mnist cifar mnist_victim cifar_victim
  find_published_victims
  begin_table
  compare_on mnist-0.3 "MNIST, 0.3" "$mnist_victim" "$mnist" 0.3 bo,square 40 100
  compare_on cifar-0.05 "CIFAR-10, 0.05" "$cifar_victim" "$cifar" 0.05 bo,square 40 100
  compare_on cifar-8-255 "CIFAR-10, 8/255" "$cifar_victim" "$cifar" 8/255 bo,square 40 100
  end_table
}
