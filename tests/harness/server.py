"""Starts the server under test and stops it again."""

import os
import pathlib
import re
import signal
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "AKIAIOSFODNN7EXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret",
               "AWS_DEFAULT_REGION": "us-east-1", "AWS_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true"}


class Server:
    """A running `trestle serve`; `url` is where it listens. Use it with `with`, or call stop() or kill()."""

    def __init__(self, *arguments, binary=None, environment=None):
        binary = binary or os.environ.get("TRESTLE", ROOT / "build/release/trestle")
        self.process = subprocess.Popen([str(binary), "serve", "--port", "0", *arguments],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, **(environment or {})})
        self.errors = []
        drain = threading.Thread(target=self._drain, daemon=True)
        drain.start()
        line = self.process.stdout.readline()
        match = re.fullmatch(r"listening on (http\S+)\n", line)
        if not match:
            self.process.wait(10)
            drain.join(10)
            raise RuntimeError(f"the server did not start: {line!r} {''.join(self.errors)}")
        self.url = match[1]

    def _drain(self):
        for line in self.process.stderr:
            self.errors.append(line)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """SIGTERM; the exit status, which should be 0."""
        self.process.terminate()
        status = self.process.wait(60)
        if status != 0:
            raise RuntimeError(f"the server ended with {status}: {''.join(self.errors)[-4000:]}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        elif self.process.returncode not in (0, -signal.SIGKILL):
            raise RuntimeError(f"the server ended with {self.process.returncode}: {''.join(self.errors)[-4000:]}")
