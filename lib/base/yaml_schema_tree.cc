// SPDX-License-Identifier: AGPL-3.0-or-later
// Text to tree. yaml-cpp's own node tree drops duplicate keys' order, expands aliases and gives no
// place to a key, so the tree is built from its events.
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <exception>
#include <sstream>

#include "lib/base/yaml_schema.h"

namespace ptimed {
namespace {

class TreeBuilder : public YAML::EventHandler {
 public:
  YamlNode take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    add(node(YamlNode::Kind::kNull, mark, "?"));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    YamlNode alias = node(YamlNode::Kind::kRefused, mark, "?");
    alias.scalar = "is an alias";
    add(std::move(alias));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                const std::string& value) override {
    YamlNode scalar = node(YamlNode::Kind::kScalar, mark, tag);
    if (scalar.kind == YamlNode::Kind::kScalar) scalar.scalar = value;
    add(std::move(scalar));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::kList, mark, tag);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::kMapping, mark, tag);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or mapping whose end has not come. `collects` outlives a refused kind, which keeps its
  /// contents apart.
  struct Open {
    YamlNode node;
    YamlNode::Kind collects;
    std::optional<YamlEntry> entry;  ///< the key that waits for its value
  };

  static YamlNode node(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag) {
    YamlNode made;
    made.kind = kind;
    made.line = mark.line + 1;
    made.column = mark.column + 1;
    if (!tag.empty() && tag != "?" && tag != "!") {  // "!": quoted
      made.kind = YamlNode::Kind::kRefused;
      made.scalar = "has the tag " + shown(tag);
    }
    return made;
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag) {
    if (open_.size() >= static_cast<size_t>(kMaxYamlDepth))
      throw YAML::ParserException(
          mark, "nested more than " + std::to_string(kMaxYamlDepth) + " levels deep");
    open_.push_back({node(kind, mark, tag), kind, std::nullopt});
  }

  void close() {
    YamlNode done = std::move(open_.back().node);
    open_.pop_back();
    add(std::move(done));
  }

  void add(YamlNode child) {
    if (open_.empty()) {
      root_ = std::move(child);
    } else if (Open& parent = open_.back(); parent.collects == YamlNode::Kind::kList) {
      parent.node.items.push_back(std::move(child));
    } else if (!parent.entry) {
      parent.entry = key_of(child);
    } else {
      parent.entry->value = std::move(child);
      parent.node.entries.push_back(*std::exchange(parent.entry, std::nullopt));
    }
  }

  static YamlEntry key_of(const YamlNode& key) {
    if (key.kind == YamlNode::Kind::kScalar) return {key.scalar, key.line, key.column, {}};
    YAML::Mark mark;
    mark.line = key.line - 1;
    mark.column = key.column - 1;
    throw YAML::ParserException(mark, "a key that is not a plain word");
  }

  YamlNode root_;
  std::vector<Open> open_;
};

/// Bytes of the UTF-8 character at the front (RFC 3629 section 4); 0 when it is none.
size_t utf8_length(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : 0u; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const size_t length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const unsigned second = byte(1);
  const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool surrogate = lead == 0xed && second > 0x9f;
  const bool beyond = lead == 0xf4 && second > 0x8f;
  return overlong || surrogate || beyond ? 0 : length;
}

bool is_control(char c) {
  const auto byte = static_cast<uint8_t>(c);
  return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7f;
}

/// Reports the first byte that no YAML text may hold. yaml-cpp would end the text there or replace
/// it unsaid.
bool is_clean(std::string_view text, YamlReport& report) {
  YamlPlace place{"", 1, 1};
  for (size_t i = 0; i < text.size();) {
    const size_t length = utf8_length(text.substr(i));
    if (length == 0 || is_control(text[i])) {
      report.add(place, length == 0 ? "not UTF-8" : "a control character", "UTF-8 text");
      return false;
    }
    const bool new_line = text[i] == '\n';
    place.line += new_line ? 1 : 0;
    place.column = new_line ? 1 : place.column + 1;
    i += length;
  }
  return true;
}

std::optional<YamlNode> build_tree(std::string_view text, YamlReport& report) {
  std::istringstream stream{std::string(text)};
  YAML::Parser parser(stream);
  TreeBuilder builder;
  if (!parser.HandleNextDocument(builder)) {
    report.add({}, "the file is empty");
    return std::nullopt;
  }
  YamlNode root = builder.take();
  if (root.kind == YamlNode::Kind::kNull) {
    report.add({}, "the file is empty");
    return std::nullopt;
  }
  TreeBuilder next;
  if (parser.HandleNextDocument(next)) {
    const YamlNode second = next.take();
    report.add({"", second.line, second.column}, "a second document", "one");
    return std::nullopt;
  }
  return root;
}

/// The first tab that indents one of the lines up to `last_line`: what most "illegal value" errors
/// come from.
std::optional<YamlPlace> find_indenting_tab(std::string_view text, int last_line) {
  for (int line = 1; line <= last_line; ++line) {
    const size_t content = text.find_first_not_of(' ');
    if (content != std::string_view::npos && text[content] == '\t')
      return YamlPlace{"", line, static_cast<int>(content) + 1};
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return std::nullopt;
}

void report_syntax(const YAML::Exception& error, std::string_view text, YamlReport& report) {
  const bool placed = !error.mark.is_null();
  const YamlPlace place{"", placed ? error.mark.line + 1 : 0, placed ? error.mark.column + 1 : 0};
  if (const auto tab = find_indenting_tab(text, place.line))
    report.add(*tab, "YAML syntax: a tab in the indentation", "spaces");
  else
    report.add(place, "YAML syntax: " + shown(error.msg));
}

}  // namespace

std::optional<YamlNode> parse_yaml(std::string_view text, YamlReport& report) {
  if (text.size() > kMaxYamlBytes) {
    report.add({}, "longer than " + std::to_string(kMaxYamlBytes >> 20) + " MiB");
    return std::nullopt;
  }
  if (!is_clean(text, report)) return std::nullopt;
  try {
    return build_tree(text, report);
  } catch (const YAML::Exception& error) {
    report_syntax(error, text, report);
  } catch (const std::exception& error) {
    report.add({}, std::string("YAML syntax: ") + error.what());
  }
  return std::nullopt;
}

}  // namespace ptimed
