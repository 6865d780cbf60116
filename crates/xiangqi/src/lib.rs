//! The rules of Xiangqi: positions, legal moves, adjudication, notations.
