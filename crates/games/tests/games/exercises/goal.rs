//! What a right move does, as an exercise says it.

use engine::{MarkKind, RecordedMove, Session};
use game::Side;
use serde_json::Value;

/// The kind of piece of games where stones are put, and the threat that wins there.
const STONE: &str = "stone";
const FIVE: &str = "five";

/// What a move must do. Empty and absent parts ask for nothing.
#[derive(Debug, Default)]
pub(super) struct Goal {
    /// It begins on one of these squares.
    from: Vec<String>,
    /// It ends on one of these squares.
    to: Vec<String>,
    /// It captures the pieces on all of these squares.
    takes: Vec<String>,
    /// It captures so many pieces.
    count: Option<u64>,
    /// It gives check, or does not.
    check: Option<bool>,
    /// A man becomes a king, or does not.
    crowns: Option<bool>,
    /// It wins the game at once.
    wins: bool,
    /// The word of the reason why the game ends.
    reason: Option<String>,
    /// It does not lose the game at once.
    lives: bool,
    /// The stone makes one of these threats.
    makes: Vec<String>,
    /// It turns so many discs.
    flips: Option<u64>,
    /// No reply captures the piece that moved.
    safe: bool,
    /// No reply captures anything.
    unharmed: bool,
    /// No reply captures a piece on these squares.
    keeps: Vec<String>,
    /// No reply goes to these squares.
    denies: Vec<String>,
    /// No reply wins at once.
    holds: bool,
    /// After it the opponent has no point for one of these threats.
    bars: Vec<String>,
    /// No reply does this.
    never: Option<Box<Goal>>,
    /// At most so many legal replies.
    replies: Option<u64>,
    /// The opponent must pass.
    passes: bool,
    /// After every reply a move does this, or wins at once.
    then: Option<Box<Goal>>,
    /// Not a move: the points that are forbidden by this foul.
    pub(super) foul: Option<String>,
}

impl Goal {
    pub(super) fn read(value: &Value) -> Result<Self, String> {
        let mut goal = Self::default();
        let list = |value: &Value| super::strings(value).into_iter().map(Into::into).collect();
        for (key, value) in value.as_object().ok_or("a step has no goal")? {
            let word = || value.as_str().map(str::to_owned);
            match key.as_str() {
                "from" => goal.from = list(value),
                "to" => goal.to = list(value),
                "takes" => goal.takes = list(value),
                "count" => goal.count = value.as_u64(),
                "check" => goal.check = value.as_bool(),
                "crowns" => goal.crowns = value.as_bool(),
                "wins" => goal.wins = true,
                "reason" => goal.reason = word(),
                "lives" => goal.lives = true,
                "makes" => goal.makes = list(value),
                "flips" => goal.flips = value.as_u64(),
                "safe" => goal.safe = true,
                "unharmed" => goal.unharmed = true,
                "keeps" => goal.keeps = list(value),
                "denies" => goal.denies = list(value),
                "holds" => goal.holds = true,
                "bars" => goal.bars = list(value),
                "never" => goal.never = Some(Box::new(Self::read(value)?)),
                "replies" => goal.replies = value.as_u64(),
                "passes" => goal.passes = true,
                "then" => goal.then = Some(Box::new(Self::read(value)?)),
                "foul" => goal.foul = word(),
                other => return Err(format!("unknown goal {other}")),
            }
        }
        Ok(goal)
    }

    /// Whether a legal move does it.
    pub(super) fn met(&self, before: &dyn Session, m: &str) -> bool {
        let mover = before.side_to_move();
        let mut after = before.fork();
        let Ok(recorded) = after.record(m) else { return false };
        if !self.met_by_itself(before, &recorded) {
            return false;
        }
        let verdict = after.verdict();
        let won = verdict.as_ref().is_some_and(|end| end.outcome.winner() == Some(mover));
        let lost = verdict.as_ref().is_some_and(|end| end.outcome.winner() == Some(mover.other()));
        if self.wins && !won
            || self.lives && lost
            || self.reason.is_some() && self.reason.as_deref() != verdict.as_ref().map(|v| v.reason)
        {
            return false;
        }
        // Nobody answers at the end of the game.
        let replies = if verdict.is_some() { Vec::new() } else { after.legal_moves() };
        if self.replies.is_some_and(|most| replies.len() as u64 > most)
            || self.passes && replies != ["pass"]
            || self.holds && wins_at_once(after.as_ref())
        {
            return false;
        }
        if !self.bars.is_empty() {
            let threats = after.board().threats;
            let is_barred = |kind: &str| self.bars.iter().any(|barred| barred == kind);
            if threats.iter().any(|t| t.side == mover.other() && is_barred(t.kind)) {
                return false;
            }
        }
        if let Some(never) = &self.never
            && answers(after.as_ref(), replies.clone()).iter().any(|m| never.met(after.as_ref(), m))
        {
            return false;
        }
        let to = recorded.played.to;
        if (self.safe || self.unharmed || !self.keeps.is_empty() || !self.denies.is_empty())
            && replies.iter().any(|reply| self.spoils(after.as_ref(), reply, &to))
        {
            return false;
        }
        let Some(then) = &self.then else { return true };
        won || then.met_after(after.as_ref(), &replies, mover)
    }

    /// Whether this can be done, or the game won, after every reply.
    fn met_after(&self, after: &dyn Session, replies: &[String], mover: Side) -> bool {
        let follows = |reply: &String| {
            let mut next = after.fork();
            let goes_on = next.push(reply).is_ok() && next.verdict().is_none();
            goes_on
                && (wins_at_once(next.as_ref())
                    || next.legal_moves().iter().any(|m| self.met(next.as_ref(), m)))
        };
        let board = after.board();
        if !board.pieces.iter().any(|piece| piece.kind == STONE) {
            return !replies.is_empty() && replies.iter().all(follows);
        }
        // Where stones are put, only a four forces a reply: the one on its point.
        let fives = |side| board.threats.iter().filter(move |t| t.side == side && t.kind == FIVE);
        let own: Vec<&str> = fives(mover).map(|threat| threat.at.as_str()).collect();
        match own[..] {
            _ if fives(mover.other()).next().is_some() => false,
            [] => false,
            [only] => replies.iter().filter(|reply| *reply == only).all(follows),
            _ => true,
        }
    }

    fn met_by_itself(&self, before: &dyn Session, recorded: &RecordedMove) -> bool {
        let played = &recorded.played;
        let is_among = |list: &[String], at: &str| list.is_empty() || list.iter().any(|x| x == at);
        let captured = played.captured_at.len();
        // Turned discs leave and come back.
        let turned = recorded.removed.len();
        is_among(&self.from, played.from.as_deref().unwrap_or_default())
            && is_among(&self.to, &played.to)
            && self.takes.iter().all(|at| played.captured_at.contains(at))
            && self.count.is_none_or(|n| n == captured as u64)
            && self.check.is_none_or(|check| check == played.check)
            && self.crowns.is_none_or(|crowns| crowns == played.crowned)
            && self.flips.is_none_or(|n| n == turned as u64)
            && (self.makes.is_empty()
                || before.board().threats.iter().any(|threat| {
                    threat.at == played.to
                        && threat.side == before.side_to_move()
                        && self.makes.iter().any(|kind| kind == threat.kind)
                }))
    }

    /// Whether a reply does what the move must not allow; the piece that moved stands on `to`.
    fn spoils(&self, session: &dyn Session, reply: &str, to: &str) -> bool {
        let mut after = session.fork();
        let Ok(played) = after.push(reply) else { return false };
        let takes = |at: &str| played.captured_at.iter().any(|x| x == at);
        self.safe && takes(to)
            || self.unharmed && !played.captured_at.is_empty()
            || self.keeps.iter().any(|at| takes(at))
            || self.denies.contains(&played.to)
    }
}

/// The replies that can force anything: where stones are put, those that make a threat.
fn answers(session: &dyn Session, replies: Vec<String>) -> Vec<String> {
    let board = session.board();
    if !board.pieces.iter().any(|piece| piece.kind == STONE) {
        return replies;
    }
    let mover = session.side_to_move();
    let threats = board.threats.into_iter().filter(|threat| threat.side == mover);
    threats.map(|threat| threat.at).filter(|at| replies.contains(at)).collect()
}

/// Whether the side to move has a move that wins. Where stones are put, the board says it.
fn wins_at_once(session: &dyn Session) -> bool {
    let board = session.board();
    if board.pieces.iter().any(|piece| piece.kind == STONE) {
        let mover = session.side_to_move();
        return board.threats.iter().any(|t| t.side == mover && t.kind == FIVE);
    }
    session.legal_moves().iter().any(|m| {
        let verdict = session.preview(m).ok().flatten();
        verdict.is_some_and(|end| end.outcome.winner() == Some(session.side_to_move()))
    })
}

/// The points that this foul forbids to the side to move.
pub(super) fn forbidden_points(session: &dyn Session, kind: &str) -> Vec<String> {
    let marks = session.board().marks.into_iter();
    let wanted = marks.filter(|mark| matches!(mark.kind, MarkKind::Forbidden(why) if why == kind));
    wanted.map(|mark| mark.at).collect()
}
