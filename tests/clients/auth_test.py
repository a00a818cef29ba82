"""boto3 against a server that verifies signatures."""

import json
import pathlib
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

import boto3
import botocore.config
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.exceptions import ClientError

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import Server  # noqa: E402


class AuthTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        keys = pathlib.Path(folder, "keys.jsonl")
        keys.write_text('{"access_key_id": "AKIDUSER", "secret_access_key": "user-secret"}\n'
                        '{"access_key_id": "AKIDADMIN", "secret_access_key": "admin-secret", "admin": true}\n')
        cls.server = cls.enterClassContext(Server("--memory", "--auth", str(keys)))

    def client(self, access, secret):
        return boto3.client("dynamodb", endpoint_url=self.server.url, region_name="eu-west-1", aws_access_key_id=access,
                            aws_secret_access_key=secret, config=botocore.config.Config(retries={"total_max_attempts": 1}))

    def refusal(self, client):
        with self.assertRaises(ClientError) as raised:
            client.list_tables()
        return raised.exception.response["Error"]

    def test_a_known_key_is_served(self):
        client = self.client("AKIDUSER", "user-secret")
        self.assertEqual(client.list_tables()["TableNames"], [])
        client.create_table(TableName="signed", **self.keys())
        client.put_item(TableName="signed", Item={"pk": {"S": "größe"}})
        self.assertEqual(client.scan(TableName="signed")["Count"], 1)

    @staticmethod
    def keys():
        return {"BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]}

    def test_others_are_refused_as_the_service_does(self):
        self.assertEqual(self.refusal(self.client("AKIDNOBODY", "x")), {
            "Code": "UnrecognizedClientException", "Message": "The security token included in the request is invalid."})
        wrong = self.refusal(self.client("AKIDUSER", "wrong"))
        self.assertEqual(wrong["Code"], "InvalidSignatureException")
        self.assertTrue(wrong["Message"].startswith("The request signature we calculated does not match"), wrong)

    def test_an_old_signature_has_expired(self):
        body = b"{}"
        request = AWSRequest("POST", self.server.url + "/", data=body, headers={
            "Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": "DynamoDB_20120810.ListTables"})
        signer = SigV4Auth(Credentials("AKIDUSER", "user-secret"), "dynamodb", "eu-west-1")
        signer.add_auth(request)
        headers = dict(request.headers)
        headers["X-Amz-Date"] = "20200101T000000Z"
        with self.assertRaises(urllib.error.HTTPError) as raised:
            urllib.request.urlopen(urllib.request.Request(self.server.url + "/", body, headers), timeout=10)
        reply = json.load(raised.exception)
        self.assertEqual(reply["__type"], "com.amazon.coral.service#InvalidSignatureException")
        self.assertRegex(reply["message"], r"^Signature expired: 20200101T000000Z is now earlier than \d+T\d+Z \(\d+T\d+Z - 15 min\.\)$")


if __name__ == "__main__":
    unittest.main()
