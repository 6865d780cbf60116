//! The hall: games people play, live and stored.
