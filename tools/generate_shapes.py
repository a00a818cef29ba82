#!/usr/bin/python3
"""Turns the service's API files into C++ tables: generate_shapes.py OUT_FOLDER API.json...

Writes api.h (one struct for each structure of an input, whose enumerators number its members) and api.cc (the shapes
with their constraints, and the operations). Only what requests can hold is written.
"""
import json
import pathlib
import sys

JAVA_PACKAGE = "com.amazonaws.dynamodb.v20120810."
JAVA_SCALARS = {
    "string": "java.lang.String", "boolean": "java.lang.Boolean", "integer": "java.lang.Integer",
    "long": "java.lang.Long", "double": "java.lang.Double", "blob": "java.nio.ByteBuffer",
    "timestamp": "java.util.Date",
}
# Constraints that the service applies to one member but does not publish for its shape.
MEMBER_LIMITS = {
    ("CreateTableInput", "KeySchema"): {"max": 2},
    ("LocalSecondaryIndex", "KeySchema"): {"max": 2},
    ("DescribeStreamInput", "Limit"): {"max": 100},
    ("GetRecordsInput", "Limit"): {"max": 1000},
    ("ListStreamsInput", "Limit"): {"max": 100},
    ("BatchWriteItemInput", "RequestItems"): {"min": 0},  # none at all has a text of its own
}

# Enumerations in the order in which the service's error texts show them, where that is known to differ.
SHOWN_ORDER = {
    "AttributeAction": "ADD DELETE PUT",
    "ComparisonOperator": "IN NULL BETWEEN LT NOT_CONTAINS EQ GT NOT_NULL NE LE BEGINS_WITH GE CONTAINS",
    "ConditionalOperator": "OR AND",
    "InputCompressionType": "ZSTD NONE GZIP",
    "ProjectionType": "ALL INCLUDE KEYS_ONLY",
    "ReturnValue": "ALL_NEW UPDATED_OLD ALL_OLD NONE UPDATED_NEW",
    "ScalarAttributeType": "B N S",
    "ShardIteratorType": "AFTER_SEQUENCE_NUMBER LATEST AT_SEQUENCE_NUMBER TRIM_HORIZON",
    "Select": "SPECIFIC_ATTRIBUTES COUNT ALL_ATTRIBUTES ALL_PROJECTED_ATTRIBUTES",
}
# Has rules of its own, checked where attributes are decoded.
NOT_LIMITED = {"AttributeName"}
MAX_MEMBERS = 20  # of a structure: what protocol/members.h has room for


def java_hash(text):
    value = 0
    for character in text:
        value = (31 * value + ord(character)) & 0xFFFFFFFF
    return value ^ (value >> 16)


def lower_camel(name):
    return name[0].lower() + name[1:]


def quoted(text):
    return json.dumps(text)


class Api:
    def __init__(self, files):
        self.shapes, self.operations = {}, []
        for file in files:
            api = json.loads(pathlib.Path(file).read_text())
            prefix = api["targetPrefix"]
            # The two services share names; a shape that differs gets the service's prefix.
            rename = {}
            for name, shape in api["shapes"].items():
                known = self.shapes.get(name)
                rename[name] = name if known in (None, shape) else prefix.split("_")[0] + name
            for name, shape in api["shapes"].items():
                self.shapes[rename[name]] = self.renamed(shape, rename)
            for name, operation in api["operations"].items():
                self.operations.append((prefix + "." + name, name, rename[operation["input"]]))
        self.operations.sort()

    @staticmethod
    def renamed(shape, rename):
        shape = json.loads(json.dumps(shape))
        for reference in list(shape.get("members", {}).values()) + [shape[k] for k in ("member", "key", "value") if k in shape]:
            reference["shape"] = rename[reference["shape"]]
        return shape


class Table:
    """The shapes that inputs reach, each under a number."""

    def __init__(self, api):
        self.api, self.numbers, self.definitions = api, {}, []
        for _, _, shape in api.operations:
            self.number(shape)

    def number(self, name, limits=None):
        key = (name, json.dumps(limits, sort_keys=True))
        if key in self.numbers:
            return self.numbers[key]
        number = self.numbers[key] = len(self.definitions)
        self.definitions.append(None)
        shape = dict(self.api.shapes[name], **(limits or {}), name=name)
        if name in NOT_LIMITED:
            shape.pop("max")
        kind = shape["type"]
        if kind == "structure":
            shape["fields"] = [(field, self.number(reference["shape"], MEMBER_LIMITS.get((name, field))),
                                field in shape.get("required", []))
                               for field, reference in shape["members"].items()]
            assert len(shape["fields"]) <= MAX_MEMBERS, name
        elif kind == "list":
            shape["element"] = self.number(shape["member"]["shape"])
        elif kind == "map":
            shape["key_number"] = self.number(shape["key"]["shape"])
            shape["element"] = self.number(shape["value"]["shape"])
        self.definitions[number] = shape
        return number

    def java_type(self, number):
        shape = self.definitions[number]
        kind = shape["type"]
        if kind == "list":
            return "java.util.List<" + self.java_type(shape["element"]) + ">"
        if kind == "map":
            return "java.util.Map<java.lang.String, " + self.java_type(shape["element"]) + ">"
        if kind == "structure":
            return JAVA_PACKAGE + shape["name"]
        return JAVA_SCALARS[kind]

    def children(self, number):
        shape = self.definitions[number]
        found = [field[1] for field in shape.get("fields", [])]
        return found + [shape[k] for k in ("element", "key_number") if k in shape]

    def constrained(self, number):
        """Whether a value of the shape, or anything inside it, can break a constraint."""
        seen, todo = set(), [number]
        while todo:
            at = todo.pop()
            if at in seen:
                continue
            seen.add(at)
            shape = self.definitions[at]
            if shape["name"] == "AttributeValue":  # has rules of its own, checked where it is decoded
                continue
            if any(k in shape for k in ("min", "max", "pattern", "enum")) or any(required for _, _, required in shape.get("fields", [])):
                return True
            todo += self.children(at)
        return False

    def report_order(self, shape):
        """Members in the order in which the service lists their errors: that of a Java hash table."""
        top = shape["name"].endswith("Input")
        buckets = 32 if top or len(shape["fields"]) > 12 else 16
        return sorted(range(len(shape["fields"])),
                      key=lambda i: java_hash(lower_camel(shape["fields"][i][0])) & (buckets - 1))


KINDS = {"string": "kString", "blob": "kBlob", "boolean": "kBoolean", "integer": "kInteger", "long": "kLong",
         "double": "kDouble", "timestamp": "kTimestamp", "list": "kList", "map": "kMap", "structure": "kStructure"}


def write_header(table, out):
    lines = ["// Generated by tools/generate_shapes.py from the service's API files.", "#pragma once", "",
             "#include <cstddef>", "#include <span>", "", '#include "protocol/shape.h"', "", "namespace trestle::api {", "",
             f"extern const Shape kShapes[{len(table.definitions)}];",
             "// By target, in byte order.",
             "std::span<const OperationShape> Operations();", ""]
    named = set()
    for number, shape in enumerate(table.definitions):
        if shape["type"] != "structure" or shape["name"] in named:
            continue
        named.add(shape["name"])
        members = ", ".join("k" + field for field, _, _ in shape["fields"])
        lines += [f"struct {shape['name']} {{",
                  f"  enum Member : std::size_t {{ {members} }};" if members else "  enum Member : std::size_t {};",
                  f"  static constexpr const Shape& kShape = kShapes[{number}];", "};"]
    lines += ["", "}  // namespace trestle::api", ""]
    (out / "api.h").write_text("\n".join(lines))


def shape_initializer(table, number):
    shape = table.definitions[number]
    parts = [f".type = ShapeType::{KINDS[shape['type']]}", f".name = {quoted(shape['name'])}",
             f".java_type = {quoted(table.java_type(number))}"]
    if shape["name"] == "AttributeValue":
        parts.append(".attribute_value = true")
    if table.constrained(number):
        parts.append(".constrained = true")
    parts += [f".{k} = {shape[k]}" for k in ("min", "max") if k in shape]
    if "pattern" in shape:
        parts.append(f".pattern = {quoted(shape['pattern'])}")
    if "enum" in shape:
        shown = SHOWN_ORDER.get(shape["name"], " ".join(shape["enum"])).split()
        assert sorted(shown) == sorted(shape["enum"]), shape["name"]
        parts += [f".values = kValues{number}", f".values_text = {quoted('[' + ', '.join(shown) + ']')}"]
    if shape.get("fields"):
        parts += [f".members = kMembers{number}", f".report_order = kOrder{number}"]
    if "key_number" in shape:
        parts.append(f".key = &kShapes[{shape['key_number']}]")
    if "element" in shape:
        parts.append(f".element = &kShapes[{shape['element']}]")
    return "    {" + ", ".join(parts) + "},"


def write_source(table, api, out):
    lines = ["// Generated by tools/generate_shapes.py from the service's API files.", '#include "protocol/api.h"', "",
             "namespace trestle::api {", "namespace {", ""]
    for number, shape in enumerate(table.definitions):
        if "enum" in shape:
            values = ", ".join(quoted(value) for value in shape["enum"])
            lines.append(f"constexpr std::string_view kValues{number}[] = {{{values}}};")
        if shape.get("fields"):
            lines.append(f"constexpr Member kMembers{number}[] = {{")
            lines += [f"    {{.name = {quoted(field)}, .path = {quoted(lower_camel(field))}, .shape = &kShapes[{of}], "
                      f".required = {str(required).lower()}}}," for field, of, required in shape["fields"]]
            order = ", ".join(str(i) for i in table.report_order(shape))
            lines += ["};", f"constexpr std::uint8_t kOrder{number}[] = {{{order}}};"]
    lines.append("constexpr OperationShape kOperations[] = {")
    inputs = {name: number for (name, limits), number in table.numbers.items() if limits == "null"}
    lines += [f"    {{.target = {quoted(target)}, .name = {quoted(name)}, .input = &kShapes[{inputs[shape]}]}},"
              for target, name, shape in api.operations]
    lines += ["};", "", "}  // namespace", "", f"const Shape kShapes[{len(table.definitions)}] = {{"]
    lines += [shape_initializer(table, number) for number in range(len(table.definitions))]
    lines += ["};", "", "std::span<const OperationShape> Operations() { return kOperations; }", "",
              "}  // namespace trestle::api", ""]
    (out / "api.cc").write_text("\n".join(lines))


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    api = Api(sys.argv[2:])
    table = Table(api)
    write_header(table, out)
    write_source(table, api, out)


if __name__ == "__main__":
    main()
