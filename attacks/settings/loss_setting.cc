#include "attacks/settings/loss_setting.h"

namespace bora::attacks {

void read_loss(AttackSettings& settings, Loss& loss, const std::string& meaning) {
  std::string name = to_string(loss);
  settings.read("loss", name, {"margin", "cross-entropy", "log-odds"}, meaning);
  loss = parse_loss(name);
}

void read_loss(AttackSettings& settings, std::optional<Loss>& loss) {
  std::string name = loss ? to_string(*loss) : "auto";
  settings.read("loss", name, {"auto", "margin", "cross-entropy", "log-odds"},
                "what to raise; auto: margin untargeted, cross-entropy targeted");
  loss = name == "auto" ? std::nullopt : std::optional(parse_loss(name));
}

}  // namespace bora::attacks
