//! One alpha-beta search for every game.
