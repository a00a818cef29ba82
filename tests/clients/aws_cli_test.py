"""The AWS CLI, as a person types it, against the server at $ENDPOINT."""

import json
import os
import subprocess
import unittest
import uuid


def aws(*arguments, fails=False):
    ended = subprocess.run(["aws", "--endpoint-url", os.environ["ENDPOINT"], "--output", "json", "dynamodb", *arguments],
                           capture_output=True, text=True, check=False)
    if fails:
        return ended.stderr
    if ended.returncode != 0:
        raise AssertionError(ended.stderr)
    return json.loads(ended.stdout) if ended.stdout.strip() else None


class AwsCliTest(unittest.TestCase):
    def setUp(self):
        self.name = f"cli-{uuid.uuid4().hex[:12]}"
        aws("create-table", "--table-name", self.name, "--billing-mode", "PAY_PER_REQUEST",
            "--attribute-definitions", "AttributeName=pk,AttributeType=S", "AttributeName=sk,AttributeType=S",
            "--key-schema", "AttributeName=pk,KeyType=HASH", "AttributeName=sk,KeyType=RANGE")
        aws("wait", "table-exists", "--table-name", self.name)
        self.addCleanup(aws, "delete-table", "--table-name", self.name)

    def test_a_first_session(self):
        key = json.dumps({"pk": {"S": "USER#42"}, "sk": {"S": "PROFILE"}})
        aws("put-item", "--table-name", self.name, "--item",
            json.dumps({"pk": {"S": "USER#42"}, "sk": {"S": "PROFILE"}, "name": {"S": "Ada"}, "age": {"N": "36"}}))
        self.assertEqual(aws("get-item", "--table-name", self.name, "--key", key)["Item"]["name"], {"S": "Ada"})
        updated = aws("update-item", "--table-name", self.name, "--key", key, "--update-expression", "SET age = age + :one",
                      "--expression-attribute-values", '{":one": {"N": "1"}}', "--return-values", "UPDATED_NEW")
        self.assertEqual(updated["Attributes"], {"age": {"N": "37"}})
        found = aws("query", "--table-name", self.name, "--key-condition-expression", "pk = :p and begins_with(sk, :s)",
                    "--expression-attribute-values", '{":p": {"S": "USER#42"}, ":s": {"S": "PRO"}}')
        self.assertEqual(found["Count"], 1)
        self.assertEqual(aws("scan", "--table-name", self.name)["Count"], 1)
        aws("delete-item", "--table-name", self.name, "--key", key)
        self.assertEqual(aws("scan", "--table-name", self.name)["Count"], 0)

    def test_errors_read_as_the_service_writes_them(self):
        text = aws("get-item", "--table-name", self.name, "--key", '{"pk": {"S": "a"}}', fails=True)
        self.assertIn("(ValidationException) when calling the GetItem operation: "
                      "The provided key element does not match the schema", text)
        text = aws("describe-table", "--table-name", "no-such-table", fails=True)
        self.assertIn("(ResourceNotFoundException) when calling the DescribeTable operation: "
                      "Requested resource not found: Table: no-such-table not found", text)


if __name__ == "__main__":
    unittest.main()
