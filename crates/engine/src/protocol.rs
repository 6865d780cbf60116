/// A protocol by which programs play games with each other.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// UCI.
    Uci,
    /// UCCI.
    Ucci,
    /// Hub, in both versions.
    Hub,
    /// Gomocup's (Piskvork's).
    Gomocup,
    /// DamExchange.
    Dxp,
}

/// A variant, and what a protocol calls it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ProtocolVariant {
    /// The variant's id, without a size of the board.
    pub variant: &'static str,
    /// The protocol's name or number for it.
    pub name: &'static str,
}
