//! Matches between engines: openings, clocks, adjudication, Elo and SPRT.
