//! What a network of gomoku is trained on.

use crate::session::{GomokuGame, GomokuSession};
use crate::variants::ID;
use engine::{Cells, Features, GameSession, NetworkInput, Session};
use game::Position as _;
use gomoku_engine::eval::lines;
use std::sync::LazyLock;

/// See [`Features`]. The names are those of the rules.
#[derive(Debug)]
pub(crate) struct GomokuFeatures {
    names: [&'static str; 2],
    cells: Cells,
}

/// The features under the rules of a variant, where a network is known for them.
pub(crate) fn of(base: &str) -> Option<&'static GomokuFeatures> {
    static ALL: LazyLock<Vec<(&'static str, GomokuFeatures)>> = LazyLock::new(|| {
        let features = |base| {
            let rules = crate::rules::of(base);
            let cells = Cells {
                regions: lines::REGIONS as u32,
                most: lines::MOST,
                turned: lines::turned(),
                kinds: lines::kinds(rules),
                images: lines::images(),
            };
            Some((base, GomokuFeatures { names: lines::names(rules)?, cells }))
        };
        ["gomoku", "gomoku-standard", "renju"].into_iter().filter_map(features).collect()
    });
    ALL.iter().find(|(known, _)| *known == base).map(|(_, features)| features)
}

fn session_of(session: &dyn Session) -> Option<&GomokuSession> {
    GameSession::<GomokuGame>::of(session, ID).ok()
}

impl Features for GomokuFeatures {
    fn name(&self) -> &'static str {
        self.names[0]
    }

    fn beside(&self) -> Option<&'static str> {
        Some(self.names[1])
    }

    fn inputs(&self) -> u32 {
        lines::ROWS.into()
    }

    fn active(&self) -> u32 {
        lines::DIRECTIONS as u32
    }

    fn buckets(&self) -> u32 {
        lines::BUCKETS.into()
    }

    fn cells(&self) -> Option<&Cells> {
        Some(&self.cells)
    }

    fn is_quiet(&self, session: &dyn Session) -> bool {
        session_of(session).is_some_and(|session| lines::is_quiet(session.line().position()))
    }

    fn see(&self, session: &dyn Session, _: u32, seen: &mut NetworkInput) -> bool {
        let Some(session) = session_of(session) else { return false };
        let position = session.line().position();
        seen.own.clear();
        seen.other.clear();
        seen.places.clear();
        lines::for_each_point(position, position.side_to_move(), |rows, region| {
            seen.own.extend(rows);
            seen.places.push(region);
        });
        seen.bucket = 0;
        seen.share = 1.0;
        seen.hand_made = lines::hand_made(position);
        true
    }
}
