#include "cli/copy_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "cli/copier.h"
#include "cli/data_messages.h"
#include "cli/database_options.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "load/figures.h"

namespace trestle {
namespace {

struct CopyArguments {
  std::string from;
  std::string to;
  std::vector<std::string> tables;
  CallerArguments caller;
  std::size_t segments = 4;
  std::string state;
};

bool IsUrl(const std::string& place) {
  return place.starts_with("http://") || place.starts_with("https://");
}

DatabaseArguments PlaceOf(const std::string& place, const CallerArguments& caller) {
  DatabaseArguments arguments{.endpoint = {}, .data = {}, .caller = caller};
  (IsUrl(place) ? arguments.endpoint : arguments.data) = place;
  return arguments;
}

int Copy(const CopyArguments& arguments) {
  const CopyOptions options{.source_table = arguments.tables.front(),
                            .target_table = arguments.tables.back(),
                            .segments = arguments.segments,
                            .state = arguments.state};
  const std::string& to = arguments.to.empty() ? arguments.from : arguments.to;
  if (to == arguments.from && options.source_table == options.target_table) {
    return Refuse(messages::SamePlace().value(), kWrongUsage);
  }
  const Interruption interruption;
  const SystemClock clock;
  Result<OpenedDatabase> source =
      OpenDatabase(PlaceOf(arguments.from, arguments.caller), clock, interruption);
  if (!source) return Refuse(source.error(), kFailed);
  // A data folder can be opened once.
  std::optional<OpenedDatabase> other;
  if (to != arguments.from) {
    Result<OpenedDatabase> target =
        OpenDatabase(PlaceOf(to, arguments.caller), clock, interruption);
    if (!target) return Refuse(target.error(), kFailed);
    other = *std::move(target);
  }
  Progress progress("copying " + options.source_table);
  Copier copier(*source, other ? *other : *source, options, interruption, progress);
  const Result<std::int64_t> copied = copier.Run();
  progress.Clear();
  if (!copied) {
    return Refuse(copied.error(), interruption.requested() ? Interruption::kExitCode : kFailed);
  }
  std::printf("copied %s items of %s to %s\n",
              load::Grouped(static_cast<std::uint64_t>(*copied)).c_str(),
              options.source_table.c_str(), options.target_table.c_str());
  return 0;
}

}  // namespace

Command AddCopy(CLI::App& app) {
  auto arguments = std::make_shared<CopyArguments>();  // shared with what runs the command
  CLI::App* command = app.add_subcommand("copy", "Copy a table's items into another table");
  command->add_option("--from", arguments->from, "The endpoint, or the data folder, to copy from")
      ->type_name("URL|DIR")
      ->required();
  command
      ->add_option("--to", arguments->to,
                   "The endpoint, or the data folder, to copy to; by default the same")
      ->type_name("URL|DIR");
  command
      ->add_option("--table", arguments->tables,
                   "The table to copy, then, given once more, the one to copy to; by default it "
                   "has the same name")
      ->type_name("NAME")
      ->required()
      ->expected(1, 2)
      ->allow_extra_args(false);
  command
      ->add_option("--segments", arguments->segments,
                   "Parts of the table that are copied at the same time")
      ->check(CLI::Range(1, 256).description(""))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--state", arguments->state,
                   "The file that remembers how far the copy is; by default one in this folder")
      ->type_name("FILE");
  AddCaller(*command, arguments->caller);
  command->footer(
      "A table that is not there is made like the source: keys, indexes, billing and stream. An\n"
      "item replaces one of the same key. Both endpoints get the same credentials.\n"
      "Interrupted, by Ctrl-C or otherwise, the same command goes on where it has stopped, if it\n"
      "runs in the same folder: a file there, whose name begins with .trestle-copy, remembers.\n"
      "Examples:\n"
      "  trestle copy --from http://127.0.0.1:8000 --table orders --to http://127.0.0.1:8001 "
      "--table orders\n"
      "  trestle copy --from ./trestle-data --table orders --table orders-test");
  return {.app = command, .run = [arguments] { return Copy(*arguments); }};
}

}  // namespace trestle
