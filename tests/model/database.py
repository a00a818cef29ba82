"""The table of the model test on its server, and the ways to look at it."""

from harness.timed import TimedDatabase
from writes import TABLE, key_of

INDEXES = {"ByColor": "color", "ByValue": "v"}


class ModelDatabase(TimedDatabase):
    def __init__(self, folder, binary, now):
        super().__init__(folder, binary, now, "--stream-shard-hours=0.5")
        self.call("CreateTable", TableName=TABLE, BillingMode="PAY_PER_REQUEST", GlobalSecondaryIndexes=[_index("ByColor")],
                  StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}, **key_schema("color"))
        self.call("UpdateContinuousBackups", TableName=TABLE,
                  PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": 2})
        self.call("UpdateTimeToLive", TableName=TABLE, TimeToLiveSpecification={"Enabled": True, "AttributeName": "ttl"})
        self._stream = self.describe(TABLE)["LatestStreamArn"]

    def change_index(self):
        """Adds the second index, or takes it away."""
        has = any(index["IndexName"] == "ByValue" for index in self.describe(TABLE)["GlobalSecondaryIndexes"])
        change = {"Delete": {"IndexName": "ByValue"}} if has else {"Create": _index("ByValue")}
        self.call("UpdateTable", TableName=TABLE, AttributeDefinitions=key_schema("color", "v")["AttributeDefinitions"],
                  GlobalSecondaryIndexUpdates=[change])

    def all_items(self, table=TABLE, **scan):
        return {key: _normal(item) for key, item in self.items(table, key_of, **scan).items()}

    def counted_indexes(self, table):
        """name -> ItemCount of those that are complete."""
        return {index["IndexName"]: index["ItemCount"] for index in self.describe(table).get("GlobalSecondaryIndexes", [])
                if index["IndexStatus"] == "ACTIVE"}

    def changes(self):
        """key -> [(before, after, whether it expired)] of all that the stream still tells, in its order."""
        by_key = {}
        for record in self.records(self._stream):
            change = record["dynamodb"]
            images = tuple(_normal(change[name]) if name in change else None for name in ("OldImage", "NewImage"))
            name = {(False, True): "INSERT", (True, True): "MODIFY", (True, False): "REMOVE"}[tuple(image is not None for image in images)]
            if record["eventName"] != name:
                raise AssertionError(f"the stream calls {images} {record['eventName']}")
            by_key.setdefault(key_of(change["Keys"]), []).append((*images, "userIdentity" in record))
        return by_key


def key_schema(*more):
    kinds = {"pk": "S", "sk": "N", "color": "S", "v": "N"}
    return {"KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            "AttributeDefinitions": [{"AttributeName": name, "AttributeType": kinds[name]} for name in ("pk", "sk", *more)]}


def _index(name):
    return {"IndexName": name, "KeySchema": [{"AttributeName": INDEXES[name], "KeyType": "HASH"}], "Projection": {"ProjectionType": "ALL"}}


def _normal(item):
    """With sets in order, which have none."""
    return {name: {"SS": sorted(value["SS"])} if "SS" in value else value for name, value in item.items()}
