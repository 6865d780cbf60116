//! The messages between server and browser, as schemas of their own.
