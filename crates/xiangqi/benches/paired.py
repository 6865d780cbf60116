"""Perft of the start position against Debian's fairy-stockfish, both on one thread, in
alternating runs, by user CPU time:

    cargo build --release -p workshop
    python3 crates/xiangqi/benches/paired.py [RUNS] [DEPTH]
"""

import os
import statistics
import subprocess
import sys

RUNS, DEPTH = (int(a) for a in (sys.argv[1:] + ["5", "5"][len(sys.argv) - 1:])[:2])
OURS = os.path.join(os.environ.get("CARGO_TARGET_DIR", "target"), "release/workshop")
THEIRS = "/usr/games/fairy-stockfish"


def run(command, text):
    """User CPU seconds and the number of nodes printed."""
    before = os.times().children_user
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    seconds = os.times().children_user - before
    words = done.stdout.replace("Nodes searched:", "nodes").split()
    return seconds, int(words[words.index("nodes") + 1])


ratios = []
for _ in range(RUNS):
    # One count of ours is too short for the clock's hundredths of a second: four of them.
    ours = [run([OURS, "xiangqi", "perft", str(DEPTH)], "") for _ in range(4)]
    seconds, nodes = sum(s for s, _ in ours) / 4, ours[0][1]
    theirs, same = run(
        [THEIRS], f"setoption name UCI_Variant value xiangqi\nposition startpos\ngo perft {DEPTH}\nquit\n"
    )
    assert nodes == same, (nodes, same)
    ratios.append(theirs / seconds)
    print(
        f"{nodes} nodes: ours {seconds:.3f} s ({nodes / seconds / 1e6:.0f} M/s), "
        f"fairy-stockfish {theirs:.2f} s ({nodes / theirs / 1e6:.1f} M/s): {ratios[-1]:.1f} times"
    )
print(f"median {statistics.median(ratios):.1f} times")
