"""PartiQL through boto3, as an application uses it, against the server at $ENDPOINT."""

import decimal
import os
import unittest
import uuid

import boto3
import botocore.config
from botocore.exceptions import ClientError

OPTIONS = {"endpoint_url": os.environ["ENDPOINT"], "region_name": "us-east-1", "aws_access_key_id": "AKIAIOSFODNN7EXAMPLE",
           "aws_secret_access_key": "secret", "config": botocore.config.Config(retries={"max_attempts": 2})}


class PartiqlTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.resource = boto3.resource("dynamodb", **OPTIONS)
        cls.table = cls.resource.create_table(
            TableName=f"partiql-{uuid.uuid4().hex[:12]}", BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"},
                                  {"AttributeName": "gpk", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            GlobalSecondaryIndexes=[{"IndexName": "by-gpk", "Projection": {"ProjectionType": "ALL"},
                                     "KeySchema": [{"AttributeName": "gpk", "KeyType": "HASH"}]}])
        cls.table.wait_until_exists()
        cls.addClassCleanup(cls.table.delete)
        # The resource's client takes and gives Python values.
        cls.client = cls.resource.meta.client
        cls.name = cls.table.name

    def run_statement(self, statement, *parameters, **more):
        if parameters:
            more["Parameters"] = list(parameters)
        return self.client.execute_statement(Statement=statement.format(t=f'"{self.name}"'), **more)

    def assert_error(self, code, statement, *parameters):
        with self.assertRaises(ClientError) as raised:
            self.run_statement(statement, *parameters)
        self.assertEqual(raised.exception.response["Error"]["Code"], code)
        return raised.exception

    def test_values_survive_the_round_trip(self):
        item = {"pk": "types", "sk": 1, "list": [1, {"deep": [True, None]}], "set": {"x", "y"}, "text": "naïve 'quoted' 💾",
                "number": decimal.Decimal("1E-100")}
        self.run_statement("INSERT INTO {t} VALUE {{'pk': ?, 'sk': ?, 'list': ?, 'set': ?, 'text': ?, 'number': ?}}", *item.values())
        items = self.run_statement("SELECT * FROM {t} WHERE pk = 'types' AND sk = 1")["Items"]
        self.assertEqual(items, [item])
        self.assertEqual(self.run_statement("SELECT sk FROM {t} WHERE pk = 'types' AND text = 'naïve ''quoted'' 💾'")["Items"], [{"sk": 1}])

    def test_an_insert_meets_what_is_there(self):
        self.run_statement("INSERT INTO {t} VALUE {{'pk': 'once', 'sk': 1}}")
        error = self.assert_error("DuplicateItemException", "INSERT INTO {t} VALUE {{'pk': 'once', 'sk': 1}}")
        self.assertIsInstance(error, self.client.exceptions.DuplicateItemException)

    def test_the_pager_walks_all_pages(self):
        with self.table.batch_writer() as batch:
            for number in range(25):
                batch.put_item(Item={"pk": "pages", "sk": number, "gpk": "g"})
        for source, order in (("{t}", "WHERE pk = ? ORDER BY sk DESC"), ('{t}."by-gpk"', "WHERE gpk = 'g' AND pk = ?"), ("{t}", "WHERE pk <> 'q' AND pk = ?")):
            seen, token = [], None
            while True:
                more = {"NextToken": token} if token else {}
                page = self.run_statement(f"SELECT sk FROM {source} {order}", "pages", Limit=4, **more)
                seen += [int(item["sk"]) for item in page["Items"]]
                token = page.get("NextToken")
                if not token:
                    break
            self.assertEqual(sorted(seen), list(range(25)))
            if "DESC" in order:
                self.assertEqual(seen, list(range(24, -1, -1)))

    def test_updates_and_deletes_return_items(self):
        self.run_statement("INSERT INTO {t} VALUE {{'pk': 'u', 'sk': 1, 'n': 1, 'tags': <<'a'>>}}")
        reply = self.run_statement("UPDATE {t} SET n = n + ? SET tags = set_add(tags, ?) WHERE pk = 'u' AND sk = 1 RETURNING ALL NEW *", 4, {"b"})
        self.assertEqual(reply["Items"], [{"pk": "u", "sk": 1, "n": 5, "tags": {"a", "b"}}])
        self.assert_error("ConditionalCheckFailedException", "DELETE FROM {t} WHERE pk = 'u' AND sk = 1 AND n > 5")
        self.assertEqual(len(self.run_statement("DELETE FROM {t} WHERE pk = 'u' AND sk = 1 RETURNING ALL OLD *")["Items"]), 1)
        self.assert_error("ConditionalCheckFailedException", "UPDATE {t} SET n = 1 WHERE pk = 'u' AND sk = 1")

    def test_a_batch_answers_each_statement(self):
        insert = f'INSERT INTO "{self.name}" VALUE {{\'pk\': \'batch\', \'sk\': ?}}'
        written = self.client.batch_execute_statement(Statements=[{"Statement": insert, "Parameters": [n % 24]} for n in range(25)])
        self.assertEqual([r.get("Error", {}).get("Code") for r in written["Responses"]], [None] * 24 + ["DuplicateItem"])
        select = f'SELECT sk FROM "{self.name}" WHERE pk = \'batch\' AND sk = ?'
        read = self.client.batch_execute_statement(Statements=[{"Statement": select, "Parameters": [n]} for n in (3, 99)])
        self.assertEqual([r.get("Item") for r in read["Responses"]], [{"sk": 3}, None])

    def test_a_transaction_is_done_once_or_not_at_all(self):
        update = f'UPDATE "{self.name}" SET n = n + 1 WHERE pk = \'tx\' AND sk = ?'
        self.table.put_item(Item={"pk": "tx", "sk": 1, "n": 1})
        token = uuid.uuid4().hex
        for _ in range(3):
            self.client.execute_transaction(TransactStatements=[{"Statement": update, "Parameters": [1]}], ClientRequestToken=token)
        with self.assertRaises(self.client.exceptions.TransactionCanceledException) as raised:
            self.client.execute_transaction(TransactStatements=[{"Statement": update, "Parameters": [n]} for n in (1, 2)])
        self.assertEqual([r["Code"] for r in raised.exception.response["CancellationReasons"]], ["None", "ConditionalCheckFailed"])
        select = f'SELECT n FROM "{self.name}" WHERE pk = \'tx\' AND sk = ?'
        read = self.client.execute_transaction(TransactStatements=[{"Statement": select, "Parameters": [n]} for n in (1, 2)])
        self.assertEqual(read["Responses"], [{"Item": {"n": 2}}, {}])


if __name__ == "__main__":
    unittest.main()
