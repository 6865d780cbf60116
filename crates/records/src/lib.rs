//! Streaming readers and writers of game files.
