// Runs SQL on DuckDB and prints the rows of the last statement as JSON: node lake_query.mjs < statements.sql
import { readFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";

const connection = await (await DuckDBInstance.create(":memory:")).connect();
let rows = [];
for (const statement of readFileSync(0, "utf8").split(";").filter((text) => text.trim())) {
  rows = (await connection.runAndReadAll(statement)).getRowObjectsJson();
}
console.log(JSON.stringify(rows));
