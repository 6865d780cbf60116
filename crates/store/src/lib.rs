//! Where games and preferences live: SQL in one place.
