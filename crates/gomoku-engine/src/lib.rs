//! What we believe about gomoku and renju: threats, evaluation, levels.
