// The OpenAPI documents of the five systems, held against the OpenAPI 3.1 schema by a validator.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";

const root = fileURLToPath(new URL("../../", import.meta.url));
const systems = readdirSync(`${root}src/systems`, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);

test("each document is valid OpenAPI 3.1", async () => {
  const server = spawn(process.env.TRESTLE ?? `${root}build/release/trestle`, ["serve", "--memory", "--port", "0", "--system", "all"],
    { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = await once(createInterface(server.stdout), "line");
    const url = line.replace("listening on ", "");
    for (const name of systems) {
      const document = await (await fetch(`${url}/api/${name}/openapi.json`)).json();
      assert.equal(document.openapi, "3.1.0");
      const result = await new Validator().validate(document);
      assert.ok(result.valid, `${name}: ${JSON.stringify(result.errors, null, 1)}`);
      // All of it: each entity, pattern and declared route.
      const overview = await (await fetch(`${url}/api/${name}`)).json();
      for (const { method, path } of overview.routes) {
        const shape = (text) => text.replaceAll(/\{[^}]*\}/g, "{}");
        const found = Object.entries(document.paths).find(([at]) => shape(`/api/${name}${at}`) === shape(path));
        assert.ok(found?.[1][method.toLowerCase()], `${name}: ${method} ${path}`);
      }
      assert.ok(overview.routes.length > 5);
      const catalogue = await (await fetch(`${url}/api/${name}/patterns`)).json();
      for (const { name: entity } of overview.entities) assert.ok(Object.keys(document.paths).some((at) => at.startsWith(`/${entity}/`)), entity);
      for (const { name: pattern, href } of catalogue.patterns) assert.ok(!href || document.paths[`/patterns/${pattern}`]?.get, pattern);
      for (const { name: action } of catalogue.actions) assert.ok(document.paths[`/actions/${action}`]?.post, action);
    }
  } finally {
    server.kill();
    await once(server, "exit");
  }
});
