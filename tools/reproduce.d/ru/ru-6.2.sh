about="CIFAR-10, table 6.2 of Ru 2021: 50 images, all targets, each attack as printed and tuned"
takes="days: as=paper fits as printed, see --images, --targets, --budget and --attacks"
default_seeds=1

reproduce() { published_table ru-6.2 cifar10_resnet20_akamaster.pt cifar10 50; }
