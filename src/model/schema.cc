#include "model/schema.h"

namespace trestle::model {
namespace {

// Kept beside docs/model.md; tests/clients/model_commands_test.py holds all model files against it.
constexpr std::string_view kSchema = R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "urn:trestle:model:2",
  "title": "TrestleDB model",
  "description": "A single-table design: tables, indexes, entities, access patterns, transactions.",
  "type": "object",
  "required": ["model", "tables"],
  "additionalProperties": false,
  "properties": {
    "format": {"description": "Format of this file; an older one is upgraded when it is read", "const": 2},
    "model": {"description": "Name of the model", "type": "string", "pattern": "^[A-Za-z0-9_-]+$"},
    "version": {"description": "Version of the design", "type": "integer", "minimum": 1},
    "title": {"type": "string"},
    "source": {"description": "The document it came from", "type": "string"},
    "tables": {"type": "object", "minProperties": 1, "additionalProperties": {"$ref": "#/$defs/table"}},
    "entities": {"type": "object", "additionalProperties": {"$ref": "#/$defs/entity"}},
    "patterns": {"type": "object", "additionalProperties": {"$ref": "#/$defs/pattern"}},
    "transactions": {"type": "object", "additionalProperties": {"$ref": "#/$defs/transaction"}},
    "workflows": {"type": "object", "additionalProperties": {"$ref": "#/$defs/workflow"}},
    "triggers": {"type": "object", "additionalProperties": {"$ref": "#/$defs/trigger"}},
    "routes": {
      "type": "object",
      "propertyNames": {"pattern": "^(GET|POST|PUT|PATCH|DELETE) /"},
      "additionalProperties": {"$ref": "#/$defs/route"}
    },
    "alarms": {"type": "object", "additionalProperties": {"$ref": "#/$defs/alarm"}},
    "samples": {"type": "array", "items": {"$ref": "#/$defs/sample"}},
    "tests": {"type": "array", "items": {"$ref": "#/$defs/test"}},
    "migrations": {"type": "array", "items": {"$ref": "#/$defs/migration"}},
    "figures": {
      "description": "What the source claims",
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "claims": {"type": "array", "items": {"$ref": "#/$defs/claim"}},
        "load": {"type": "array", "items": {"$ref": "#/$defs/load"}}
      }
    }
  },
  "$defs": {
    "span": {"description": "Such as 90s, 15m, 24h or 35d", "type": "string", "pattern": "^[0-9.]+ ?(ms|s|m|h|d|w)$"},
    "size": {
      "description": "Such as 400 B or 1.5 KB; a number is bytes",
      "oneOf": [{"type": "string", "pattern": "^[0-9.]+ ?(B|KB|MB|GB)?$"}, {"type": "number", "minimum": 0}]
    },
    "rate": {
      "description": "Such as 20/s, 5/min, 100/h or 1000/day; a number is requests a second",
      "oneOf": [{"type": "string", "pattern": "^[0-9.]+ ?/ ?(s|sec|second|m|min|minute|h|hour|d|day)$"}, {"type": "number", "minimum": 0}]
    },
    "source_line": {"description": "Line of the source document", "type": "integer", "minimum": 1},
    "accept": {
      "description": "Findings that are meant, with the reason",
      "type": "object",
      "additionalProperties": {"type": "string", "minLength": 1}
    },
    "condition": {"description": "Such as Status <> 'done' and exists(Total)", "type": "string", "minLength": 1},
    "template": {"description": "Text with {Attribute} and {Attribute:format}", "type": "string"},
    "names": {"type": "array", "items": {"type": "string", "minLength": 1}},
    "key": {
      "oneOf": [
        {"type": "string", "minLength": 1},
        {
          "type": "object",
          "required": ["name"],
          "additionalProperties": false,
          "properties": {"name": {"type": "string", "minLength": 1}, "type": {"enum": ["string", "number", "binary"]}}
        }
      ]
    },
    "keys": {
      "oneOf": [
        {"$ref": "#/$defs/key"},
        {"type": "array", "minItems": 1, "maxItems": 4, "items": {"$ref": "#/$defs/key"}}
      ]
    },
    "throughput": {
      "type": "object",
      "required": ["read", "write"],
      "additionalProperties": false,
      "properties": {"read": {"type": "integer", "minimum": 1}, "write": {"type": "integer", "minimum": 1}}
    },
    "table": {
      "type": "object",
      "required": ["partition_key"],
      "additionalProperties": false,
      "properties": {
        "partition_key": {"$ref": "#/$defs/key"},
        "sort_key": {"$ref": "#/$defs/key"},
        "entity_attribute": {"description": "Attribute that holds the entity's name", "type": "string", "default": "EntityType"},
        "billing": {"oneOf": [{"const": "on_demand"}, {"$ref": "#/$defs/throughput"}]},
        "stream": {"enum": ["none", "keys_only", "new_image", "old_image", "new_and_old_images"]},
        "ttl": {"description": "The TTL attribute", "type": "string"},
        "pitr": {"oneOf": [{"type": "boolean"}, {"type": "integer", "minimum": 1, "maximum": 35}]},
        "sse": {"enum": ["aws_owned", "kms"]},
        "deletion_protection": {"type": "boolean"},
        "class": {"enum": ["standard", "infrequent_access"]},
        "backups": {
          "type": "object",
          "required": ["every"],
          "additionalProperties": false,
          "properties": {"every": {"$ref": "#/$defs/span"}, "keep": {"$ref": "#/$defs/span"}}
        },
        "indexes": {"type": "object", "additionalProperties": {"$ref": "#/$defs/index"}},
        "accept": {"$ref": "#/$defs/accept"},
        "source_line": {"$ref": "#/$defs/source_line"}
      }
    },
    "index": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "local": {"type": "boolean"},
        "partition_key": {"$ref": "#/$defs/keys"},
        "sort_key": {"$ref": "#/$defs/keys"},
        "projection": {"oneOf": [{"enum": ["all", "keys_only"]}, {"$ref": "#/$defs/names"}]},
        "throughput": {"$ref": "#/$defs/throughput"},
        "accept": {"$ref": "#/$defs/accept"},
        "source_line": {"$ref": "#/$defs/source_line"}
      },
      "if": {"properties": {"local": {"const": true}}, "required": ["local"]},
      "then": {"required": ["sort_key"]},
      "else": {"required": ["partition_key"]}
    },
    "entity_key": {
      "oneOf": [
        {"$ref": "#/$defs/template"},
        {
          "type": "object",
          "required": ["template"],
          "additionalProperties": false,
          "properties": {"template": {"$ref": "#/$defs/template"}, "when": {"$ref": "#/$defs/condition"}}
        }
      ]
    },
    "entity": {
      "description": "What is not a word of its own is a key attribute with its template",
      "type": "object",
      "properties": {
        "table": {"type": "string"},
        "title": {"type": "string"},
        "value": {"description": "What the entity attribute holds", "type": "string"},
        "version": {"description": "Attribute of the optimistic lock", "type": "string"},
        "unique": {"$ref": "#/$defs/names"},
        "parent": {"description": "Entity whose item collection it lies in", "type": "string"},
        "references": {"type": "object", "additionalProperties": {"type": "string"}},
        "count": {"description": "Expected items", "type": "integer", "minimum": 0},
        "size": {"$ref": "#/$defs/size"},
        "strict": {"description": "Attributes that are not declared are refused", "type": "boolean"},
        "routes": {"description": "Which routes REST makes of it", "enum": ["all", "read", "none"]},
        "ttl": {
          "description": "When its items expire: a rule, or several of which the first that holds counts",
          "oneOf": [{"$ref": "#/$defs/ttl_rule"}, {"type": "array", "items": {"$ref": "#/$defs/ttl_rule"}}]
        },
        "keys": {"type": "object", "additionalProperties": {"$ref": "#/$defs/entity_key"}},
        "attributes": {"type": "object", "additionalProperties": {"$ref": "#/$defs/attribute"}},
        "accept": {"$ref": "#/$defs/accept"},
        "source_line": {"$ref": "#/$defs/source_line"}
      },
      "additionalProperties": {"$ref": "#/$defs/entity_key"}
    },
    "type": {
      "enum": ["string", "number", "integer", "decimal", "boolean", "binary", "timestamp", "date", "uuid", "ulid", "enum",
               "geo", "list", "map", "string_set", "number_set", "binary_set", "any"]
    },
    "shape": {
      "type": "object",
      "properties": {
        "type": {"$ref": "#/$defs/type"},
        "enum": {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"type": "string"}},
        "stored": {"enum": ["text", "seconds", "milliseconds"]},
        "min": {"type": "number"},
        "max": {"type": "number"},
        "min_length": {"type": "integer", "minimum": 0},
        "max_length": {"type": "integer", "minimum": 0},
        "decimals": {"type": "integer", "minimum": 0, "maximum": 38},
        "pattern": {"description": "RE2, the whole value", "type": "string"},
        "default": {"description": "A value, or now, today, uuid, ulid"}
      }
    },
    "ttl_rule": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "after": {"$ref": "#/$defs/span"},
        "of": {"description": "Attribute that it counts from; absent: the write by which `when` becomes true", "type": "string"},
        "when": {"$ref": "#/$defs/condition"}
      }
    },
    "attribute": {
      "oneOf": [
        {"$ref": "#/$defs/type"},
        {
          "type": "object",
          "$ref": "#/$defs/shape",
          "properties": {
            "required": {"type": "boolean"},
            "immutable": {"type": "boolean"},
            "hidden": {"description": "Taken by the REST API and never shown", "type": "boolean"},
            "on_write": {"description": "Written with every write: a value, or now, today, uuid, ulid"},
            "since": {"description": "The time by which this became true; absent while it is false", "$ref": "#/$defs/condition"},
            "computed": {"$ref": "#/$defs/template"}
          },
          "unevaluatedProperties": false
        }
      ]
    },
    "parameters": {
      "type": "object",
      "additionalProperties": {
        "oneOf": [
          {"$ref": "#/$defs/type"},
          {
            "type": "object",
            "$ref": "#/$defs/shape",
            "properties": {"optional": {"description": "Of a transaction or workflow", "type": "boolean"}},
            "unevaluatedProperties": false
          }
        ]
      }
    },
    "pattern": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "title": {"type": "string"},
        "entity": {"type": "string"},
        "entities": {"$ref": "#/$defs/names"},
        "table": {"type": "string"},
        "index": {"description": "Absent: the table's own key", "type": "string"},
        "where": {"description": "Such as PK = CUSTOMER#{customer} and begins_with(SK, ORDER#)", "type": "string"},
        "filter": {"$ref": "#/$defs/condition"},
        "order": {"enum": ["ascending", "descending"]},
        "limit": {"type": "integer", "minimum": 1},
        "project": {"$ref": "#/$defs/names"},
        "consistent": {"type": "boolean"},
        "count_only": {"type": "boolean"},
        "parameters": {"$ref": "#/$defs/parameters"},
        "kind": {"enum": ["get", "query", "scan", "batch_get", "put", "update", "delete", "batch_write", "transact"]},
        "rate": {"$ref": "#/$defs/rate"},
        "returns": {"description": "Expected items", "type": "number", "minimum": 0},
        "reads": {"description": "Expected items read before the filter", "type": "number", "minimum": 0},
        "load": {"description": "Entity whose whole items are fetched afterwards", "type": "string"},
        "transaction": {"type": "string"},
        "routes": {"$ref": "#/$defs/routes"},
        "fan_out": {
          "type": "object",
          "required": ["parameter"],
          "additionalProperties": false,
          "properties": {
            "parameter": {"type": "string"},
            "by": {"enum": ["day", "month", "value"]},
            "from": {"type": "string"},
            "to": {"type": "string"},
            "list": {"type": "string"}
          }
        },
        "geo": {
          "type": "object",
          "required": ["attribute", "around", "radius"],
          "additionalProperties": false,
          "properties": {
            "attribute": {"type": "string"},
            "around": {"type": "string"},
            "radius": {"type": "string"},
            "precision": {"type": "integer", "minimum": 1, "maximum": 12}
          }
        },
        "equal_to_document": {"type": "string"},
        "accept": {"$ref": "#/$defs/accept"},
        "source_line": {"$ref": "#/$defs/source_line"}
      }
    },
    "routes": {"description": "Whether REST makes a route of it", "enum": ["all", "none"]},
    "values": {"type": "object"},
    "step": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "put": {"type": "string"},
        "update": {"type": "string"},
        "delete": {"type": "string"},
        "check": {"type": "string"},
        "values": {"$ref": "#/$defs/values"},
        "key": {"$ref": "#/$defs/values"},
        "set": {"$ref": "#/$defs/values"},
        "add": {"$ref": "#/$defs/values"},
        "remove": {"$ref": "#/$defs/names"},
        "if": {"description": "missing, exists, or a condition", "type": "string"}
      },
      "oneOf": [{"required": ["put"]}, {"required": ["update"]}, {"required": ["delete"]}, {"required": ["check"]}]
    },
    "transaction": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "title": {"type": "string"},
        "parameters": {"$ref": "#/$defs/parameters"},
        "idempotent": {"type": "boolean"},
        "routes": {"$ref": "#/$defs/routes"},
        "steps": {"type": "array", "maxItems": 100, "items": {"$ref": "#/$defs/step"}}
      }
    },
    "migration": {
      "description": "How items of a table that is replaced become those of an entity",
      "type": "object",
      "required": ["from", "entity"],
      "additionalProperties": false,
      "properties": {
        "from": {"type": "string"},
        "entity": {"type": "string"},
        "of": {"type": "string"},
        "when": {"$ref": "#/$defs/condition"},
        "set": {"$ref": "#/$defs/values"},
        "drop": {"$ref": "#/$defs/names"}
      }
    },
    "workflow": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "title": {"type": "string"},
        "parameters": {"$ref": "#/$defs/parameters"},
        "session": {"description": "It asks for the session of a user", "type": "boolean"}
      }
    },
    "trigger": {
      "type": "object",
      "required": ["on", "entity", "run"],
      "additionalProperties": false,
      "properties": {
        "on": {"type": "array", "minItems": 1, "items": {"enum": ["insert", "modify", "remove"]}},
        "entity": {"type": "string"},
        "when": {"$ref": "#/$defs/condition"},
        "run": {"type": "string"},
        "with": {"$ref": "#/$defs/values"}
      }
    },
    "route": {
      "type": "object",
      "minProperties": 1,
      "maxProperties": 1,
      "additionalProperties": false,
      "properties": {
        "pattern": {"type": "string"},
        "transaction": {"type": "string"},
        "create": {"type": "string"},
        "put": {"type": "string"},
        "update": {"type": "string"},
        "get": {"type": "string"},
        "delete": {"type": "string"},
        "workflow": {"type": "string"}
      }
    },
    "alarm": {
      "type": "object",
      "required": ["metric", "above"],
      "additionalProperties": false,
      "properties": {
        "metric": {"description": "Of CloudWatch, such as ReadThrottleEvents", "type": "string"},
        "statistic": {"type": "string", "pattern": "^(sum|average|minimum|maximum|p[0-9][0-9.]{0,4})$"},
        "table": {"description": "Absent: each", "type": "string"},
        "index": {"description": "Absent: the table itself", "type": "string"},
        "above": {"type": "number"},
        "period": {"$ref": "#/$defs/span"}
      }
    },
    "sample": {
      "type": "object",
      "required": ["entity"],
      "additionalProperties": false,
      "properties": {
        "entity": {"type": "string"},
        "values": {"$ref": "#/$defs/values"},
        "source_line": {"$ref": "#/$defs/source_line"}
      }
    },
    "test": {
      "type": "object",
      "required": ["pattern"],
      "additionalProperties": false,
      "properties": {
        "pattern": {"type": "string"},
        "with": {"$ref": "#/$defs/values"},
        "expect": {"type": "array", "items": {"$ref": "#/$defs/values"}},
        "count": {"type": "integer", "minimum": 0}
      }
    },
    "claim": {
      "type": "object",
      "required": ["what"],
      "additionalProperties": false,
      "properties": {
        "what": {"type": "string"},
        "pattern": {"type": "string"},
        "table": {"type": "string"},
        "read_units": {"type": "number"},
        "write_units": {"type": "number"},
        "monthly_dollars": {"type": "number"},
        "cells": {"type": "number"},
        "storage_gb": {"type": "number"},
        "million_reads": {"type": "number"},
        "million_writes": {"type": "number"},
        "radius_km": {"type": "number"},
        "precision": {"type": "integer", "minimum": 1, "maximum": 12},
        "source_line": {"$ref": "#/$defs/source_line"}
      }
    },
    "load": {
      "type": "object",
      "required": ["name"],
      "additionalProperties": false,
      "properties": {
        "name": {"type": "string"},
        "reads": {"type": "number", "minimum": 0},
        "writes": {"type": "number", "minimum": 0},
        "read_size": {"$ref": "#/$defs/size"},
        "write_size": {"$ref": "#/$defs/size"},
        "consistent": {"type": "boolean"},
        "monthly_dollars": {"type": "number"},
        "source_line": {"$ref": "#/$defs/source_line"}
      }
    }
  }
}
)json";

}  // namespace

std::string_view ModelSchema() { return kSchema; }

}  // namespace trestle::model
