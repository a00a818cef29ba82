#include "cli/export_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/clock.h"
#include "cli/database_options.h"
#include "cli/exporter.h"
#include "cli/format_options.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "load/figures.h"

namespace trestle {
namespace {

struct ExportArguments {
  DatabaseArguments database;
  ExportOptions options;
  std::string format = "dynamodb-json";
  std::string compression = "gzip";
};

int Export(const ExportArguments& arguments) {
  ExportOptions options = arguments.options;
  options.format = FormatNamed(arguments.format).value_or(DataFormat::kDynamoDbJson);
  options.compression = CompressionNamed(arguments.compression).value_or(Compression::kNone);
  const Interruption interruption;
  const SystemClock clock;
  Result<OpenedDatabase> source = OpenDatabase(arguments.database, clock, interruption);
  if (!source) return Refuse(source.error(), kFailed);
  Progress progress("exporting " + options.table);
  Exporter exporter(*source, options, interruption, progress);
  const Result<ExportResult> result = exporter.Run();
  progress.Clear();
  if (!result) {
    return Refuse(result.error(), interruption.requested() ? Interruption::kExitCode : kFailed);
  }
  std::printf("exported %s items of %s to %zu %s in %s\n",
              load::Grouped(static_cast<std::uint64_t>(result->items)).c_str(),
              options.table.c_str(), result->files.size(),
              result->files.size() == 1 ? "file" : "files", options.folder.c_str());
  return 0;
}

}  // namespace

Command AddExport(CLI::App& app) {
  auto arguments = std::make_shared<ExportArguments>();  // shared with what runs the command
  CLI::App* command = app.add_subcommand("export", "Write a table's items to files of a folder");
  command->add_option("--table", arguments->options.table, "The table to export")
      ->type_name("NAME")
      ->required();
  command
      ->add_option("--to", arguments->options.folder,
                   "The folder to write to: a new or an empty one, or one that an interrupted "
                   "export has left")
      ->type_name("DIR")
      ->required();
  AddFormat(*command, arguments->format);
  command->get_option("--format")->capture_default_str();
  command->add_option("--compress", arguments->compression, "How to pack the files")
      ->check(CLI::IsMember({"none", "gzip", "zstd"}))
      ->type_name("HOW")
      ->capture_default_str();
  command
      ->add_option("--segments", arguments->options.segments,
                   "Parts of the table that are read at the same time")
      ->check(CLI::Range(1, 256).description(""))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--columns", arguments->options.columns,
                   "CSV: the attributes to write, in this order; by default all, which takes one "
                   "more reading of the table")
      ->delimiter(',')
      ->type_name("A,B,...");
  command
      ->add_option("--file-items", arguments->options.file_items,
                   "About how many items a file holds at most; by default files end at 16 MiB")
      ->check(CLI::Range(0, 1'000'000'000).description(""))
      ->type_name("N");
  AddDatabase(*command, arguments->database);
  command->footer(
      "The table stays in use: items that change while they are read are written as they were\n"
      "then. Interrupted, by Ctrl-C or otherwise, the same command goes on where it has stopped.\n"
      "manifest-files.json, which is written last, names the files with their checksums.\n"
      "Examples:\n"
      "  trestle export --table orders --to orders-export\n"
      "  trestle export --data ./trestle-data --table orders --to out --format csv --compress "
      "none");
  return {.app = command, .run = [arguments] { return Export(*arguments); }};
}

}  // namespace trestle
