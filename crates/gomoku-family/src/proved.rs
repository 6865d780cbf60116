//! The reasons of a review that gomoku and renju can prove.

use engine::{FamilyReason, Reason};

/// Why a move of gomoku or renju is bad.
#[derive(Copy, Clone, Debug)]
pub(crate) enum ProvenReason {
    /// It is a foul.
    ForbiddenPoint,
    /// The opponent can make an open four.
    AllowsFour,
    /// An open four was possible.
    MissesFour,
    /// The opponent can make two threats at once.
    AllowsDouble,
    /// Two threats at once were possible.
    MissesDouble,
    /// The better move makes an open three.
    MissesThree,
    /// The better move makes a four.
    MissesSimpleFour,
    /// The stone stands far from all others.
    FarAway,
    /// The opponent has more points for threats than after the better line.
    MoreThreats,
    /// The player has fewer points for threats than after the better line.
    FewerThreats,
}

impl ProvenReason {
    /// All of them.
    pub(crate) const ALL: [&'static dyn FamilyReason; 10] = [
        &Self::ForbiddenPoint,
        &Self::AllowsFour,
        &Self::MissesFour,
        &Self::AllowsDouble,
        &Self::MissesDouble,
        &Self::MissesThree,
        &Self::MissesSimpleFour,
        &Self::FarAway,
        &Self::MoreThreats,
        &Self::FewerThreats,
    ];
}

impl FamilyReason for ProvenReason {
    fn code(&self) -> &'static str {
        match self {
            Self::ForbiddenPoint => "forbidden-point",
            Self::AllowsFour => "allows-four",
            Self::MissesFour => "misses-four",
            Self::AllowsDouble => "allows-double",
            Self::MissesDouble => "misses-double",
            Self::MissesThree => "misses-three",
            Self::MissesSimpleFour => "misses-simple-four",
            Self::FarAway => "far-away",
            Self::MoreThreats => "more-threats",
            Self::FewerThreats => "fewer-threats",
        }
    }

    fn is_missed(&self) -> bool {
        matches!(
            self,
            Self::MissesFour | Self::MissesDouble | Self::MissesThree | Self::MissesSimpleFour
        )
    }

    fn sentence(&self, reason: &Reason) -> String {
        let squares = reason.squares.join(" ");
        let (here, there) = reason.count.unwrap_or_default();
        let points = |n: u32| if n == 1 { "one point".to_owned() } else { format!("{n} points") };
        match self {
            Self::ForbiddenPoint => format!("{squares} is forbidden"),
            Self::AllowsFour => format!("leaves an open four on {squares}"),
            Self::MissesFour => format!("misses an open four on {squares}"),
            Self::AllowsDouble => {
                format!("lets the opponent make two threats at once on {squares}")
            }
            Self::MissesDouble => format!("misses two threats at once on {squares}"),
            Self::MissesThree => format!("makes no threat; {squares} makes an open three"),
            Self::MissesSimpleFour => format!("makes no threat; {squares} makes a four"),
            Self::FarAway => format!("stands {here} points away from the nearest stone"),
            Self::MoreThreats => format!(
                "leaves the opponent {} for a three or a four, the better line {there}",
                points(here)
            ),
            Self::FewerThreats => {
                format!("leaves {} for a three or a four, the better line {there}", points(here))
            }
        }
    }
}
