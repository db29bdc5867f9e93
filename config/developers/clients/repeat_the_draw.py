"""Draw a section again from the secret that it shows, and say whether it is the same.

curl -s https://HOST/api/v1/competitions/ID/sections/open | python3 repeat_the_draw.py ID
"""

import hashlib
import hmac
import json
import sys

competition, section = sys.argv[1], json.load(sys.stdin)
if section["seed"] is None:
    sys.exit("The secret is shown when all is played.")
secret = bytes.fromhex(section["seed"])
if hashlib.sha256(secret).hexdigest() != section["commitment"]:
    sys.exit("This is not the secret that was committed to.")


def lot(label: str, m: int) -> int:
    """Return a number from 0 to m - 1; none of them is likelier than another."""
    k = 0
    while True:
        text = f"{competition}:{section['section']}:{label}:{k}".encode()
        drawn = int.from_bytes(hmac.digest(secret, text, "sha256")[:4], "big")
        if drawn < 2**32 - 2**32 % m:
            return drawn % m
        k += 1


numbers, seeded = section["draw"]["numbers"], section["draw"]["seeded"]
entrants = list(range(len(numbers)))
for i in range(len(entrants) - 1, 0, -1):
    j = lot(f"place:{i}", i + 1)
    entrants[i], entrants[j] = entrants[j], entrants[i]
again = [seeded + 1 + entrants.index(entrant) for entrant in range(len(entrants))]
print("The draw is right." if again == numbers else f"It should have been {again}.")
sys.exit(again != numbers)
