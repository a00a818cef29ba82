#!/usr/bin/python3
"""How the hotel's searches cost as it grows: microseconds for each result with 1,000 properties and with 100,000.

bench/hotel_search.py [--few 1000] [--many 100000] [--warm 0] [--rounds 60] [--nights 3] [--import-with BINARY] [BINARY]

Both hotels are served at once and asked by turns, so what disturbs the machine disturbs both. Each has ten cities, so that a city
of the large one has as many properties as the small one has in all, and more; around a point there are equally many. Data is
generated, and loaded by `trestle import --system hotel --entity ...`: checked against the model, in parallel batches. The first
`--warm` rounds are not counted: what a search reads comes into the cache by and by. Units and requests are those that the
answers tell of, means over all rounds; reads are the server's reads of its files, which are of blocks that its cache has not.
"""

import argparse
import datetime
import http.client
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests"))
from harness.server import ROOT, Server  # noqa: E402

CITIES = 10
LIMIT = 20
TYPES = ["hotel", "apartment", "resort", "villa", "hostel", "guesthouse"]
TODAY = datetime.datetime.now(datetime.timezone.utc).date()


def day(offset):
    return (TODAY + datetime.timedelta(days=offset)).isoformat()


def properties(count, chance):
    side = math.sqrt(count / 1000) * 0.2  # degrees: equally many properties in a square kilometre
    for number in range(count):
        stars = chance.randint(0, 5)
        yield {"PropertyId": f"p{number}", "Name": f"House {number}", "Slug": f"house-{number}",
               "PropertyType": chance.choice(TYPES), "StarRating": stars, "OwnerId": f"owner{number % 997}", "Status": "approved",
               "Address": {"Line1": f"{number} Main Street", "City": f"City {number % CITIES}", "Country": "USA"},
               "Location": {"lat": round(30 + chance.random() * side, 6), "lon": round(-90 + chance.random() * side, 6)},
               "AverageRating": round(5 + chance.random() * 5, 1), "ReviewCount": 3,
               "AmenityList": ["wifi", chance.choice(["pool", "gym", "spa"])],
               "PriceRange": {"Min": 50 + 30 * stars + chance.randint(0, 50), "Max": 900, "Currency": "USD"},
               "Description": "A house with rooms, a garden and a view. " * 5}


def rooms(count):
    for number in range(count):
        yield {"PropertyId": f"p{number}", "RoomTypeId": f"r{number}", "Name": "Double Room", "MaxOccupancy": 2,
               "BasePricePerNight": 100, "TotalRooms": 5}


def nights(count, each):
    for number in range(count):
        for night in range(each):
            yield {"RoomTypeId": f"r{number}", "PropertyId": f"p{number}", "Date": day(1 + night), "AvailableRooms": 5,
                   "TotalRooms": 5, "PricePerNight": 100}


class Hotel:
    """A server with so many properties."""

    def __init__(self, count, arguments, folder):
        self.count = count
        self.server = Server("--data", f"{folder}/data", "--durability=relaxed", "--system", "hotel", binary=arguments.binary)
        began = time.monotonic()
        items = 0
        for entity, values in (("Property", properties(count, random.Random(1))), ("RoomType", rooms(count)),
                               ("Availability", nights(count, arguments.nights))):
            path = pathlib.Path(folder, f"{entity}.jsonl")
            with path.open("w") as file:
                for items, value in enumerate(values, items + 1):
                    file.write(json.dumps(value) + "\n")
            subprocess.run([arguments.import_with or arguments.binary, "import", "--endpoint", self.server.url, "--system", "hotel",
                            "--entity", entity, "--from", str(path)], check=True, stdout=subprocess.DEVNULL)
            path.unlink()
        self.loaded = items / (time.monotonic() - began)
        address = urllib.parse.urlsplit(self.server.url)
        self.connection = http.client.HTTPConnection(address.hostname, address.port)

    def reads(self):
        counts = pathlib.Path(f"/proc/{self.server.process.pid}/io").read_text()
        return int(counts.split("syscr: ")[1].split()[0])

    def ask(self, path):
        """For each result: microseconds, read units, requests to the tables, and reads of files."""
        reads = self.reads()
        began = time.perf_counter()
        self.connection.request("GET", f"/api/hotel{path}")
        reply = self.connection.getresponse()
        body = reply.read()
        took = time.perf_counter() - began
        answer = json.loads(body)
        assert reply.status == 200, answer
        results = answer.get("results", answer.get("items"))
        if not results:
            return None
        costs = (took * 1e6, answer["consumed"]["read"], answer["requests"], self.reads() - reads)
        return [each / len(results) for each in costs]


def searches(chance, count):
    city = f"city=city%20{chance.randrange(CITIES)}&country=usa"
    stay = f"checkIn={day(1)}&checkOut={day(4)}&limit={LIMIT}"
    side = math.sqrt(count / 1000) * 0.2
    point = f"lat={30 + side * (0.2 + 0.6 * chance.random()):.5f}&lon={-90 + side * (0.2 + 0.6 * chance.random()):.5f}"
    return {"P1, a city by rating": f"/patterns/P1?{city}",
            "P3, a city by price": f"/patterns/P3?{city}&minPrice=100&maxPrice=200",
            "search a city, with a pool, most stars": f"/search?{city}&{stay}&amenities=pool&sort=stars",
            "search a city, best rated": f"/search?{city}&{stay}",
            "search a city, cheapest": f"/search?{city}&{stay}&sort=price",
            "search around a point, nearest": f"/search?{point}&radiusKm=3&{stay}&sort=distance"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", nargs="?", default=str(ROOT / "build/release/trestle"))
    parser.add_argument("--import-with", help="another program to import with")
    parser.add_argument("--few", type=int, default=1000)
    parser.add_argument("--many", type=int, default=100_000)
    parser.add_argument("--warm", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--nights", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as few_folder, tempfile.TemporaryDirectory() as many_folder:
        hotels = [Hotel(arguments.few, arguments, few_folder), Hotel(arguments.many, arguments, many_folder)]
        try:
            times = {}
            chances = [random.Random(2), random.Random(2)]
            for round_ in range(arguments.warm + arguments.rounds):
                for hotel, chance in zip(hotels, chances):
                    for name, path in searches(chance, hotel.count).items():
                        took = hotel.ask(path)
                        if took is not None and round_ >= arguments.warm:
                            times.setdefault(name, {}).setdefault(hotel.count, []).append(took)
        finally:
            for hotel in hotels:
                hotel.server.stop()
    for hotel in hotels:
        print(f"{hotel.count:,} properties loaded at {hotel.loaded:,.0f} items/s")
    print(f"For each result, of {arguments.few:,} and of {arguments.many:,} properties:")
    print("| search | µs | µs | ratio | units | units | requests | requests | reads | reads |")
    print("| --- |" + " --: |" * 9)
    for name, of in times.items():
        columns = [list(zip(*of[hotel.count])) for hotel in hotels]
        few, many = (statistics.median(column[0]) for column in columns)
        counts = (f"{statistics.mean(column[count]):.2f}" for count in (1, 2, 3) for column in columns)
        print(f"| {name} | {few:.0f} | {many:.0f} | {many / few:.2f} | {' | '.join(counts)} |")


if __name__ == "__main__":
    main()
