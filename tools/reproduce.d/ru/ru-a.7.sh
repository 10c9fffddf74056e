about="CIFAR-10, table A.7 of Ru 2021: d^r of 8, 14 and 16, 27 images, each attack as printed and tuned"
takes="days: as=paper fits as printed, see --images, --targets, --budget and --attacks"
default_seeds=1

reproduce() { published_table ru-a.7 cifar10_resnet20_akamaster.pt cifar10 27; }
