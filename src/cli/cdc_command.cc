#include "cli/cdc_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <utility>

#include "base/clock.h"
#include "cdc/lake.h"
#include "cdc/lake_entities.h"
#include "cdc/lake_feed.h"
#include "cli/data_messages.h"
#include "cli/database_options.h"
#include "cli/format_options.h"
#include "cli/interruption.h"
#include "cli/lake_run.h"
#include "cli/lake_target.h"
#include "cli/model_choice.h"
#include "cli/progress.h"
#include "load/figures.h"

namespace trestle {
namespace {

struct CdcArguments {
  DatabaseArguments database;
  LakeTargetOptions target;
  LakeRunOptions run;
  std::string table;
  ModelChoice model;
  std::string entity_attribute = "EntityType";
  std::string images = "plain";
  std::string compression = "gzip";
  double flush_seconds = 60;
  std::size_t flush_megabytes = 16;
  bool snapshot = false;
};

Result<LakeEntities> EntitiesFor(const CdcArguments& arguments) {
  if (!arguments.model.IsGiven()) return LakeEntities(arguments.entity_attribute);
  TRESTLE_TRY(model::Model model, ReadChosenModel(arguments.model));
  const auto shared = std::make_shared<const model::Model>(std::move(model));
  const model::Table* const table = shared->FindTable(arguments.table);
  if (table == nullptr) return messages::NoTableInModel(shared->name, arguments.table);
  return LakeEntities(std::make_unique<const model::KeptTable>(shared, *table));
}

struct TableStream {
  std::string arn;
  bool has_new_images = false;
};
// A lake that is there knows its stream; the table may have another one by now, or none.
Result<TableStream> StreamOf(Database& database, const std::string& table) {
  TRESTLE_TRY(const TableDescription found, database.DescribeTable(table));
  const TableDefinition& definition = found.table->definition();
  if (definition.stream.label.empty()) return messages::NoStream(table);
  const StreamView view = definition.stream.view;
  const bool has_new_images = view == StreamView::kNewImage || view == StreamView::kNewAndOldImages;
  ListStreamsRequest request;
  request.table_name = table;
  do {
    TRESTLE_TRY(const ListStreamsResponse page, database.ListStreams(request));
    for (const StreamPtr& stream : page.streams) {
      if (stream->label != definition.stream.label) continue;
      return TableStream{.arn = stream->arn, .has_new_images = has_new_images};
    }
    request.exclusive_start_stream_arn = page.last_evaluated_stream_arn;
  } while (request.exclusive_start_stream_arn);
  return messages::NoStream(table);
}

int Follow(const CdcArguments& arguments, const LakeEntities& entities) {
  const Interruption interruption;
  const SystemClock clock;
  Result<OpenedDatabase> opened = OpenDatabase(arguments.database, clock, interruption);
  if (!opened) return Refuse(opened.error(), kFailed);
  Database& database = *opened->database;
  const Result<TableStream> stream = StreamOf(database, arguments.table);
  if (!stream) return Refuse(stream.error(), kFailed);
  const Result<LakeTarget> target = LakeTarget::Open(arguments.target, clock);
  if (!target) return Refuse(target.error(), kFailed);

  Lake::Options options;
  options.table = arguments.table;
  options.stream = stream->arn;
  options.images = arguments.images == "plain" ? LakeImages::kPlain : LakeImages::kDynamoDbJson;
  options.compression = CompressionNamed(arguments.compression).value_or(Compression::kGzip);
  options.snapshot = arguments.snapshot;
  const auto lake = Lake::Open(target->Place(), options);
  if (!lake) return Refuse(lake.error(), kFailed);

  LakeRunOptions run_options = arguments.run;
  run_options.flush_age =
      std::chrono::milliseconds(static_cast<std::int64_t>(arguments.flush_seconds * 1000));
  run_options.flush_bytes = arguments.flush_megabytes << 20;
  Progress progress("following " + arguments.table);
  if (!stream->has_new_images) {
    progress.Note("the stream has no new images: the lake tells what has changed, not what it is");
  }
  if (!target->IsGuarded()) progress.Note(messages::NoConditions());
  LakeFeed feed({.database = database, .lake = **lake, .entities = entities, .clock = clock});
  LakeRun run(feed, **lake, run_options, interruption, progress);
  const Status ended = run.Run();
  progress.Clear();
  if (!ended) {
    return Refuse(ended.error(), interruption.requested() ? Interruption::kExitCode : kFailed);
  }
  const LakeManifest& manifest = (*lake)->manifest();
  std::printf("took %s changes of %s; %s holds %s lines in %zu %s\n",
              load::Grouped(static_cast<std::uint64_t>(run.changes())).c_str(),
              arguments.table.c_str(), arguments.target.to.c_str(),
              load::Grouped(static_cast<std::uint64_t>(manifest.Lines())).c_str(),
              manifest.files.size(), manifest.files.size() == 1 ? "file" : "files");
  return 0;
}

int Cdc(const CdcArguments& arguments) {
  const Result<LakeEntities> entities = EntitiesFor(arguments);
  if (!entities) return Refuse(entities.error(), kFailed);
  return Follow(arguments, *entities);
}

void AddEntities(CLI::App& command, CdcArguments& arguments) {
  const ModelChoiceOptions model =
      AddModelChoice(command, arguments.model, "that tells which entity an item is");
  command
      .add_option("--entity-attribute", arguments.entity_attribute,
                  "Without a model: the attribute that names an item's entity")
      ->type_name("NAME")
      ->excludes(model.file)
      ->excludes(model.system)
      ->capture_default_str();
}

void AddFiles(CLI::App& command, CdcArguments& arguments) {
  command.add_option("--compression,--compress", arguments.compression, "How to pack the files")
      ->check(CLI::IsMember({"none", "gzip", "zstd"}))
      ->type_name("HOW")
      ->capture_default_str();
  command
      .add_option("--images", arguments.images,
                  "plain JSON, or dynamodb-json, which keeps all types apart")
      ->check(CLI::IsMember({"plain", "dynamodb-json"}))
      ->type_name("HOW")
      ->capture_default_str();
  command
      .add_option("--flush-seconds", arguments.flush_seconds,
                  "Changes are in the lake after about so long at the latest")
      ->check(CLI::Range(0.0, 86400.0).description(""))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--flush-mb", arguments.flush_megabytes,
                  "or when so many MiB have been packed; files do not get much larger")
      ->check(CLI::Range(1, 1024).description(""))
      ->type_name("N")
      ->capture_default_str();
  command.add_flag("--compact", arguments.run.compact,
                   "Merge the small files of each folder: at the end, and meanwhile where there "
                   "are ten");
}

void AddTarget(CLI::App& command, LakeTargetOptions& target) {
  command
      .add_option("--to", target.to,
                  "The lake: a folder, made if missing, or s3://BUCKET/PREFIX of a bucket that is "
                  "there")
      ->type_name("DIR|S3URL")
      ->required();
  command
      .add_option("--s3-endpoint", target.endpoint,
                  "URL of an S3-compatible server; by default AWS_ENDPOINT_URL_S3, "
                  "AWS_ENDPOINT_URL or AWS. Credentials come from AWS_ACCESS_KEY_ID and "
                  "AWS_SECRET_ACCESS_KEY")
      ->type_name("URL");
  command
      .add_option("--s3-region", target.region,
                  "Region that requests to it are signed for; by default AWS_REGION, "
                  "AWS_DEFAULT_REGION or us-east-1")
      ->type_name("NAME");
}

}  // namespace

Command AddCdc(CLI::App& app) {
  auto arguments = std::make_shared<CdcArguments>();  // shared with what runs the command
  CLI::App* command =
      app.add_subcommand("cdc", "Follow a table's stream into a data lake (change capture)");
  command->add_option("--table", arguments->table, "The table whose stream is followed")
      ->type_name("NAME")
      ->required();
  AddTarget(*command, arguments->target);
  AddEntities(*command, *arguments);
  command->add_flag("--once", arguments->run.once, "Catch up with the stream and stop");
  command->add_flag("--snapshot", arguments->snapshot,
                    "Begin a new lake with the items that the table has, older than its stream");
  AddFiles(*command, *arguments);
  AddDatabase(*command, arguments->database);
  command->footer(
      "Each change is one line of the lake, once, however often the command is ended or killed:\n"
      "the same command goes on where the last one has stopped. Ctrl-C or SIGTERM stores what was\n"
      "read and ends it. See docs/change-capture.md for what lies in a lake.\n"
      "Examples:\n"
      "  trestle cdc --table todo-app-data --system todo --to ./lake\n"
      "  trestle cdc --table orders --to s3://lake/orders --s3-endpoint http://127.0.0.1:9000 "
      "--once --compact");
  return {.app = command, .run = [arguments] { return Cdc(*arguments); }};
}

}  // namespace trestle
