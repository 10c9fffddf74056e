about="MNIST, table 6.1 of Ru 2021: 50 images, all targets, each attack as printed and tuned"
takes="days: as=paper fits as printed, see --images, --targets, --budget and --attacks"
default_seeds=1

reproduce() { published_table ru-6.1 mnist_carlini_bayesopt.pt mnist 50; }
