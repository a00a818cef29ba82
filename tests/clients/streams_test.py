"""A consumer of streams as the Kinesis Client Library is one, against servers of its own: it follows the lineage of the
shards, parents first, keeps a checkpoint for each, and rebuilds the table from what it reads."""

import pathlib
import random
import sys
import tempfile
import unittest

import boto3
import botocore.config

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import CREDENTIALS, Server  # noqa: E402


def client(service, server):
    return boto3.client(service, endpoint_url=server.url, region_name="us-east-1",
                        aws_access_key_id=CREDENTIALS["AWS_ACCESS_KEY_ID"], aws_secret_access_key="secret",
                        config=botocore.config.Config(retries={"max_attempts": 2}))


def make_table(tables, name="tab", view="NEW_AND_OLD_IMAGES"):
    made = tables.create_table(
        TableName=name, BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"}],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        StreamSpecification={"StreamEnabled": True, "StreamViewType": view})
    return made["TableDescription"]["LatestStreamArn"]


def key_of(keys):
    return keys["pk"]["S"], keys["sk"]["N"]


class Consumer:
    """Checkpoints outlive the server and the iterators: what was read last of each shard, and which have ended."""

    def __init__(self, arn):
        self.arn = arn
        self.checkpoints, self.ended = {}, set()
        self.state, self.records = {}, []

    def shards(self, streams):
        shards, more = [], {}
        while True:
            page = streams.describe_stream(StreamArn=self.arn, Limit=3, **more)["StreamDescription"]
            shards += page["Shards"]
            if "LastEvaluatedShardId" not in page:
                return shards
            more = {"ExclusiveStartShardId": page["LastEvaluatedShardId"]}

    def catch_up(self, streams):
        """Reads everything that is there now; a shard only when its parent has ended."""
        while True:
            shards = self.shards(streams)
            known = {shard["ShardId"] for shard in shards}
            ready = [shard["ShardId"] for shard in shards if shard["ShardId"] not in self.ended
                     and (shard.get("ParentShardId") not in known or shard["ParentShardId"] in self.ended)]
            before = len(self.records), len(self.ended)
            for shard in ready:
                self.read(streams, shard)
            if before == (len(self.records), len(self.ended)):
                return

    def read(self, streams, shard):
        start = {"ShardIteratorType": "TRIM_HORIZON"}
        if shard in self.checkpoints:
            start = {"ShardIteratorType": "AFTER_SEQUENCE_NUMBER", "SequenceNumber": self.checkpoints[shard]}
        iterator = streams.get_shard_iterator(StreamArn=self.arn, ShardId=shard, **start)["ShardIterator"]
        while True:
            page = streams.get_records(ShardIterator=iterator, Limit=7)
            for record in page["Records"]:
                self.apply(record)
                self.checkpoints[shard] = record["dynamodb"]["SequenceNumber"]
            iterator = page.get("NextShardIterator")
            if iterator is None:
                self.ended.add(shard)
                return
            if not page["Records"]:
                return

    def apply(self, record):
        change = record["dynamodb"]
        key = key_of(change["Keys"])
        if self.state.get(key) != change.get("OldImage"):
            raise AssertionError(f"{key} was {self.state.get(key)}, and the record says {change.get('OldImage')}")
        if record["eventName"] == "REMOVE":
            del self.state[key]
        else:
            self.state[key] = change["NewImage"]
        self.records.append(record)


def write(tables, chance, count):
    for _ in range(count):
        key = {"pk": {"S": f"p{chance.randrange(12)}"}, "sk": {"N": str(chance.randrange(4))}}
        if chance.random() < 0.2:
            tables.delete_item(TableName="tab", Key=key)
        else:
            tables.put_item(TableName="tab", Item={**key, "n": {"N": str(chance.randrange(5))}})


def content(tables):
    items = [item for page in tables.get_paginator("scan").paginate(TableName="tab") for item in page["Items"]]
    return {key_of(item): item for item in items}


class StreamsTest(unittest.TestCase):
    def test_a_consumer_rebuilds_the_table_over_restarts_and_splits(self):
        chance = random.Random(1)
        consumer = None
        with tempfile.TemporaryDirectory() as folder:
            for shards in (2, 2, 5, 8):
                with Server("--data", folder, "--stream-shards", str(shards)) as server:
                    tables, streams = client("dynamodb", server), client("dynamodbstreams", server)
                    consumer = consumer or Consumer(make_table(tables))
                    for _ in range(3):
                        write(tables, chance, 60)
                        consumer.catch_up(streams)
                        self.assertEqual(consumer.state, content(tables))
            numbers = [record["dynamodb"]["SequenceNumber"] for record in consumer.records]
            self.assertEqual(len(numbers), len(set(numbers)))
            self.assertEqual(len({record["eventID"] for record in consumer.records}), len(numbers))

    def test_a_stopped_stream_is_read_to_its_end(self):
        with Server("--memory") as server:
            tables, streams = client("dynamodb", server), client("dynamodbstreams", server)
            consumer = Consumer(make_table(tables))
            write(tables, random.Random(2), 100)
            before = content(tables)
            tables.delete_table(TableName="tab")
            consumer.catch_up(streams)
            self.assertEqual(consumer.state, before)
            shards = consumer.shards(streams)
            self.assertEqual(consumer.ended, {shard["ShardId"] for shard in shards})
            for shard in shards:
                self.assertIn("EndingSequenceNumber", shard["SequenceNumberRange"])
            listed = [stream["StreamArn"] for stream in streams.list_streams(TableName="tab")["Streams"]]
            self.assertEqual(listed, [consumer.arn])

    def test_more_shards_split_the_ones_that_are_there(self):
        with tempfile.TemporaryDirectory() as folder:
            with Server("--data", folder, "--stream-shards", "1") as server:
                arn = make_table(client("dynamodb", server))
                parent = client("dynamodbstreams", server).describe_stream(StreamArn=arn)["StreamDescription"]["Shards"][0]
                self.assertNotIn("EndingSequenceNumber", parent["SequenceNumberRange"])
            with Server("--data", folder, "--stream-shards", "2") as server:
                streams = client("dynamodbstreams", server)
                shards = streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]
                self.assertEqual([shard.get("ParentShardId") for shard in shards], [None] + 2 * [parent["ShardId"]])
                self.assertGreater(shards[1]["SequenceNumberRange"]["StartingSequenceNumber"],
                                   shards[0]["SequenceNumberRange"]["EndingSequenceNumber"])
                self.assertEqual([shard["ShardId"] for shard in shards], sorted(shard["ShardId"] for shard in shards))


if __name__ == "__main__":
    unittest.main()
