"""A DynamoDB client as small and quick as load tests need: one connection, one request at a time."""

import json
import socket
import urllib.parse

HEAD = (
    "POST / HTTP/1.1\r\nHost: {host}\r\nX-Amz-Target: {service}_20120810.{operation}\r\n"
    "Content-Type: application/x-amz-json-1.0\r\nX-Amz-Date: 20261115T000000Z\r\n"
    "Authorization: AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20261115/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date;x-amz-target, Signature=" + 64 * "0" + "\r\nContent-Length: {length}\r\n\r\n"
)
STREAMS = {"ListStreams", "DescribeStream", "GetShardIterator", "GetRecords"}


class NoAnswer(Exception):
    """The connection ended before the answer was there."""


class Refused(Exception):
    """An answer other than a 200."""

    def __init__(self, status, reply):
        super().__init__(f"{status} {reply}")
        self.status = status
        self.code = reply.get("__type", "").rpartition("#")[2]
        self.reply = reply


def request_of(operation, body, host="127.0.0.1"):
    """A whole request; its signature is well formed and means nothing."""
    payload = body if isinstance(body, bytes) else json.dumps(body, separators=(",", ":")).encode()
    service = "DynamoDBStreams" if operation in STREAMS else "DynamoDB"
    return HEAD.format(host=host, service=service, operation=operation, length=len(payload)).encode() + payload


class Client:
    def __init__(self, url, timeout=30):
        address = urllib.parse.urlsplit(url)
        try:
            self._socket = socket.create_connection((address.hostname, address.port), timeout=timeout)
        except OSError as error:
            raise NoAnswer(str(error)) from error
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = b""

    def call(self, operation, body):
        status, reply = self.exchange(request_of(operation, body))
        reply = json.loads(reply)
        if status != 200:
            raise Refused(status, reply)
        return reply

    def exchange(self, request):
        """Sends a whole request; the status and body of its answer."""
        self.send(request)
        return self.receive()

    def send(self, request):
        try:
            self._socket.sendall(request)
        except OSError as error:
            raise NoAnswer(str(error)) from error

    def receive(self):
        end = self._received_until(lambda: self._received.find(b"\r\n\r\n") + 1) + 3
        head = self._received[:end].lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        self._received_until(lambda: len(self._received) >= end + length)
        body = self._received[end : end + length]
        self._received = self._received[end + length :]
        return int(head[9:12]), body

    def close(self):
        self._socket.close()

    def _received_until(self, enough):
        while not (found := enough()):
            try:
                more = self._socket.recv(1 << 16)
            except OSError as error:
                raise NoAnswer(str(error)) from error
            if not more:
                raise NoAnswer("the server closed the connection")
            self._received += more
        return found
