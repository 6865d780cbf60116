use engine::Protocol;
use protocol::RankBase;
use protocol::manager::ProtocolKind;
use std::path::PathBuf;

/// A program that speaks a protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct External {
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory; ours if absent.
    pub dir: Option<PathBuf>,
    /// Its protocol.
    pub protocol: ProtocolKind,
    /// Its numbering of ranks.
    pub ranks: RankBase,
    /// Options to set, by name; buttons have no value.
    pub options: Vec<(String, Option<String>)>,
}

impl External {
    /// Whether a program with this protocol can be told to play the variant.
    ///
    /// ```
    /// use engine::Protocol;
    /// assert!(programs::External::can_play(Protocol::Uci, "xiangqi"));
    /// assert!(!programs::External::can_play(Protocol::Uci, "gomoku"));
    /// assert!(programs::External::can_play(Protocol::Hub, "draughts-frisian"));
    /// assert!(programs::External::can_play(Protocol::Gomocup, "renju"));
    /// ```
    #[must_use]
    pub fn can_play(protocol: Protocol, variant: &str) -> bool {
        protocol != Protocol::Dxp && games::protocol_name(protocol, variant).is_some()
    }
}
