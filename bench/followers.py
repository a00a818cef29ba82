#!/usr/bin/python3
"""Measures what a stream, an expiry and a history add to a write.

Tables of one server differ in what follows their changes. Each gets the same puts in turn, round by
round, every one a change; what counts is the ratio to the plain table of the same round.
"""

import served
import table_ratios
from served import Items

COUNT = 40_000
YEAR_2100 = 4102444800
VIEW = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}


def add_stream(client, table):
    client.call("UpdateTable", {"TableName": table, "StreamSpecification": VIEW})
    served.wait_until_active(client, table)


def add_expiry(client, table):
    specification = {"Enabled": True, "AttributeName": "cnt"}
    client.call("UpdateTimeToLive", {"TableName": table, "TimeToLiveSpecification": specification})


def add_history(client, table):
    specification = {"PointInTimeRecoveryEnabled": True}
    client.call("UpdateContinuousBackups", {"TableName": table, "PointInTimeRecoverySpecification": specification})


FOLLOWERS = {
    "plain": [],
    "stream": [add_stream],
    "expiry": [add_expiry],
    "history": [add_history],
    "all": [add_stream, add_expiry, add_history],
}


class ExpiringItems(Items):
    def json(self, number, version=0):
        return super().json(number, version).replace('"cnt":{"N":"0"}', f'"cnt":{{"N":"{YEAR_2100 + version}"}}')


def prepare(client, _, folder):
    items = ExpiringItems(COUNT)
    requests = {}
    for table, followers in FOLLOWERS.items():
        served.create_table(client, table, with_index=False)
        served.wait_until_active(client, table)
        for add in followers:
            add(client, table)
        puts = served.put_requests(items, 0, COUNT, versions=2, table=table)
        requests[table] = served.write_requests(folder / table, puts)
    return requests


if __name__ == "__main__":
    table_ratios.main(__doc__, prepare)
