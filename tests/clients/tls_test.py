"""boto3 over TLS, against a server of its own with a certificate made for the test."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import boto3

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import Server  # noqa: E402


class TlsTest(unittest.TestCase):
    def test_a_client_that_trusts_the_certificate_is_served(self):
        with tempfile.TemporaryDirectory() as folder:
            key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out",
                            certificate, "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
                           check=True, capture_output=True)
            with Server("--memory", "--tls-cert", certificate, "--tls-key", key) as server:
                self.assertTrue(server.url.startswith("https://"))
                client = boto3.client("dynamodb", endpoint_url=server.url, region_name="us-east-1", verify=certificate,
                                      aws_access_key_id="any", aws_secret_access_key="any")
                self.assertEqual(client.list_tables()["TableNames"], [])


if __name__ == "__main__":
    unittest.main()
