"""boto3, as an application uses it, against the server at $ENDPOINT."""

import decimal
import os
import threading
import unittest
import uuid

import boto3
import botocore.config
from boto3.dynamodb.conditions import Attr, Key
from boto3.dynamodb.types import Binary
from botocore.exceptions import ClientError

OPTIONS = {"endpoint_url": os.environ["ENDPOINT"], "region_name": "us-east-1", "aws_access_key_id": "AKIAIOSFODNN7EXAMPLE",
           "aws_secret_access_key": "secret", "config": botocore.config.Config(retries={"max_attempts": 2})}


class Boto3Test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.resource = boto3.resource("dynamodb", **OPTIONS)
        cls.client = boto3.client("dynamodb", **OPTIONS)
        cls.table = cls.make_table()

    @classmethod
    def make_table(cls, **more):
        table = cls.resource.create_table(**{
            "TableName": f"boto3-{uuid.uuid4().hex[:12]}",
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [
                {"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"},
                {"AttributeName": "gpk", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            "GlobalSecondaryIndexes": [{
                "IndexName": "by-gpk", "Projection": {"ProjectionType": "ALL"},
                "KeySchema": [{"AttributeName": "gpk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}]}],
            **more})
        table.wait_until_exists()
        cls.addClassCleanup(table.delete)
        return table

    def assert_error(self, code, call, **arguments):
        with self.assertRaises(ClientError) as raised:
            call(**arguments)
        self.assertEqual(raised.exception.response["Error"]["Code"], code)
        return raised.exception.response

    def test_waiters_see_a_table_come_and_go(self):
        name = f"boto3-{uuid.uuid4().hex[:12]}"
        self.client.create_table(
            TableName=name, BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}])
        self.client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1, "MaxAttempts": 10})
        self.assertIn(name, [n for page in self.client.get_paginator("list_tables").paginate() for n in page["TableNames"]])
        self.client.delete_table(TableName=name)
        self.client.get_waiter("table_not_exists").wait(TableName=name, WaiterConfig={"Delay": 1, "MaxAttempts": 10})

    def test_every_type_survives_the_round_trip(self):
        item = {"pk": "types", "sk": decimal.Decimal("1"), "string": "café ☕ \u0001 \"quoted\" \\", "empty": "",
                "number": decimal.Decimal("-12345678901234567890.123456789012345678"), "small": decimal.Decimal("1E-130"), "binary": Binary(bytes(range(256))),
                "true": True, "null": None, "strings": {"a", "b"}, "numbers": {decimal.Decimal(1), decimal.Decimal("2.5")},
                "binaries": {Binary(b"x"), Binary(b"y")}, "list": [1, "two", [3], {"four": 4}], "map": {"a": {"b": []}}}
        self.table.put_item(Item=item)
        self.assertEqual(self.table.get_item(Key={"pk": "types", "sk": 1}, ConsistentRead=True)["Item"], item)

    def test_conditions_and_updates(self):
        key = {"pk": "update", "sk": 1}
        self.table.put_item(Item={**key, "count": 1, "tags": {"a"}, "entries": []}, ConditionExpression=Attr("pk").not_exists())
        self.assert_error("ConditionalCheckFailedException", self.table.put_item, Item=key,
                          ConditionExpression=Attr("pk").not_exists())
        reply = self.table.update_item(
            Key=key, UpdateExpression="SET #c = #c + :one, entries = list_append(entries, :entry) ADD tags :b",
            ConditionExpression="#c < :max", ExpressionAttributeNames={"#c": "count"},
            ExpressionAttributeValues={":one": 1, ":entry": ["first"], ":b": {"b"}, ":max": 10}, ReturnValues="ALL_NEW")
        self.assertEqual(reply["Attributes"], {**key, "count": 2, "tags": {"a", "b"}, "entries": ["first"]})
        failed = self.assert_error(
            "ConditionalCheckFailedException", self.client.update_item, TableName=self.table.name,
            Key={"pk": {"S": "update"}, "sk": {"N": "1"}}, UpdateExpression="SET x = :v", ConditionExpression="#c > :v",
            ExpressionAttributeNames={"#c": "count"}, ExpressionAttributeValues={":v": {"N": "5"}})
        self.assertEqual(failed["Error"]["Message"], "The conditional request failed")
        old = self.table.delete_item(Key=key, ReturnValues="ALL_OLD")["Attributes"]
        self.assertEqual(old["count"], 2)
        self.assertNotIn("Item", self.table.get_item(Key=key))

    def test_query_pages_in_both_directions_and_on_the_index(self):
        with self.table.batch_writer() as batch:
            for number in range(60):
                batch.put_item(Item={"pk": "page", "sk": number, "gpk": f"g{number % 2}", "data": "x" * 1000})
        for forward in (True, False):
            seen, pages, start = [], 0, {}
            while True:
                page = self.table.query(KeyConditionExpression=Key("pk").eq("page") & Key("sk").between(5, 54), Limit=7,
                                        ScanIndexForward=forward, **start)
                seen += [int(item["sk"]) for item in page["Items"]]
                pages += 1
                if "LastEvaluatedKey" not in page:
                    break
                start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}
            self.assertEqual(seen, list(range(5, 55)) if forward else list(range(54, 4, -1)))
            self.assertEqual(pages, 8)
        odd = self.table.query(IndexName="by-gpk", KeyConditionExpression=Key("gpk").eq("g1"),
                               FilterExpression=Attr("data").begins_with("x"))
        self.assertEqual([int(item["sk"]) for item in odd["Items"]], list(range(1, 60, 2)))
        count = self.table.query(KeyConditionExpression=Key("pk").eq("page"), Select="COUNT")
        self.assertEqual((count["Count"], count["ScannedCount"]), (60, 60))

    def test_parallel_scan_sees_everything_once(self):
        table = self.make_table()
        with table.batch_writer() as batch:
            for number in range(200):
                batch.put_item(Item={"pk": f"p{number}", "sk": number})
        paginator = self.client.get_paginator("scan")
        seen = []
        for segment in range(5):
            for page in paginator.paginate(TableName=table.name, Segment=segment, TotalSegments=5, Limit=9):
                seen += [item["pk"]["S"] for item in page["Items"]]
        self.assertEqual(sorted(seen), sorted(f"p{number}" for number in range(200)))

    def test_query_stops_at_one_megabyte(self):
        with self.table.batch_writer() as batch:
            for number in range(12):
                batch.put_item(Item={"pk": "big", "sk": number, "data": "x" * 200_000})
        pages = list(self.client.get_paginator("query").paginate(
            TableName=self.table.name, KeyConditionExpression="pk = :p", ExpressionAttributeValues={":p": {"S": "big"}}))
        self.assertEqual(sum(page["Count"] for page in pages), 12)
        self.assertEqual([page["Count"] for page in pages], [6, 6, 0] if len(pages) == 3 else [6, 6])

    def test_batch_get_returns_what_exists(self):
        self.table.put_item(Item={"pk": "bg", "sk": 1})
        reply = self.resource.batch_get_item(RequestItems={
            self.table.name: {"Keys": [{"pk": "bg", "sk": 1}, {"pk": "bg", "sk": 2}], "ConsistentRead": True}})
        self.assertEqual(reply["Responses"][self.table.name], [{"pk": "bg", "sk": 1}])
        self.assertEqual(reply["UnprocessedKeys"], {})

    def test_what_a_batch_leaves_unprocessed_comes_on_retry(self):
        with self.table.batch_writer() as batch:
            for number in range(44):
                batch.put_item(Item={"pk": "large", "sk": number, "data": "x" * 400_000})
        wanted = {self.table.name: {"Keys": [{"pk": "large", "sk": number} for number in range(44)]}}
        seen, rounds = [], 0
        while wanted:
            reply = self.resource.batch_get_item(RequestItems=wanted)
            seen += [int(item["sk"]) for item in reply["Responses"][self.table.name]]
            wanted, rounds = reply["UnprocessedKeys"], rounds + 1
        self.assertEqual(sorted(seen), list(range(44)))
        self.assertEqual(rounds, 2)  # 44 items of 400,000 bytes are more than the 16 MB of one reply

    def test_transactions_cancel_with_reasons(self):
        name = self.table.name
        self.client.transact_write_items(TransactItems=[
            {"Put": {"TableName": name, "Item": {"pk": {"S": "tx"}, "sk": {"N": "1"}, "money": {"N": "10"}}}},
            {"Put": {"TableName": name, "Item": {"pk": {"S": "tx"}, "sk": {"N": "2"}, "money": {"N": "0"}}}}])
        with self.assertRaises(self.client.exceptions.TransactionCanceledException) as raised:
            self.client.transact_write_items(TransactItems=[
                {"Update": {"TableName": name, "Key": {"pk": {"S": "tx"}, "sk": {"N": "2"}},
                            "UpdateExpression": "ADD money :m", "ExpressionAttributeValues": {":m": {"N": "20"}}}},
                {"Update": {"TableName": name, "Key": {"pk": {"S": "tx"}, "sk": {"N": "1"}},
                            "UpdateExpression": "SET money = money - :m", "ConditionExpression": "money >= :m",
                            "ExpressionAttributeValues": {":m": {"N": "20"}},
                            "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}}])
        reasons = raised.exception.response["CancellationReasons"]
        self.assertEqual([reason["Code"] for reason in reasons], ["None", "ConditionalCheckFailed"])
        self.assertEqual(reasons[1]["Item"]["money"], {"N": "10"})
        got = self.client.transact_get_items(TransactItems=[
            {"Get": {"TableName": name, "Key": {"pk": {"S": "tx"}, "sk": {"N": str(n)}}}} for n in (1, 2, 3)])["Responses"]
        self.assertEqual([reply.get("Item", {}).get("money") for reply in got], [{"N": "10"}, {"N": "0"}, None])

    def test_a_client_token_makes_a_transaction_happen_once(self):
        token = uuid.uuid4().hex
        add = {"Update": {"TableName": self.table.name, "Key": {"pk": {"S": "token"}, "sk": {"N": "1"}},
                          "UpdateExpression": "ADD n :one", "ExpressionAttributeValues": {":one": {"N": "1"}}}}
        for _ in range(3):
            self.client.transact_write_items(TransactItems=[add], ClientRequestToken=token)
        self.assertEqual(self.table.get_item(Key={"pk": "token", "sk": 1}, ConsistentRead=True)["Item"]["n"], 1)
        other = {"Delete": {"TableName": self.table.name, "Key": {"pk": {"S": "token"}, "sk": {"N": "1"}}}}
        self.assert_error("IdempotentParameterMismatchException", self.client.transact_write_items,
                          TransactItems=[other], ClientRequestToken=token)

    def test_concurrent_increments_lose_nothing(self):
        def add():
            table = boto3.session.Session().resource("dynamodb", **OPTIONS).Table(self.table.name)
            for _ in range(50):
                table.update_item(Key={"pk": "counter", "sk": 1}, UpdateExpression="ADD n :one",
                                  ExpressionAttributeValues={":one": 1})
        threads = [threading.Thread(target=add) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(self.table.get_item(Key={"pk": "counter", "sk": 1}, ConsistentRead=True)["Item"]["n"], 300)

    def test_an_index_added_later_is_filled(self):
        table = self.make_table()
        with table.batch_writer() as batch:
            for number in range(100):
                batch.put_item(Item={"pk": "late", "sk": number, "color": "red" if number % 3 else "blue"})
        self.client.update_table(
            TableName=table.name, AttributeDefinitions=[{"AttributeName": "color", "AttributeType": "S"}],
            GlobalSecondaryIndexUpdates=[{"Create": {
                "IndexName": "by-color", "KeySchema": [{"AttributeName": "color", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"}}}])
        for _ in range(200):
            indexes = {i["IndexName"]: i for i in self.client.describe_table(TableName=table.name)["Table"]["GlobalSecondaryIndexes"]}
            if indexes["by-color"]["IndexStatus"] == "ACTIVE":
                break
            threading.Event().wait(0.05)
        blue = table.query(IndexName="by-color", KeyConditionExpression=Key("color").eq("blue"))
        self.assertEqual(sorted(int(item["sk"]) for item in blue["Items"]), list(range(0, 100, 3)))

    def test_tags_and_capacity_are_reported(self):
        arn = self.client.describe_table(TableName=self.table.name)["Table"]["TableArn"]
        self.client.tag_resource(ResourceArn=arn, Tags=[{"Key": "team", "Value": "db"}])
        self.assertEqual(self.client.list_tags_of_resource(ResourceArn=arn)["Tags"], [{"Key": "team", "Value": "db"}])
        self.client.untag_resource(ResourceArn=arn, TagKeys=["team"])
        self.assertEqual(self.client.list_tags_of_resource(ResourceArn=arn)["Tags"], [])
        reply = self.table.put_item(Item={"pk": "cost", "sk": 1, "gpk": "g", "data": "x" * 1500}, ReturnConsumedCapacity="INDEXES")
        self.assertEqual(reply["ConsumedCapacity"]["CapacityUnits"], 4)
        self.assertEqual(reply["ConsumedCapacity"]["GlobalSecondaryIndexes"], {"by-gpk": {"CapacityUnits": 2}})
        self.assert_error("ResourceNotFoundException", self.client.get_item, TableName="no-such-table", Key={"a": {"S": "b"}})


if __name__ == "__main__":
    unittest.main()
