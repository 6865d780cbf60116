//! The API border: sessions, engines, limits and levels as text and plain data.
