#pragma once

#include <string>
#include <string_view>

// The forms in which Signature Version 4 compares the parts of a request, so that what a proxy or a
// library may change on the way (order, encoding, blanks) does not change the signature.
namespace trestle {

// An encoded path: dot segments and empty segments removed, every segment encoded once more.
void AppendCanonicalPath(std::string_view path, std::string& out);
// An encoded query: parameters encoded alike, sorted by name and value, without X-Amz-Signature.
void AppendCanonicalQuery(std::string_view query, std::string& out);
// Every byte but letters, digits and -._~ as a percent sign and two digits.
void AppendEncoded(std::string_view text, std::string& out);
// A header's value: no blanks at its ends, one in place of several.
void AppendCanonicalValue(std::string_view value, std::string& out);

}  // namespace trestle
