about="MNIST, table A.6 of Ru 2021: d^r of 14, 16 and 28, 7 images, each attack as printed and tuned"
takes="days: as=paper fits as printed, see --images, --targets, --budget and --attacks"
default_seeds=1

reproduce() { published_table ru-a.6 mnist_carlini_bayesopt.pt mnist 7; }
