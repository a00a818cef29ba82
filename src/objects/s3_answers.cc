#include "objects/s3_answers.h"

#include <charconv>
#include <optional>
#include <utility>

namespace trestle {
namespace {

// What stands between <element> and </element>, and where to look on.
struct Found {
  std::string_view inside;
  std::size_t end = 0;
};
std::optional<Found> FindElement(std::string_view xml, std::string_view element, std::size_t from) {
  const std::string open = "<" + std::string(element) + ">";
  const std::string close = "</" + std::string(element) + ">";
  const std::size_t begin = xml.find(open, from);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = xml.find(close, begin);
  if (end == std::string_view::npos) return std::nullopt;
  const std::size_t inside = begin + open.size();
  return Found{.inside = xml.substr(inside, end - inside), .end = end + close.size()};
}

void AppendUtf8(unsigned code, std::string& out) {
  const auto byte = [&out](unsigned bits) { out.push_back(static_cast<char>(bits)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3F));
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

void AppendEntity(std::string_view name, std::string& out) {
  constexpr std::pair<std::string_view, char> kNamed[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [known, character] : kNamed) {
    if (known == name) return out.push_back(character);
  }
  const bool is_hex = name.starts_with("#x");
  if (!name.starts_with('#')) return;
  name.remove_prefix(is_hex ? 2 : 1);
  unsigned code = 0;
  std::from_chars(name.data(), name.data() + name.size(), code, is_hex ? 16 : 10);
  if (code > 0 && code < 0x110000) AppendUtf8(code, out);
}

std::string WithoutEntities(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t entity = text.find('&');
    plain.append(text.substr(0, entity));
    if (entity == std::string_view::npos) break;
    const std::size_t end = text.find(';', entity);
    if (end == std::string_view::npos) break;
    AppendEntity(text.substr(entity + 1, end - entity - 1), plain);
    text.remove_prefix(end + 1);
  }
  return plain;
}

}  // namespace

std::string XmlText(std::string_view xml, std::string_view element) {
  const std::optional<Found> found = FindElement(xml, element, 0);
  return found ? WithoutEntities(found->inside) : std::string();
}

ObjectPage ReadObjectPage(std::string_view xml) {
  ObjectPage page;
  std::size_t from = 0;
  while (const std::optional<Found> contents = FindElement(xml, "Contents", from)) {
    from = contents->end;
    ObjectSummary object{.key = XmlText(contents->inside, "Key")};
    const std::string bytes = XmlText(contents->inside, "Size");
    std::from_chars(bytes.data(), bytes.data() + bytes.size(), object.bytes);
    if (!object.key.empty()) page.objects.push_back(std::move(object));
  }
  if (XmlText(xml, "IsTruncated") == "true") page.next = XmlText(xml, "NextContinuationToken");
  return page;
}

}  // namespace trestle
