#!/usr/bin/python3
"""Runs .wire files against a DynamoDB endpoint: README.md beside this file says how they are written."""

import argparse
import concurrent.futures
import datetime
import gzip
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import re
import sys
import threading
import time
import urllib.parse
import uuid

TARGETS = {"ListStreams": "DynamoDBStreams", "DescribeStream": "DynamoDBStreams",
           "GetShardIterator": "DynamoDBStreams", "GetRecords": "DynamoDBStreams"}
ANYTHING, MORE = "$any", "..."


class WireError(Exception):
    """A step that did not go as its file says."""


def sign(method, url, headers, body):
    """Adds a SigV4 Authorization header, with the credentials of the environment or made-up ones."""
    access = os.environ.get("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE")
    secret = os.environ.get("AWS_SECRET_ACCESS_KEY", "secret")
    region = os.environ.get("AWS_REGION", "us-east-1")
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    headers["X-Amz-Date"] = now
    names = sorted(name.lower() for name in headers)
    values = {name.lower(): value.strip() for name, value in headers.items()}
    canonical = "\n".join([method, "/", "", *(f"{name}:{values[name]}" for name in names), "",
                           ";".join(names), hashlib.sha256(body).hexdigest()])
    scope = f"{now[:8]}/{region}/dynamodb/aws4_request"
    text = "\n".join(["AWS4-HMAC-SHA256", now, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    key = ("AWS4" + secret).encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(key, text.encode(), "sha256").hex()
    headers["Authorization"] = (f"AWS4-HMAC-SHA256 Credential={access}/{scope}, "
                                f"SignedHeaders={';'.join(names)}, Signature={signature}")


class Endpoint:
    """One keep-alive connection to the server under test."""

    def __init__(self, url):
        self.url = urllib.parse.urlsplit(url)
        kind = http.client.HTTPSConnection if self.url.scheme == "https" else http.client.HTTPConnection
        self.connection = kind(self.url.hostname, self.url.port, timeout=60)

    def send(self, operation, body, changes=()):
        """Sends one request; `changes` are headers to set, or to drop where the value is None."""
        headers = {"Host": self.url.netloc, "Content-Type": "application/x-amz-json-1.0"}
        if operation != "-":
            headers["X-Amz-Target"] = f"{TARGETS.get(operation, 'DynamoDB')}_20120810.{operation}"
        method, path = "POST", "/"
        changes = dict(changes)
        method, path = changes.pop(":method", method), changes.pop(":path", path)
        form = changes.pop(":body", "plain")
        if form == "gzip":
            headers["Content-Encoding"], body = "gzip", gzip.compress(body)
        before = {name: value for name, value in changes.items() if value is not None}
        headers.update(before)
        sign(method, self.url, headers, body)
        for name, value in changes.items():
            if value is None:
                headers.pop(name, None)
            else:
                headers[name] = value
        if form == "chunked":
            headers["Transfer-Encoding"] = "chunked"
        for attempt in (0, 1):
            try:
                sent = iter([body[:3], body[3:]]) if form == "chunked" else body
                self.connection.request(method, path, sent, headers, encode_chunked=form == "chunked")
                reply = self.connection.getresponse()
                return reply.status, reply.read(), reply.headers
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                self.connection.close()
                if attempt:
                    raise

    def call(self, operation, request):
        status, body, _ = self.send(operation, json.dumps(request).encode())
        return status, json.loads(body or b"null")

    def clock(self, request=None):
        """Moves a manual clock, or only asks it; seconds since 1970."""
        changes = [(":method", "POST" if request else "GET"), (":path", "/_trestle/clock")]
        status, body, _ = self.send("-", json.dumps(request).encode() if request else b"", changes)
        if status != 200:
            raise WireError(f"the clock: {status} {body.decode(errors='replace')[:600]}")
        return json.loads(body)["epoch"]


def parse_keys(text):
    """`pk:S,sk:N` to key schema and definitions; a leading `+` makes a further HASH part."""
    schema, definitions = [], []
    for place, part in enumerate(text.split(",")):
        name, kind = part.strip().split(":")
        hash_part = place == 0 or name.startswith("+")
        name = name.lstrip("+")
        schema.append({"AttributeName": name, "KeyType": "HASH" if hash_part else "RANGE"})
        definitions.append({"AttributeName": name, "AttributeType": kind})
    return schema, definitions


def table_request(name, words):
    """The CreateTable request of a `table` line."""
    keys = [word for word in words if ":" in word and "(" not in word]
    schema, definitions = parse_keys(",".join(keys))
    request = {"TableName": name, "KeySchema": schema, "BillingMode": "PAY_PER_REQUEST"}
    for word in words:
        match = re.fullmatch(r"(gsi|lsi)=([\w.-]+)\(([^;)]*)(?:;([^)]*))?\)", word)
        if not match:
            continue
        kind, index, parts, projection = match.groups()
        index_schema, more = parse_keys(parts)
        definitions += [d for d in more if d not in definitions]
        kind_of = {"ProjectionType": "ALL"}
        if projection == "keys":
            kind_of = {"ProjectionType": "KEYS_ONLY"}
        elif projection:
            kind_of = {"ProjectionType": "INCLUDE", "NonKeyAttributes": projection.split(",")}
        member = "GlobalSecondaryIndexes" if kind == "gsi" else "LocalSecondaryIndexes"
        request.setdefault(member, []).append(
            {"IndexName": index, "KeySchema": index_schema, "Projection": kind_of})
    request["AttributeDefinitions"] = definitions
    return request


def differences(expected, actual, place=""):
    """Where `actual` is not what a file expects, as one line each."""
    if expected == ANYTHING:
        return []
    if isinstance(expected, dict) and isinstance(actual, dict):
        found = []
        for name, value in expected.items():
            if name == MORE:
                continue
            if name not in actual:
                found.append(f"{place}/{name}: missing")
            else:
                found += differences(value, actual[name], f"{place}/{name}")
        if MORE not in expected:
            found += [f"{place}/{name}: not expected: {json.dumps(actual[name])[:200]}"
                      for name in actual if name not in expected]
        return found
    if isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            return [f"{place}: {len(actual)} elements, not {len(expected)}: {json.dumps(actual)[:300]}"]
        return [line for i, pair in enumerate(zip(expected, actual)) for line in differences(*pair, f"{place}/{i}")]
    if isinstance(expected, str) and isinstance(actual, str) and expected.startswith("$like "):
        return [] if re.fullmatch(expected[6:], actual) else [f"{place}: {actual!r} is not like {expected[6:]!r}"]
    same = expected == actual and isinstance(expected, bool) == isinstance(actual, bool)
    return [] if same else [f"{place}: {json.dumps(actual)[:500]}, not {json.dumps(expected)[:500]}"]


def moves_clock(path):
    """Whether the file needs a server whose time it alone decides on."""
    return re.search(r"^clock ", path.read_text(), re.MULTILINE) is not None


class Run:
    """One file's run: its tables, its variables, its last reply."""

    def __init__(self, endpoint, path):
        self.endpoint, self.path = endpoint, path
        self.moves_clock = moves_clock(path)
        self.variables, self.tables = {}, []
        self.request = self.reply = self.asked_again = None

    def fill(self, text):
        """Puts times, variables and `${x*400}` repetitions into a text."""
        text = re.sub(r"\$\{now([+-]\d+)?\}", lambda m: str(self.now() + int(m[1] or 0)), text)
        text = re.sub(r"\$\{(.+?)\*(\d+)\}", lambda m: m[1] * int(m[2]), text)
        for name in sorted(self.variables, key=len, reverse=True):
            value = self.variables[name]
            text = text.replace(f'"{name}"', json.dumps(value))
            if isinstance(value, str):
                text = text.replace(name, value)
        return text

    def now(self):
        return int(self.endpoint.clock() if self.moves_clock else time.time())

    def move_clock(self, how, text):
        self.endpoint.clock({how: self.fill(text)})

    def make_table(self, words):
        name = words.pop(0) if words[0].startswith("$") else "$table"
        self.variables[name] = f"wire-{uuid.uuid4().hex[:16]}"
        self.tables.append(self.variables[name])
        status, reply = self.endpoint.call("CreateTable", table_request(self.variables[name], words))
        if status != 200:
            raise WireError(f"CreateTable: {status} {reply}")
        deadline = time.monotonic() + 120
        while self.endpoint.call("DescribeTable", {"TableName": self.variables[name]})[1]["Table"]["TableStatus"] != "ACTIVE":
            if time.monotonic() > deadline:
                raise WireError("the table does not become ACTIVE")
            time.sleep(0.05)

    def send(self, operation, lines):
        changes = []
        while lines and lines[0].startswith("@"):
            line = self.fill(lines.pop(0)[1:])
            if line.startswith("-"):
                changes.append((line[1:], None))
            else:
                name, value = line.split(": ", 1)
                changes.append((name, value))
        body = self.fill("\n".join(lines)).strip()
        status, reply, headers = self.endpoint.send(operation, body.encode("utf-8", "surrogateescape"), changes)
        self.reply = (status, reply, headers)

    def expect(self, words, lines):
        status, body, headers = self.reply
        wanted = " ".join(words)
        try:
            reply = json.loads(body)
        except ValueError:
            reply = body.decode(errors="replace")
        actual = str(status)
        if isinstance(reply, dict) and "__type" in reply and len(words) > 1:
            kind = reply.pop("__type")
            actual += " " + (kind if "#" in words[1] else kind.split("#")[-1])
        if actual != wanted:
            raise WireError(f"answered {actual}, not {wanted}: {body.decode(errors='replace')[:600]}")
        while lines and lines[0].startswith("@"):
            name, value = self.fill(lines.pop(0)[1:]).split(": ", 1)
            found = differences(value, headers.get(name, ""), name)
            if found:
                raise WireError("; ".join(found))
        text = self.fill("\n".join(lines)).strip()
        if not text:
            return
        try:
            expected = json.loads(text)
        except ValueError:
            expected = text
        found = differences(expected, reply)
        if found:
            raise WireError("\n    ".join(found))

    def expect_in_time(self, words, lines):
        """Asks what a `>>` line asks until the answer is the expected one."""
        operation, request = self.asked_again
        self.asked_again, deadline = None, time.monotonic() + 60
        while True:
            self.send(operation, list(request))
            try:
                return self.expect(words, list(lines))
            except WireError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)

    def records(self, arn, count):
        """Reads a stream until it has shown so many records; they become the last reply, and `$shard` the shard of the first."""
        deadline, found = time.monotonic() + 60, None
        while found is None or (len(found) < count and time.monotonic() < deadline):
            found = [(shard["ShardId"], record) for shard in self.shards(arn) for record in self.records_of(arn, shard)]
        if found:
            self.variables["$shard"] = found[0][0]
        reply = {"Records": [record for _, record in found]}
        self.reply = (200, json.dumps(reply).encode(), {})

    def call(self, operation, request):
        status, reply = self.endpoint.call(operation, request)
        if status != 200:
            raise WireError(f"{operation}: {status} {reply}")
        return reply

    def shards(self, arn):
        """All shards of a stream, in the order of their ids: parents first."""
        shards, request = [], {"StreamArn": arn}
        while True:
            page = self.call("DescribeStream", request)["StreamDescription"]
            shards += page["Shards"]
            if "LastEvaluatedShardId" not in page:
                return sorted(shards, key=lambda shard: shard["ShardId"])
            request["ExclusiveStartShardId"] = page["LastEvaluatedShardId"]

    def records_of(self, arn, shard):
        """What a shard has now; an open one may show nothing for a page and still have more."""
        iterator = self.call("GetShardIterator", {"StreamArn": arn, "ShardId": shard["ShardId"],
                                                  "ShardIteratorType": "TRIM_HORIZON"})["ShardIterator"]
        records, empty = [], 0
        while iterator and empty < 2:
            page = self.call("GetRecords", {"ShardIterator": iterator})
            records += page["Records"]
            empty = 0 if page["Records"] else empty + 1
            iterator = page.get("NextShardIterator")
        return records

    def let(self, name, member):
        value = json.loads(self.reply[1])
        for part in member.split("."):
            value = value[int(part)] if isinstance(value, list) else value[part]
        self.variables[name] = value

    def steps(self):
        """(line number, head line, following lines) of each step."""
        steps = []
        for number, line in enumerate(self.path.read_text().splitlines(), 1):
            if line.startswith("#") or (not line.strip() and not steps):
                continue
            if re.match(r"(table |>>? |< |let |clock |records )", line):
                steps.append((number, line, []))
            elif line.strip():
                if not steps:
                    raise WireError(f"line {number} stands before the first step")
                steps[-1][2].append(line)
        return steps

    def run(self):
        try:
            for number, head, lines in self.steps():
                word, *rest = head.split()
                try:
                    if word == "table":
                        self.make_table(rest)
                    elif word == ">":
                        self.send(rest[0], lines)
                    elif word == ">>":
                        self.asked_again = (rest[0], lines)
                    elif word == "<":
                        (self.expect_in_time if self.asked_again else self.expect)(rest, lines)
                    elif word == "clock":
                        self.move_clock(*rest)
                    elif word == "records":
                        self.records(self.variables[rest[0]], int(rest[1]))
                    else:
                        self.let(rest[0], rest[2])
                except WireError as error:
                    return f"{self.path}:{number}: {error}"
                except (KeyError, IndexError, ValueError, OSError, http.client.HTTPException) as error:
                    return f"{self.path}:{number}: {type(error).__name__}: {error}"
            return None
        finally:
            for name in self.tables:
                self.endpoint.call("DeleteTable", {"TableName": name})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--endpoint", default="http://127.0.0.1:8000")
    parser.add_argument("--clock-endpoint", help="a server with --clock=manual, for files that move the clock")
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("paths", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    files = []
    for path in arguments.paths or [pathlib.Path(__file__).parent]:
        files += sorted(path.rglob("*.wire")) if path.is_dir() else [path]
    timed = [path for path in files if moves_clock(path)]
    files = [path for path in files if path not in timed]
    endpoints = threading.local()

    def run(path):
        if not hasattr(endpoints, "one"):
            endpoints.one = Endpoint(arguments.endpoint)
        return Run(endpoints.one, path).run()

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        outcomes = list(pool.map(run, files))
    if arguments.clock_endpoint:
        endpoint = Endpoint(arguments.clock_endpoint)
        outcomes += [Run(endpoint, path).run() for path in timed]  # one at a time: they share the clock
    elif timed:
        print(f"left out, for want of --clock-endpoint: {len(timed)} files that move the clock")
    failures = [failure for failure in outcomes if failure]
    for failure in failures:
        print(failure)
    print(f"wire: {len(outcomes) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
