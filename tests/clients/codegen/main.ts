// Generated code against the server at $ENDPOINT; prints what the C++ program prints.
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as shop from "./shop.js";

const client = new DynamoDBClient({
  endpoint: process.env.ENDPOINT, region: "us-east-1", credentials: { accessKeyId: "any", secretAccessKey: "any" },
});
const hash = (...names: string[]) => names.map((AttributeName) => ({ AttributeName, KeyType: "HASH" as const }));
const range = (AttributeName: string) => ({ AttributeName, KeyType: "RANGE" as const });
const order = (number: number, status: "open" | "paid" | "done", total: number): shop.Order => ({
  CustomerId: "c1", OrderId: `o${number}`, Number: number, Status: status, PlacedAt: "2026-02-13T10:30:45.123Z",
  Country: "IT", City: "Rome", Total: total,
});

await client.send(new CreateTableCommand({
  TableName: "shop",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [
    ...["PK", "SK", "GSI1PK", "GSI1SK", "Country", "City", "OrderId"].map((AttributeName) => ({ AttributeName, AttributeType: "S" as const })),
    { AttributeName: "Total", AttributeType: "N" as const },
  ],
  KeySchema: [...hash("PK"), range("SK")],
  GlobalSecondaryIndexes: [
    { IndexName: "GSI1", KeySchema: [...hash("GSI1PK"), range("GSI1SK")], Projection: { ProjectionType: "ALL" } },
    { IndexName: "ByOrderId", KeySchema: hash("OrderId"), Projection: { ProjectionType: "KEYS_ONLY" } },
    { IndexName: "ByPlace", KeySchema: [...hash("Country", "City"), range("Total")], Projection: { ProjectionType: "ALL" } },
  ],
}));
await shop.WriteCustomer(client, { CustomerId: "c1", Name: "Ada" });
await shop.PlaceOrder(client, order(7, "open", 12.5));
await shop.ImportOrders(client, [order(8, "paid", 3), order(9, "done", 99)]);

console.log("customer", (await shop.CustomerById(client, { customer: "c1" }))?.Name);
for (const each of (await shop.OrdersOfCustomer(client, { customer: "c1" })).items) console.log("order", each.OrderId);
for (const each of (await shop.OrdersOfStatus(client, { statuses: ["paid", "open", "done"] })).items) console.log("status", each.Status);
for (const each of (await shop.LargestInCity(client, { country: "IT", city: "Rome", least: 10 })).items) console.log("large", each.Total);
for (const each of (await shop.OrdersOfIds(client, { ids: ["o9", "o8", "o7"] })).items) console.log("id", each.OrderId, each.Status);
console.log("dear", (await shop.OrdersOfIds(client, { ids: ["o8", "o7"], least: 10 })).count);
console.log("whole", (await shop.OrderOfId(client, { id: "o9" })).items[0].City);
console.log("scanned", (await shop.OrdersInAll(client, {})).count);
console.log("theirs", (await shop.OrdersWithCustomer(client, { customer: "c1" })).items.length);
console.log("everything", (await shop.Everything(client, { customer: "c1" })).count);
const changed = await shop.ChangeOrder(client, { CustomerId: "c1", Number: 7 }, { Status: "paid", PlacedAt: "2026-02-13T10:30:45.123Z" });
console.log("changed", changed.Status);
console.log("open", (await shop.OrdersOfStatus(client, { statuses: ["open"] })).count);
await shop.DeleteOrder(client, { CustomerId: "c1", Number: 8 });
console.log("several", (await shop.SeveralCustomers(client, [{ CustomerId: "c1" }, { CustomerId: "c2" }])).length);
console.log("left", (await shop.AllItems(client, {})).count);

await shop.PlaceOrder(client, order(10, "open", 20));
const payment: shop.PayOrderArguments = { customer: "c1", number: 10, on: "2026-11-16" };
await shop.PayOrder(client, payment, "token-1");
console.log("noted", (await shop.CustomerById(client, { customer: "c1" }))?.Name);
for (const each of (await shop.OrdersOfCustomer(client, { customer: "c1", least: 20 })).items) {
  console.log("paid", each.OrderId, each.Total, each.Country, each.City ? "city" : "nowhere");
}
const made = await shop.ChangeOrder(client, { CustomerId: "c1", Number: 99 }, { City: "Oslo" });
console.log("made", made.OrderId, made.Status);
console.log("again", await shop.MovesOrder(client, payment).then(() => "paid", () => "refused"));

const outcome = (write: Promise<void>) => write.then(() => "written", (error: Error) => error.message);
console.log("wide", await outcome(shop.PlaceOrder(client, order(1234567, "open", 1))));
console.log("negative", await outcome(shop.PayOrder(client, { customer: "c1", number: -1, on: "2026-11-16" })));
