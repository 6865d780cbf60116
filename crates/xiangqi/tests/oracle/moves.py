"""Answers, for each FEN on standard input, one line: 1 if the side to move is in check, else 0,
then its legal moves, sorted, by pyffish (which counts ranks from 1)."""

import re
import sys

import pyffish


def ranks_from_zero(move):
    return re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), move)


for line in sys.stdin:
    fen = line.strip()
    check = int(pyffish.gives_check("xiangqi", fen, []))
    moves = sorted(map(ranks_from_zero, pyffish.legal_moves("xiangqi", fen, [])))
    print(check, *moves)
