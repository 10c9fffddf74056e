// The settings of one attack, as typed behind its name: "simba:basis=dct:step=0.2".
#pragma once

#include <map>
#include <string>
#include <vector>

namespace bora {

struct SettingDescription {
  std::string key, fallback, valid, meaning;
};

/// Reader of an attack spec, which is written `name[:key=value]...`. Each attack reads its settings by key,
/// and the same calls describe the settings, so that checking, help and use cannot drift apart.
class AttackSettings {
 public:
  /// Throws InputError for a spec that is not of the form above or sets a key twice.
  explicit AttackSettings(const std::string& spec);

  const std::string& attack() const { return attack_; }

  /// Overwrites `value` with the setting `key` if it was given. Throws InputError naming the valid range.
  void read(const std::string& key, double& value, double smallest, double largest,
            const std::string& meaning);
  void read(const std::string& key, int& value, int smallest, int largest, const std::string& meaning);
  void read(const std::string& key, bool& value, const std::string& meaning);  ///< yes | no
  /// Reads a setting that is one of several words.
  void read(const std::string& key, std::string& value, const std::vector<std::string>& valid,
            const std::string& meaning);

  /// Reads the setting `as`, and returns whether `paper` was asked for instead of the tuned values. `paper`:
  /// the settings that it stands for; settings typed beside it take precedence.
  bool read_as_paper(const std::string& paper);

  /// Throws InputError if a key was given that no call has read, naming the nearest valid one.
  void finish() const;

  /// Returns the settings read so far, with their default values.
  const std::vector<SettingDescription>& descriptions() const { return descriptions_; }

 private:
  const std::string* find(const std::string& key) const;
  void describe(const std::string& key, std::string fallback, std::string valid, const std::string& meaning);

  std::string attack_;
  std::map<std::string, std::string> values_;
  std::vector<SettingDescription> descriptions_;
};

}  // namespace bora
