"""Reads `variant TAB fen` lines and answers each with its legal moves as PyPI's pydraughts finds
them, in engine notation, sorted, without duplicates."""

import re
import sys

from draughts import Board

# In these it counts the rows of squares from below.
FROM_BELOW = {"russian", "brazilian"}


def from_below(number):
    row, place = divmod(int(number) - 1, 4)
    return (7 - row) * 4 + place + 1


def squares(part):
    """Squares of a FEN, one by one: ranges would change their order."""
    for item in filter(None, part.split(",")):
        king = "K" if item.startswith("K") else ""
        first, _, last = item.removeprefix("K").partition("-")
        for number in range(int(first), int(last or first) + 1):
            yield f"{king}{from_below(number)}"


for line in sys.stdin:
    variant, fen = line.rstrip("\n").split("\t")
    turned = variant in FROM_BELOW
    if turned:
        turn, white, black = fen.split(":")
        fen = f"{turn}:W{','.join(squares(white[1:]))}:B{','.join(squares(black[1:]))}"
    moves = set()
    for move in Board(variant=variant, fen=fen).legal_moves():
        text = move.hub_move
        if turned:
            text = re.sub(r"\d+", lambda found: str(from_below(found[0])), text)
            if "x" in text:
                start, end, *captured = text.split("x")
                text = "x".join([start, end, *sorted(captured, key=int)])
        moves.add(text)
    print(" ".join(sorted(moves)))
