#include "tools/report/figures/published.h"

#include <algorithm>

namespace bora {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

Options every_target(const char* images, const char* epsilon) {
  return {{"images", images}, {"targets", "all"}, {"eps", epsilon}, {"budget", "1000"}};
}

}  // namespace

const std::vector<PublishedTable>& published_tables() {
  // {spec, name, success in %, queries: max, median, mean, its error, L2 per pixel, its error}
  static const std::vector<PublishedTable> tables = {
      {"ru-6.1",
       "Ru 2021, table 6.1: 50 MNIST images, d^r 14x14x1",
       every_target("50", "0.3"),
       {{"addgp-bo:side=14", "ADDGP-BO", 97, 829, 46, 95, 6, 6.81e-3, 3.12e-5},
        {"gp-bo-auto", "GP-BO-auto-d^r", 98, 833, 75, 121, 6, 6.89e-3, 5.55e-5},
        {"gp-bo:side=14", "GP-BO", 82, 899, 42, 77, 5, 7.15e-3, 4.17e-5},
        {"genattack:side=14", "GenAttack", 92, 986, 146, 217, 9, 6.66e-3, 2.81e-5},
        {"autozoom:as=paper:side=14", "AutoZOOM", 99, 998, 229, 265, 9, 5.05e-3, 7.71e-5},
        {"zoo:as=paper", "ZOO", 1, 256, 128, 128, 64, 2.78e-3, 3.53e-5}}},
      {"ru-6.2",
       "Ru 2021, table 6.2: 50 CIFAR-10 images, d^r 14x14x3",
       every_target("50", "0.05"),
       {{"addgp-bo:side=14", "ADDGP-BO", 87, 885, 154, 222, 10, 5.87e-4, 3.22e-6},
        {"gp-bo-auto", "GP-BO-auto-d^r", 87, 891, 159, 234, 10, 5.96e-4, 5.00e-6},
        {"gp-bo:side=14", "GP-BO", 72, 899, 141, 190, 8, 5.78e-4, 4.67e-6},
        {"genattack:side=14", "GenAttack", 68, 991, 246, 329, 14, 7.38e-4, 4.14e-6},
        {"autozoom:as=paper:side=14", "AutoZOOM", 38, 896, 102, 154, 11, 9.97e-4, 1.53e-5},
        {"zoo:as=paper", "ZOO", 4, 768, 256, 369, 57, 1.77e-4, 1.16e-5}}},
      {"ru-6.3",
       "Ru 2021, table 6.3: 50 ImageNet images, one random target each, d^r 48x48x3 enlarged through 96x96",
       {{"images", "50"}, {"targets", "random"}, {"eps", "0.05"}, {"budget", "2000"}},
       {{"addgp-bo:side=48:through=96:groups=27", "ADDGP-BO", 60, 1985, 1247, 1206, 90, 1.74e-4, 1.89e-6},
        {"gp-bo-auto:through=96", "GP-BO-auto-d^r", 32, 1999, 922, 938, 128, 1.96e-4, 8.07e-6},
        {"gp-bo:side=48:through=96", "GP-BO", 16, 1947, 1113, 1232, 162, 1.62e-4, 7.94e-6},
        {"genattack:side=48:through=96", "GenAttack", 12, 1971, 1354, 1266, 259, 2.03e-4, 9.81e-6},
        {"autozoom:as=paper", "AutoZOOM", 2, 1451, 1451, 1451, 0, 1.21e-5, 0}}},
      {"ru-6.4",
       "Ru 2021, table 6.4: 20 CIFAR-10 images, d^r 14x14x3, how the decomposition is learnt",
       every_target("20", "0.05"),
       {{"addgp-bo:side=14:decomposition=evidence", "ADDGP-BO-LD", 94, 885, 134, 212, 16, 5.78e-4, 5.32e-6},
        {"addgp-bo:side=14:decomposition=change", "ADDGP-BO-FD", 87, 899, 143, 196, 14, 5.05e-4, 4.52e-6}}},
      {"ru-a.6",
       "Ru 2021, table A.6: 7 MNIST images, three search dimensions",
       every_target("7", "0.3"),
       {{"gp-bo:side=14", "GP-BO", 92, 899, 53, 119, 28, 7.01e-3, 1.13e-4},
        {"addgp-bo:side=14", "ADDGP-BO", 98, 584, 34, 67, 13, 6.50e-3, 8.39e-5},
        {"autozoom:as=paper:side=14", "AutoZOOM", 97, 892, 186, 247, 27, 5.10e-3, 1.92e-4},
        {"genattack:side=14", "GenAttack", 97, 976, 184, 239, 22, 5.56e-3, 9.25e-5},
        {"gp-bo:side=16", "GP-BO", 97, 400, 50, 80, 12, 7.08e-3, 1.09e-4},
        {"addgp-bo:side=16", "ADDGP-BO", 100, 540, 42, 72, 12, 6.49e-3, 9.41e-5},
        {"autozoom:as=paper:side=16", "AutoZOOM", 98, 812, 251, 295, 28, 5.98e-3, 2.03e-4},
        {"genattack:side=16", "GenAttack", 97, 928, 202, 237, 19, 5.61e-3, 8.58e-5},
        {"gp-bo:side=28", "GP-BO", 98, 430, 201, 225, 11, 8.71e-3, 1.94e-4},
        {"addgp-bo:side=28", "ADDGP-BO", 100, 666, 57, 100, 15, 9.71e-3, 1.12e-4},
        {"autozoom:as=paper:side=28", "AutoZOOM", 98, 860, 185, 244, 27, 1.01e-2, 1.63e-4},
        {"genattack:side=28", "GenAttack", 83, 976, 365, 399, 33, 6.26e-3, 6.69e-5}}},
      {"ru-a.7",
       "Ru 2021, table A.7: 27 CIFAR-10 images, three search dimensions",
       every_target("27", "0.05"),
       {{"gp-bo:side=8", "GP-BO", 52, 314, 48, 70, 13, 5.78e-4, 1.44e-5},
        {"addgp-bo:side=8", "ADDGP-BO", 75, 899, 140, 234, 33, 5.55e-4, 8.46e-6},
        {"autozoom:as=paper:side=8", "AutoZOOM", 56, 382, 126, 139, 17, 9.58e-4, 2.66e-5},
        {"genattack:side=8", "GenAttack", 67, 671, 236, 286, 32, 7.40e-4, 1.30e-5},
        {"gp-bo:side=14", "GP-BO", 81, 899, 142, 192, 11, 5.74e-4, 6.96e-6},
        {"addgp-bo:side=14", "ADDGP-BO", 90, 885, 141, 213, 15, 5.79e-4, 5.16e-6},
        {"autozoom:as=paper:side=14", "AutoZOOM", 42, 376, 95, 133, 12, 9.82e-4, 1.95e-5},
        {"genattack:side=14", "GenAttack", 75, 971, 251, 321, 21, 7.35e-4, 6.92e-6},
        {"gp-bo:side=16", "GP-BO", 83, 785, 280, 292, 22, 5.34e-4, 1.43e-5},
        {"addgp-bo:side=16", "ADDGP-BO", 87, 878, 168, 229, 29, 5.76e-4, 8.93e-6},
        {"autozoom:as=paper:side=16", "AutoZOOM", 3, 298, 170, 170, 90, 7.50e-4, 1.35e-5},
        {"genattack:side=16", "GenAttack", 79, 986, 281, 339, 36, 7.36e-4, 1.55e-5}}}};
  return tables;
}

const PublishedResult* PublishedTable::find(const std::string& attack) const {
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const auto& each) { return each.attack == attack; });
  return row == rows.end() ? nullptr : &*row;
}

const PublishedTable* find_published_table(const std::string& protocol) {
  const auto& tables = published_tables();
  const auto table =
      std::find_if(tables.begin(), tables.end(), [&](const auto& each) { return each.protocol == protocol; });
  return table == tables.end() ? nullptr : &*table;
}

}  // namespace bora
