#include "protocol/model_routes.h"

#include <array>

#include "json/json_writer.h"
#include "operation/model_binder.h"
#include "protocol/admin_messages.h"

namespace trestle {
namespace {

void WriteModel(const BoundModelState& model, JsonWriter& writer) {
  writer.BeginObject();
  writer.Name("name");
  writer.String(model.name);
  writer.Name("version");
  writer.Integer(model.version);
  writer.Name("file");
  writer.String(model.file);
  writer.Name("mode");
  writer.String(model.mode);
  writer.Name("tables");
  writer.BeginArray();
  for (const BoundModelState::TableState& table : model.tables) {
    writer.BeginObject();
    writer.Name("name");
    writer.String(table.name);
    writer.Name("mode");
    writer.String(table.mode);
    writer.Name("bound");
    writer.Boolean(table.bound);
    writer.Name("misfits");
    writer.BeginObject();
    for (const auto& [what, count] : table.misfits) {
      writer.Name(what);
      writer.Integer(static_cast<std::int64_t>(count));
    }
    writer.EndObject();
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
}

std::string AnswerOf(const BoundModelState& model) {
  std::string answer;
  JsonWriter writer(answer);
  WriteModel(model, writer);
  return answer;
}

Result<ModelBinder*> BinderOf(const AdminCall& call) {
  if (call.options.models == nullptr) return messages::NoModels();
  return call.options.models;
}

}  // namespace

Result<std::string> ListModels(const AdminCall& call) {
  TRESTLE_TRY(const ModelBinder* const binder, BinderOf(call));
  std::string answer;
  JsonWriter writer(answer);
  writer.BeginObject();
  writer.Name("models");
  writer.BeginArray();
  for (const BoundModelState& model : binder->List()) WriteModel(model, writer);
  writer.EndArray();
  writer.EndObject();
  return answer;
}

Result<std::string> BindModel(const AdminCall& call) {
  constexpr std::array<std::string_view, 3> kMembers = {"text", "file", "mode"};
  TRESTLE_TRY(ModelBinder* const binder, BinderOf(call));
  TRESTLE_TRY(const JsonObject body, BodyOf(call));
  TRESTLE_RETURN_IF_ERROR(CheckMembers(body, kMembers));
  TRESTLE_TRY(const std::optional<std::string_view> text, TextMember(body, "text"));
  TRESTLE_TRY(const std::optional<std::string_view> file, TextMember(body, "file"));
  TRESTLE_TRY(const std::optional<std::string_view> mode, TextMember(body, "mode"));
  if (!text) return messages::BadMember("text", "the text of a model file");
  if (file && file->find('\n') != std::string_view::npos) {
    return messages::BadMember("file", "a file's name");
  }
  TRESTLE_TRY(const BoundModelState model,
              binder->Bind(*text, std::string(file.value_or("model")), mode.value_or("enforce")));
  return AnswerOf(model);
}

Result<std::string> SetModelMode(const AdminCall& call) {
  constexpr std::array<std::string_view, 2> kMembers = {"mode", "table"};
  TRESTLE_TRY(ModelBinder* const binder, BinderOf(call));
  TRESTLE_TRY(const JsonObject body, BodyOf(call));
  TRESTLE_RETURN_IF_ERROR(CheckMembers(body, kMembers));
  TRESTLE_TRY(const std::optional<std::string_view> mode, TextMember(body, "mode"));
  TRESTLE_TRY(const std::optional<std::string_view> table, TextMember(body, "table"));
  if (!mode) return messages::BadMember("mode", "off, warn or enforce");
  TRESTLE_TRY(const BoundModelState model,
              binder->SetMode(call.rest, {.mode = *mode, .table = table}));
  return AnswerOf(model);
}

Result<std::string> UnbindModel(const AdminCall& call) {
  TRESTLE_TRY(ModelBinder* const binder, BinderOf(call));
  TRESTLE_RETURN_IF_ERROR(binder->Unbind(call.rest));
  return std::string("{}");
}

}  // namespace trestle
