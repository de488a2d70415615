// SPDX-License-Identifier: AGPL-3.0-or-later
// The example file and the JSON schema say what the reader does.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "codecs/codec.h"
#include "tests/unit/call/config_test_support.h"

namespace ptimed {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;

constexpr char kExample[] = "config/ptimed.yaml";
constexpr char kCommentedCalls[] = "# calls:\n";
constexpr char kNoCalls[] = "calls: []\n";

/// The example with its commented calls put in, as it tells people to.
std::string example_with_calls() {
  std::string text = file_text(kExample);
  const size_t none = text.find(kNoCalls);
  text.erase(none, sizeof kNoCalls - 1);
  size_t line = text.find(kCommentedCalls);
  while (line < text.size()) {
    text.erase(line, 2);
    line = std::min(text.find('\n', line), text.size()) + 1;
  }
  return text;
}

Json schema() { return Json::parse(file_text("config/schema/ptimed.schema.json")); }

TEST(ExampleFile, ShowsTheDaemonsDefaults) {
  EXPECT_EQ(config_of(file_text(kExample)), DaemonConfig{});
}

TEST(ExampleFile, ShowsTheDefaultsOfACall) {
  const DaemonConfig shown = config_of(example_with_calls());
  const DaemonConfig bare = config_of(
      "calls:\n"
      "  - id: west\n"
      "    local: {address: 127.0.0.1, port: 20000}\n"
      "    remote: {address: 127.0.0.1, port: 20002}\n"
      "    policy: patent-2005\n"
      "  - id: east\n"
      "    local: {address: 127.0.0.1, port: 20002}\n"
      "    remote: {address: 127.0.0.1, port: 20000}\n");
  EXPECT_EQ(shown, bare);
}

TEST(ExampleFile, ItsCallsTalkToEachOther) {
  const auto calls = config_of(example_with_calls()).calls;
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].remote.port, calls[1].local.port);
  EXPECT_EQ(calls[1].remote.port, calls[0].local.port);
}

/// Property names below a schema, all the way down.
void collect_names(const Json& node, std::set<std::string>& names) {
  if (node.is_object() && node.contains("properties"))
    for (const auto& [name, value] : node["properties"].items()) names.insert(name);
  if (node.is_structured())
    for (const Json& child : node) collect_names(child, names);
}

TEST(ExampleFile, NamesEveryKey) {
  const std::string text = file_text(kExample);
  std::set<std::string> names;
  collect_names(schema(), names);
  EXPECT_GT(names.size(), 50u);
  for (const std::string& name : names)
    EXPECT_THAT(text, ::testing::ContainsRegex("(^|[^a-z_])" + name + ":"));
}

/// The keys the reader knows in the mapping that `opening` and `closing` enclose: it lists them for
/// an unknown one.
std::set<std::string> keys_read(const std::string& opening, const std::string& closing) {
  std::set<std::string> keys;
  const auto parsed = parse_config(opening + "{zzzzzzzz: 1}" + closing, "f");
  const auto* const found = std::get_if<Diagnostics>(&parsed);
  for (const Diagnostic& d : found ? *found : Diagnostics{}) {
    if (!d.key.ends_with("zzzzzzzz")) continue;
    std::string list = d.expected;
    if (const size_t last = list.rfind(" or "); last != std::string::npos)
      list.replace(last, 4, ", ");
    for (size_t at = 0; at < list.size();) {
      const size_t end = std::min(list.find(", ", at), list.size());
      keys.insert(list.substr(at, end - at));
      at = end + 2;
    }
  }
  return keys;
}

Json resolved(const Json& root, const Json& node) {
  if (!node.contains("$ref")) return node;
  const std::string pointer = node["$ref"].get<std::string>().substr(1);
  return root.at(Json::json_pointer(pointer));
}

/// Compares the keys of every closed mapping of the schema with those of the reader.
void compare_keys(const Json& root, const Json& reference, const std::string& opening,
                  const std::string& closing, int& compared) {
  const Json node = resolved(root, reference);
  if (node.contains("items"))
    compare_keys(root, node["items"], opening + '[', ']' + closing, compared);
  if (!node.contains("properties")) return;
  std::set<std::string> names;
  for (const auto& [name, child] : node["properties"].items()) {
    names.insert(name);
    compare_keys(root, child, opening + '{' + name + ": ", '}' + closing, compared);
  }
  EXPECT_EQ(keys_read(opening, closing), names) << opening;
  ++compared;
}

TEST(JsonSchema, HasTheReadersKeys) {
  const Json root = schema();
  int compared = 0;
  compare_keys(root, root, "", "", compared);
  EXPECT_EQ(compared, 3 + 2 + 2 * 9);  // top, log, network; defaults, call; nine mappings in each
}

TEST(JsonSchema, HasTheReadersNames) {
  const Json defs = schema().at("$defs");
  EXPECT_EQ(defs.at("codec").at("enum").get<std::vector<std::string>>(), codec_names());
  EXPECT_EQ(defs.at("policy_name").at("enum").get<std::vector<std::string>>(), policy_names());
  EXPECT_EQ(defs.at("dscp").at("oneOf").at(1).at("enum").get<std::vector<std::string>>(),
            dscp_names());
}

}  // namespace
}  // namespace ptimed
