about="CIFAR-10, table 6.4 of Ru 2021: decomposition of addgp-bo by evidence and by change, 20 images"
takes="days: as=paper fits as printed, see --images, --targets, --budget and --attacks"
default_seeds=1

reproduce() { published_table ru-6.4 cifar10_resnet20_akamaster.pt cifar10 20; }
