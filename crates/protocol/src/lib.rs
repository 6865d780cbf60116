//! UCI and UCCI lines to typed messages and back, for engines and for managers; no I/O.
