"""Plays each game with the installed package: ``python play.py ADDRESS``."""

from __future__ import annotations

import sys

from chess_eleven import ChessEleven, Refused, types

PLENTY = 12
PASSWORD = "seven brave bishops"


def log_in(address: str, name: str) -> ChessEleven:
    anyone = ChessEleven(address)
    anyone.create_account({"username": name, "password": PASSWORD, "email": f"{name}@example.org"})
    token = anyone.create_token({"username": name, "password": PASSWORD})["token"]
    return ChessEleven(address, token)


def play(ruleset: str, alice: ChessEleven, bob: ChessEleven) -> types.AnyGame:
    terms: types.ChallengeRequest = {"opponent": "bob", "ruleset": ruleset}
    if ruleset == "eleven":
        terms["goals_to_win"] = 1
    if ruleset == "family":
        terms["options"] = {"seats": 2}
    challenge = alice.create_challenge(terms)
    game_id = bob.accept_challenge(challenge["id"])["id"]
    while True:
        for player in (alice, bob):
            player.act(game_id)
        game = alice.get_game(game_id)
        if game["result"] is not None:
            return game
        if ruleset != "eleven" and game["turn"] > PLENTY:
            alice.act_in_game(game_id, {"name": "resign"})


def words_of(event: types.Event) -> str:
    """Return what happened; the member that decides narrows the union, or this has no types."""
    if event["type"] == "turn.played":
        return event["data"]["notation"]
    return event["type"]


def main(address: str) -> None:
    alice, bob = log_in(address, "alice"), log_in(address, "bob")
    for ruleset in ("eleven", "standard", "future", "family"):
        game = play(ruleset, alice, bob)
        heard = [words_of(event) for event in alice.follow(game["id"], after=0) if event]
        assert heard[-1] == "game.finished"
        print(ruleset, game["status"], len(heard), "events")
        if game["ruleset"] == "eleven":
            print(alice.verify(game["id"]))
    try:
        alice.get_game("nothing")
    except Refused as refusal:
        print("refused:", refusal.code)


if __name__ == "__main__":
    main(sys.argv[1])
