//! What a network of Xiangqi is trained on.

use crate::ID;
use crate::session::{XiangqiGame, XiangqiSession};
use engine::{Features, GameSession, NetworkInput, Session};
use game::Position as _;
use xiangqi_engine::eval::{evaluate, features};

/// See [`Features`].
#[derive(Debug)]
pub(crate) struct XiangqiFeatures;

impl Features for XiangqiFeatures {
    fn name(&self) -> &'static str {
        features::NAME
    }

    fn beside(&self) -> Option<&'static str> {
        Some(features::BESIDE)
    }

    fn inputs(&self) -> u32 {
        features::INPUTS.into()
    }

    fn active(&self) -> u32 {
        features::ACTIVE.into()
    }

    fn buckets(&self) -> u32 {
        features::BUCKETS.into()
    }

    /// The board, and the board with left and right exchanged. They differ for a king in the middle of its palace.
    fn images(&self) -> u32 {
        2
    }

    fn see(&self, session: &dyn Session, image: u32, seen: &mut NetworkInput) -> bool {
        let Ok(session): Result<&XiangqiSession, _> = GameSession::<XiangqiGame>::of(session, ID)
        else {
            return false;
        };
        let position = session.line().position();
        let mirrored = (image == 1).then(|| position.mirrored());
        let position = mirrored.as_ref().unwrap_or(position);
        let side = position.side_to_move();
        seen.own.clear();
        seen.own.extend(features::active(position, side));
        seen.other.clear();
        seen.other.extend(features::active(position, side.other()));
        seen.bucket = features::bucket(position);
        seen.share = features::share(position);
        seen.hand_made = evaluate(position).value();
        true
    }
}
