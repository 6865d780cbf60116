//! What we believe about Xiangqi: evaluation, exchanges, pruning opinions, levels.
