"""boto3 against a server that enforces capacity: what an application sees when a table is too small for it."""

import json
import pathlib
import sys
import threading
import time
import unittest
import urllib.request
import uuid

import boto3
import botocore.config
from botocore.exceptions import ClientError

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.dynamo import Client, Refused  # noqa: E402
from harness.server import Server  # noqa: E402

BURST = 300  # seconds of unused throughput that a table keeps


class CapacityTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server("--memory", "--capacity=enforce"))
        cls.impatient = cls.client(retries={"total_max_attempts": 1})
        cls.patient = cls.client(retries={"total_max_attempts": 10, "mode": "standard"})

    @classmethod
    def client(cls, **config):
        return boto3.client("dynamodb", endpoint_url=cls.server.url, region_name="us-east-1", aws_access_key_id="any",
                            aws_secret_access_key="any", config=botocore.config.Config(**config))

    def make_table(self, read=1, write=1, **more):
        name = f"capacity-{uuid.uuid4().hex[:12]}"
        self.impatient.create_table(**{
            "TableName": name, "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "ProvisionedThroughput": {"ReadCapacityUnits": read, "WriteCapacityUnits": write}, **more})
        return name

    def use_up_writes(self, table, units):
        """Writes items of 100 KB, 100 units each, then small ones, until the table has nothing left."""
        for _ in range(units // 100):
            self.impatient.put_item(TableName=table, Item={"pk": {"S": "large"}, "text": {"S": "x" * 102_000}})
        with self.assertRaises(ClientError) as raised:
            for _ in range(units):
                self.impatient.put_item(TableName=table, Item={"pk": {"S": "small"}})
        return raised.exception.response

    def test_an_exhausted_table_throttles_with_a_reason(self):
        table = self.make_table()
        response = self.use_up_writes(table, BURST)
        self.assertEqual(response["Error"]["Code"], "ProvisionedThroughputExceededException")
        self.assertIn("The level of configured provisioned throughput for the table was exceeded", response["Error"]["Message"])
        reasons = response.get("ThrottlingReasons")  # older clients do not read them
        if reasons is not None:
            self.assertEqual(reasons, [{"reason": "TableWriteProvisionedThroughputExceeded",
                                        "resource": f"arn:aws:dynamodb:us-east-1:000000000000:table/{table}"}])

    def test_retries_recover(self):
        table = self.make_table(write=2)
        self.use_up_writes(table, 2 * BURST)
        for number in range(5):  # at two a second
            self.patient.put_item(TableName=table, Item={"pk": {"S": str(number)}})
        time.sleep(0.6)
        self.assertEqual(self.impatient.get_item(TableName=table, Key={"pk": {"S": "4"}})["Item"], {"pk": {"S": "4"}})

    def test_unprocessed_members_of_a_batch_are_sent_again(self):
        table = self.make_table(read=20, write=3)  # with more, the partition's 1,000 units would be used up first
        self.use_up_writes(table, 3 * BURST)
        time.sleep(1)
        request = {table: [{"PutRequest": {"Item": {"pk": {"S": str(number)}}}} for number in range(20)]}
        response = self.impatient.batch_write_item(RequestItems=request)
        left = response["UnprocessedItems"][table]
        self.assertTrue(0 < len(left) < 20, len(left))
        resource = boto3.resource("dynamodb", endpoint_url=self.server.url, region_name="us-east-1", aws_access_key_id="any",
                                  aws_secret_access_key="any",
                                  config=botocore.config.Config(retries={"total_max_attempts": 10, "mode": "standard"}))
        with resource.Table(table).batch_writer() as batch:  # sends what is left until nothing is
            for number in range(20, 30):
                batch.put_item(Item={"pk": str(number)})
        self.assertIn("Item", self.patient.get_item(TableName=table, Key={"pk": {"S": "29"}}))

    def test_an_index_holds_up_its_table(self):
        table = self.make_table(
            write=40, AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "g", "AttributeType": "S"}],
            GlobalSecondaryIndexes=[{
                "IndexName": "by-g", "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"}, "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1}}])
        with self.assertRaises(ClientError) as raised:
            for number in range(6):  # 100 units of the table and of the index each
                self.impatient.put_item(TableName=table, Item={
                    "pk": {"S": str(number)}, "g": {"S": "x"}, "text": {"S": "x" * 102_000}})
        self.assertIn("one or more global secondary indexes", raised.exception.response["Error"]["Message"])
        client = Client(self.server.url)  # as older SDKs do not read the reasons
        self.addCleanup(client.close)
        with self.assertRaises(Refused) as refused:
            client.call("PutItem", {"TableName": table, "Item": {"pk": {"S": "x"}, "g": {"S": "x"}}})
        self.assertEqual(refused.exception.code, "ProvisionedThroughputExceededException")
        self.assertEqual(refused.exception.reply["ThrottlingReasons"], [{
            "reason": "IndexWriteProvisionedThroughputExceeded",
            "resource": f"arn:aws:dynamodb:us-east-1:000000000000:table/{table}/index/by-g"}])
        self.impatient.put_item(TableName=table, Item={"pk": {"S": "not indexed"}})

    def test_a_throttled_transaction_is_cancelled_with_reasons(self):
        table = self.make_table()
        self.use_up_writes(table, BURST)
        with self.assertRaises(self.impatient.exceptions.TransactionCanceledException) as raised:
            self.impatient.transact_write_items(TransactItems=[{"Put": {"TableName": table, "Item": {"pk": {"S": "t"}}}}])
        self.assertEqual(raised.exception.response["CancellationReasons"][0]["Code"], "ProvisionedThroughputExceeded")

    def test_heat_names_the_throttled_key(self):
        table = self.make_table()
        self.use_up_writes(table, BURST)
        with urllib.request.urlopen(f"{self.server.url}/_trestle/heat?table={table}", timeout=10) as reply:
            heat = json.load(reply)["resources"][0]
        self.assertEqual(heat["partitionKeys"][0]["key"], {"pk": {"S": "large"}})
        self.assertEqual(heat["throttledPartitionKeys"][0]["key"], {"pk": {"S": "small"}})
        self.assertGreaterEqual(heat["partitions"][0]["writeUnits"], BURST)


class OnDemandTest(unittest.TestCase):
    """The clock stands still, so all that is written between two moves of it is of one second."""

    def setUp(self):
        self.server = self.enterContext(Server("--memory", "--capacity=enforce", "--clock=manual"))
        self.client = boto3.client(
            "dynamodb", endpoint_url=self.server.url, region_name="us-east-1", aws_access_key_id="any", aws_secret_access_key="any",
            config=botocore.config.Config(retries={"total_max_attempts": 1}))
        self.client.create_table(
            TableName="tab", BillingMode="PAY_PER_REQUEST", AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}])

    def advance(self, duration):
        body = json.dumps({"advance": duration}).encode()
        urllib.request.urlopen(urllib.request.Request(f"{self.server.url}/_trestle/clock", body), timeout=10).close()

    def written_in_a_second(self):
        """Of 120 writes of 100 units, to partitions of their own: how many were taken."""
        taken = 0
        for number in range(120):
            try:
                self.client.put_item(TableName="tab", Item={"pk": {"S": str(number)}, "text": {"S": "x" * 102_000}})
                taken += 1
            except ClientError as error:
                self.assertEqual(error.response["Error"]["Code"], "ThrottlingException")
                reasons = error.response.get("throttlingReasons")  # older clients do not read them
                if reasons is not None:
                    self.assertEqual(reasons[0]["reason"], "TableWriteKeyRangeThroughputExceeded")
        return taken

    def test_a_table_takes_twice_its_peak_after_half_an_hour(self):
        at_first = self.written_in_a_second()
        self.assertLessEqual(at_first, 44)  # 4,000 units, and what each partition may owe
        self.advance("1m")
        self.assertLessEqual(self.written_in_a_second(), 44)
        self.advance("30m")
        self.client.put_item(TableName="tab", Item={"pk": {"S": "0"}})  # has the table look at its peak
        self.advance("1s")
        self.assertGreater(self.written_in_a_second(), 1.5 * at_first)


class FaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server("--memory", "--threads", "1"))
        cls.client = boto3.client("dynamodb", endpoint_url=cls.server.url, region_name="us-east-1", aws_access_key_id="any",
                                  aws_secret_access_key="any", config=botocore.config.Config(retries={"total_max_attempts": 6}))
        cls.client.create_table(TableName="faulty", BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
                                AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}])

    def ask(self, method, path="faults", body=None):
        request = urllib.request.Request(f"{self.server.url}/_trestle/{path}", method=method,
                                         data=None if body is None else json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=10) as reply:
            return json.load(reply)

    def setUp(self):
        self.addCleanup(self.ask, "DELETE")

    def test_a_client_gets_over_errors_of_the_server(self):
        for fault in ("internal", "unavailable", "throttle"):
            rule = self.ask("POST", body={"operation": "PutItem", "fault": fault, "times": 2})["id"]
            self.client.put_item(TableName="faulty", Item={"pk": {"S": fault}})
            listed = {entry["id"]: entry for entry in self.ask("GET")["faults"]}[rule]
            self.assertEqual((listed["hits"], listed["active"]), (2, False))

    def test_a_slow_answer_holds_nobody_else_up(self):
        self.ask("POST", body={"key": {"pk": {"S": "slow"}}, "fault": "latency", "delay": "4s"})
        start = time.monotonic()
        self.client.get_item(TableName="faulty", Key={"pk": {"S": "quick"}})
        self.assertLess(time.monotonic() - start, 3)
        slow = threading.Thread(target=lambda: self.client.get_item(TableName="faulty", Key={"pk": {"S": "slow"}}))
        slow.start()
        time.sleep(0.1)
        self.client.put_item(TableName="faulty", Item={"pk": {"S": "meanwhile"}})  # by the same event loop
        self.assertLess(time.monotonic() - start, 4)
        slow.join()
        self.assertGreaterEqual(time.monotonic() - start, 4)

    def test_the_service_is_itself_again_when_rules_are_gone(self):
        rule = self.ask("POST", body={"fault": "internal"})["id"]
        self.ask("DELETE", f"faults/{rule}")
        self.assertEqual(self.ask("GET"), {"faults": []})
        self.client.get_item(TableName="faulty", Key={"pk": {"S": "a"}})


if __name__ == "__main__":
    unittest.main()
