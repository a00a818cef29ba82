// The AWS SDK for JavaScript, with its document client, against the server at $ENDPOINT.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import {
  CreateTableCommand, DeleteTableCommand, DynamoDBClient, waitUntilTableExists, waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";
import {
  BatchExecuteStatementCommand, BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient, ExecuteStatementCommand,
  ExecuteTransactionCommand, GetCommand, PutCommand, TransactWriteCommand, UpdateCommand,
  paginateQuery, paginateScan,
} from "@aws-sdk/lib-dynamodb";

const client = new DynamoDBClient({
  endpoint: process.env.ENDPOINT, region: "eu-west-1", credentials: { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "secret" },
});
const documents = DynamoDBDocumentClient.from(client);
const TableName = `js-${randomUUID().slice(0, 12)}`;

before(async () => {
  const { TableDescription } = await client.send(new CreateTableCommand({
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }, { AttributeName: "sk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }, { AttributeName: "sk", KeyType: "RANGE" }],
  }));
  assert.equal(TableDescription.TableArn, `arn:aws:dynamodb:eu-west-1:000000000000:table/${TableName}`);
  await waitUntilTableExists({ client, minDelay: 1, maxWaitTime: 20 }, { TableName });
});

after(async () => {
  await client.send(new DeleteTableCommand({ TableName }));
  await waitUntilTableNotExists({ client, minDelay: 1, maxWaitTime: 20 }, { TableName });
});

test("an item survives the round trip", async () => {
  const Item = { pk: "a", sk: "1", text: "naïve 💾", list: [1, { deep: [true, null] }], set: new Set(["x", "y"]), bytes: new Uint8Array([0, 255]) };
  await documents.send(new PutCommand({ TableName, Item }));
  assert.deepEqual((await documents.send(new GetCommand({ TableName, Key: { pk: "a", sk: "1" } }))).Item, Item);
});

test("a failed condition carries the item", async () => {
  await documents.send(new PutCommand({ TableName, Item: { pk: "c", sk: "1", n: 1 } }));
  const update = new UpdateCommand({
    TableName, Key: { pk: "c", sk: "1" }, UpdateExpression: "SET n = :n", ConditionExpression: "n > :n",
    ExpressionAttributeValues: { ":n": 5 }, ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  });
  await assert.rejects(documents.send(update), (error) => {
    assert.equal(error.name, "ConditionalCheckFailedException");
    assert.equal(error.message, "The conditional request failed");
    assert.deepEqual(error.Item.n, { N: "1" });
    return true;
  });
});

test("batches and pagers agree", async () => {
  const items = Array.from({ length: 25 }, (_, i) => ({ pk: "batch", sk: String(i).padStart(3, "0"), i }));
  const written = await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: items.map((Item) => ({ PutRequest: { Item } })) } }));
  assert.deepEqual(written.UnprocessedItems, {});
  const read = await documents.send(new BatchGetCommand({
    RequestItems: { [TableName]: { Keys: items.map(({ pk, sk }) => ({ pk, sk })), ProjectionExpression: "i" } },
  }));
  assert.deepEqual(read.Responses[TableName].map(({ i }) => i).sort((a, b) => a - b), items.map(({ i }) => i));
  const paged = [];
  for await (const page of paginateQuery({ client: documents, pageSize: 4 }, {
    TableName, KeyConditionExpression: "pk = :p", ExpressionAttributeValues: { ":p": "batch" }, ScanIndexForward: false,
  })) paged.push(...page.Items);
  assert.deepEqual(paged, items.toReversed ? items.toReversed() : [...items].reverse());
  let scanned = 0;
  for await (const page of paginateScan({ client: documents, pageSize: 7 }, {
    TableName, FilterExpression: "pk = :p", ExpressionAttributeValues: { ":p": "batch" },
  })) scanned += page.Count;
  assert.equal(scanned, 25);
});

test("a cancelled transaction says which action failed", async () => {
  const transaction = new TransactWriteCommand({
    TransactItems: [
      { Put: { TableName, Item: { pk: "t", sk: "1" } } },
      { ConditionCheck: { TableName, Key: { pk: "t", sk: "2" }, ConditionExpression: "attribute_exists(pk)" } },
    ],
  });
  await assert.rejects(documents.send(transaction), (error) => {
    assert.equal(error.name, "TransactionCanceledException");
    assert.deepEqual(error.CancellationReasons.map(({ Code }) => Code), ["None", "ConditionalCheckFailed"]);
    return true;
  });
  assert.equal((await documents.send(new GetCommand({ TableName, Key: { pk: "t", sk: "1" } }))).Item, undefined);
});

test("PartiQL takes and gives plain values", async () => {
  const table = `"${TableName}"`;
  const run = (Statement, ...Parameters) => documents.send(new ExecuteStatementCommand(Parameters.length ? { Statement, Parameters } : { Statement }));
  await run(`INSERT INTO ${table} VALUE {'pk': ?, 'sk': ?, 'list': ?}`, "q", "1", ["a", { b: [true, null] }]);
  assert.deepEqual((await run(`SELECT list FROM ${table} WHERE pk = ?`, "q")).Items, [{ list: ["a", { b: [true, null] }] }]);
  await assert.rejects(run(`INSERT INTO ${table} VALUE {'pk': 'q', 'sk': '1'}`), { name: "DuplicateItemException" });
  await documents.send(new ExecuteTransactionCommand({
    TransactStatements: [
      { Statement: `UPDATE ${table} SET list[0] = ? WHERE pk = 'q' AND sk = '1'`, Parameters: [7] },
      { Statement: `INSERT INTO ${table} VALUE {'pk': 'q', 'sk': '2'}` },
    ],
  }));
  const { Responses } = await documents.send(new BatchExecuteStatementCommand({
    Statements: ["1", "2", "3"].map((sk) => ({ Statement: `SELECT sk, list[0] FROM ${table} WHERE pk = 'q' AND sk = ?`, Parameters: [sk] })),
  }));
  assert.deepEqual(Responses.map(({ Item }) => Item), [{ sk: "1", "list[0]": 7 }, { sk: "2" }, undefined]);
});
