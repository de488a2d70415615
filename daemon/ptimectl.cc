// SPDX-License-Identifier: AGPL-3.0-or-later
// ptimectl: looks into and steers a running ptimed. Exit codes: 0 done, 1 refused by the daemon, 2
// usage, 3 no daemon listens.
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "daemon/control_client.h"
#include "daemon/control_tables.h"
#include "daemon/exit_codes.h"
#include "daemon/read_file.h"

namespace {

using namespace ptimed;
using nlohmann::json;

/// Of a file of calls: a request is one line of at most 64 KiB, and text grows when it is quoted.
constexpr size_t kLargestAddition = 32 * 1024;

struct Arguments {
  std::string socket = "/run/ptimed/ptimed.sock";
  bool as_json = false;
  std::string call, policy, file;
  int ms = 0;
  std::vector<std::string> parameters;
};

int refuse(const json& answer) {
  std::cerr << "ptimectl: " << answer.value("error", "refused") << '\n';
  for (const auto& problem : answer.value("problems", json::array()))
    std::cerr << problem.get<std::string>() << '\n';
  return kExitCheckFailed;
}

/// "K=V" pairs as an object; empty when one is not of that form, or a key comes twice.
std::optional<json> parameters_of(const std::vector<std::string>& pairs) {
  json object = json::object();
  for (const std::string& pair : pairs) {
    const size_t equals = pair.find('=');
    if (equals == pair.npos || equals == 0 || object.contains(pair.substr(0, equals)))
      return std::nullopt;
    object[pair.substr(0, equals)] = pair.substr(equals + 1);
  }
  return object;
}

std::optional<json> request_of(const std::string& command, const Arguments& arguments) {
  json request{{"request", command}};
  if (!arguments.call.empty()) request["call"] = arguments.call;
  if (command == "ptime") request["ms"] = arguments.ms;
  if (command == "policy") {
    request["name"] = arguments.policy;
    const auto parameters = parameters_of(arguments.parameters);
    if (!parameters) {
      std::cerr << "ptimectl: parameters are given as KEY=VALUE, each key once\n";
      return std::nullopt;
    }
    request["parameters"] = *parameters;
  }
  if (command == "add") {
    const auto read = read_file(arguments.file, kLargestAddition);
    if (const auto* problem = std::get_if<ReadProblem>(&read)) {
      std::cerr << arguments.file << ": " << problem->text << '\n';
      return std::nullopt;
    }
    request["text"] = std::get<std::string>(read);
    request["file"] = arguments.file;
  }
  return request;
}

void print(const std::string& command, const json& answer, bool as_json) {
  if (as_json)
    std::cout << answer.dump(2) << '\n';
  else
    std::cout << control_table(command, answer);
}

int watch(ControlClient& client, bool as_json) {
  while (const auto line = client.read_line())
    std::cout << (as_json ? *line : watch_line(*line)) << std::endl;
  return kExitDone;
}

int run(const std::string& command, const Arguments& arguments) {
  const auto request = request_of(command, arguments);
  if (!request) return kExitConfig;
  ControlClient client;
  if (const auto problem = client.connect(arguments.socket)) {
    std::cerr << "ptimectl: no ptimed listens at " << *problem << '\n';
    return kExitEnvironment;
  }
  const auto line = client.ask(request->dump(-1, ' ', false, json::error_handler_t::replace));
  const json answer = line ? json::parse(*line, nullptr, false) : json();
  if (!answer.is_object()) {
    std::cerr << "ptimectl: the daemon ended the connection\n";
    return kExitEnvironment;
  }
  if (arguments.as_json && command != "watch") print(command, answer, true);
  if (!answer.value("ok", false)) return refuse(answer);
  if (command == "watch") return watch(client, arguments.as_json);
  if (!arguments.as_json) print(command, answer, false);
  return kExitDone;
}

void declare(CLI::App& app, Arguments& arguments) {
  app.add_option("-s,--socket", arguments.socket, "the daemon's control socket")
      ->capture_default_str();
  app.add_flag("--json", arguments.as_json, "print answers as JSON");
  app.add_subcommand("status", "the daemon at a glance");
  app.add_subcommand("calls", "all calls, one a line");
  app.add_subcommand("watch", "events as they happen");
  app.add_subcommand("reload", "read the configuration file again");
  auto* show = app.add_subcommand("show", "all figures of a call");
  auto* sdp = app.add_subcommand("sdp", "what a player on the peer's host needs to hear a call");
  auto* ptime = app.add_subcommand("ptime", "change a call's ptime");
  auto* policy = app.add_subcommand("policy", "change a call's policy");
  auto* remove = app.add_subcommand("remove", "end a call and forget it");
  for (CLI::App* command : {show, sdp, ptime, policy, remove})
    command->add_option("CALL", arguments.call, "the call's id")->required();
  ptime->add_option("MS", arguments.ms, "milliseconds, a multiple of 10")->required();
  policy->add_option("NAME", arguments.policy, "the policy's name")->required();
  policy->add_option("K=V", arguments.parameters, "the policy's parameters");
  auto* add = app.add_subcommand("add", "add the calls of a YAML file");
  add->add_option("FILE", arguments.file, "one call, or a list `calls:`")->required();
  for (CLI::App* command : app.get_subcommands({})) command->fallthrough();
  app.require_subcommand(1);
  app.set_version_flag("--version", "ptimectl " PTIMED_VERSION);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Looks into and steers a running ptimed"};
  Arguments arguments;
  declare(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitDone : kExitConfig;
  }
  return run(app.get_subcommands().front()->get_name(), arguments);
}
