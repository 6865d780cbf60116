//! Verdicts on repetition: one small function per rule set over the same facts.
//!
//! Where the rules leave room:
//!
//! - An attack that existed before the move is not new, even if the attacker retreats along its line. A move that removes
//!   the last real protector of a victim, by moving, pinning or closing its line, makes a chase.
//! - Rule 6 (equal pieces offer an exchange "unless the victim is pinned"): pinned means that the victim cannot legally
//!   recapture.
//! - Rule 7 (a chariot pinned by a horse may not be chased) comes before an ordinary chase by the other side.
//! - Checks that existed before the move are ignored when new attacks and protection are determined.
//! - A mixture under `cxa` is reported as `perpetual-chase`. The threats of mate in it are part of the evidence.

use super::chase::{Standard, Threats, take_back_and_compare};
use super::rewind::Rewind;
use super::{Chase, MateThreat, Reason, ReasonKind, RuleSet};
use crate::{Kind, Move, Position, Square, Squares};
use game::{Line, NullObserver, Outcome, Position as _, Side};
use std::ops::ControlFlow;

/// The judgement on a cycle.
#[derive(Copy, Clone, Debug)]
pub(super) struct Ruling {
    rules: RuleSet,
    kind: ReasonKind,
    loser: Option<Side>,
    /// The common victims of each side's chases, if these were decisive; by the side that chases.
    victims: [Squares; 2],
}

impl Ruling {
    /// Judges the last `length` plies of `line`.
    pub(super) fn of(line: &Line<Position>, length: usize, rules: RuleSet) -> Self {
        let draw =
            Self { rules, kind: ReasonKind::Repetition, loser: None, victims: Default::default() };
        let checks = Checks::of(line, length);
        let ruling = match rules {
            RuleSet::Simple => draw.on_checks(&checks),
            RuleSet::Wxf => draw.on_checks(&checks).or_else(|| draw.wxf(line, length)),
            RuleSet::Computer => draw.on_checks(&checks).or_else(|| {
                let any = checks.any[0] || checks.any[1];
                (!any).then(|| draw.computer(line, length)).flatten()
            }),
            RuleSet::Cxa => draw.on_checks(&checks).or_else(|| draw.cxa(line, length)),
        };
        ruling.unwrap_or(draw)
    }

    pub(super) fn outcome(&self) -> Outcome {
        self.loser.map_or(Outcome::Draw, |loser| Outcome::win_of(loser.other()))
    }

    /// `wxf 1` and `wxf 8`, the same in all rule sets: the side that checks on every move loses,
    /// whatever the other side does. If both sides do so, it is a draw.
    fn on_checks(self, checks: &Checks) -> Option<Self> {
        match checks.every {
            [true, true] => Some(Self { kind: ReasonKind::MutualCheck, ..self }),
            [false, false] => None,
            [red, _] => {
                let loser = Some(if red { Side::First } else { Side::Second });
                Some(Self { kind: ReasonKind::PerpetualCheck, loser, ..self })
            }
        }
    }

    /// `wxf 3`, `wxf 7` and `wxf 8`.
    fn wxf(self, line: &Line<Position>, length: usize) -> Option<Self> {
        let (victims, pinned) = common_victims(line, length, WXF);
        // A chariot pinned by a horse may not be chased, whatever the other side chases.
        self.on_victims(pinned).filter(|ruling| ruling.loser.is_some()).or(self.on_victims(victims))
    }

    fn computer(self, line: &Line<Position>, length: usize) -> Option<Self> {
        self.on_victims(common_victims(line, length, COMPUTER).0)
    }

    fn on_victims(self, victims: [Squares; 2]) -> Option<Self> {
        match victims.map(|victims| !victims.is_empty()) {
            [false, false] => None,
            [true, true] => Some(Self { kind: ReasonKind::MutualChase, victims, ..self }),
            [red, _] => {
                let loser = Some(if red { Side::First } else { Side::Second });
                Some(Self { kind: ReasonKind::PerpetualChase, loser, victims, ..self })
            }
        }
    }

    /// Any mixture of checks, mate threats and chases on every move, of any victims.
    fn cxa(self, line: &Line<Position>, length: usize) -> Option<Self> {
        let mut every = [true; 2];
        each_act(line, length, CXA, &mut |act| {
            every[act.side.index()] &= act.check || act.kill.is_some() || !act.threats.is_empty();
            if every == [false; 2] { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // All pieces count as victims, so that the evidence lists every chase.
        self.on_victims(every.map(|every| if every { Squares::ALL } else { Squares::EMPTY }))
    }

    /// The full reason: the attacks, their plies, and the paragraph that was applied.
    pub(super) fn explain(&self, line: &Line<Position>, length: usize) -> Reason {
        let mut reason = Reason::of(self.kind);
        reason.cycle = Some(line.len() - length..line.len());
        let standard = match self.rules {
            RuleSet::Cxa => CXA,
            RuleSet::Computer => COMPUTER,
            RuleSet::Wxf | RuleSet::Simple => WXF,
        };
        let victims = match self.rules {
            RuleSet::Cxa => self.victims,
            _ => self.victims.map(|victims| most_valuable(line.position(), victims)),
        };
        let mut facts = Facts { every: [true; 2], any: false, pinned: true, protected: true };
        each_act(line, length, standard, &mut |act| {
            facts.note(act);
            let mine = victims[act.side.index()];
            let offends = match self.kind {
                ReasonKind::PerpetualCheck => self.loser == Some(act.side),
                ReasonKind::MutualCheck => true,
                _ => !mine.is_empty(),
            };
            if offends {
                reason.plies.push(act.ply);
            }
            for threat in act.threats.iter().filter(|threat| mine.contains(threat.victim)) {
                facts.pinned &= threat.pinned_by_horse;
                facts.protected &= threat.protected;
                note_chase(&mut reason.chases, threat.victim, threat.attacker, act.ply);
            }
            if let (true, RuleSet::Cxa, Some((piece, to))) = (offends, self.rules, act.kill) {
                note_mate(&mut reason.mates, piece, to, act.ply);
            }
            ControlFlow::Continue(())
        });
        reason.plies.reverse();
        for chase in &mut reason.chases {
            chase.plies.reverse();
        }
        for mate in &mut reason.mates {
            mate.plies.reverse();
        }
        reason.chases.sort_by_key(|chase| chase.victim);
        reason.rule = Some(self.paragraph(&facts));
        reason
    }

    fn paragraph(&self, facts: &Facts) -> &'static str {
        match (self.rules, self.kind) {
            (RuleSet::Wxf, ReasonKind::PerpetualCheck | ReasonKind::MutualCheck) => "wxf 1",
            (RuleSet::Wxf, ReasonKind::PerpetualChase) if facts.pinned => "wxf 7",
            (RuleSet::Wxf, ReasonKind::PerpetualChase) if facts.protected => "wxf 5",
            (RuleSet::Wxf, ReasonKind::PerpetualChase) => "wxf 3",
            (RuleSet::Wxf, ReasonKind::MutualChase) => "wxf 8",
            // Both sides' attacks change their kind, or their victims, or do not exist.
            (RuleSet::Wxf, _) if facts.every.contains(&true) => "wxf 3",
            (RuleSet::Wxf, _) if facts.any => "wxf 2",
            (RuleSet::Wxf, _) => "wxf 9",
            (rules, _) => rules.id(),
        }
    }
}

const WXF: Standard = Standard { pinned_chariot: true, minor_attackers: false, by_victim: false };
const CXA: Standard = Standard { pinned_chariot: false, ..WXF };
const COMPUTER: Standard =
    Standard { pinned_chariot: false, minor_attackers: true, by_victim: true };

/// Which side checked on every, or on any, move of a cycle.
struct Checks {
    every: [bool; 2],
    any: [bool; 2],
}

impl Checks {
    fn of(line: &Line<Position>, length: usize) -> Self {
        let mut checks = Self { every: [true; 2], any: [false; 2] };
        let mut rewind = Rewind::new(line);
        for _ in 0..length {
            let side = rewind.mover().index();
            let check = rewind.position().is_in_check();
            checks.every[side] &= check;
            checks.any[side] |= check;
            if rewind.take_back().is_none() {
                break;
            }
        }
        checks
    }
}

/// The pieces each side chased on every move of a cycle, and those of them that were
/// chariots pinned by a horse on every move.
fn common_victims(
    line: &Line<Position>,
    length: usize,
    standard: Standard,
) -> ([Squares; 2], [Squares; 2]) {
    let mut victims = [Squares::ALL; 2];
    let mut pinned = [Squares::ALL; 2];
    let mut rewind = Rewind::new(line);
    for _ in 0..length {
        let side = rewind.mover().index();
        if victims[side].is_empty() {
            if victims[1 - side].is_empty() || rewind.take_back().is_none() {
                break;
            }
            continue;
        }
        let threats = take_back_and_compare(&mut rewind, standard);
        victims[side] &= threats.iter().map(|threat| threat.victim).collect();
        pinned[side] &=
            threats.iter().filter(|t| t.pinned_by_horse).map(|threat| threat.victim).collect();
    }
    let both = |sets: [Squares; 2]| [sets[0] & victims[0], sets[1] & victims[1]];
    (victims, both(pinned))
}

/// The attacks of one move of a cycle.
struct MoveAttacks {
    ply: usize,
    side: Side,
    check: bool,
    /// The mate that the move threatens to give on the next move: the piece, named by its point at
    /// the end, and the target.
    kill: Option<(Square, Square)>,
    threats: Threats,
}

/// Calls `f` with every move of the cycle, the last first.
fn each_act(
    line: &Line<Position>,
    length: usize,
    standard: Standard,
    f: &mut impl FnMut(&MoveAttacks) -> ControlFlow<()>,
) {
    let mut rewind = Rewind::new(line);
    for _ in 0..length {
        let (ply, side) = (rewind.ply(), rewind.mover());
        let check = rewind.position().is_in_check();
        let kill = threatens_mate(rewind.position_mut()).map(|m| (rewind.home(m.from), m.to));
        let threats = take_back_and_compare(&mut rewind, standard);
        if f(&MoveAttacks { ply, side, check, kill, threats }).is_break() {
            return;
        }
    }
}

/// The move with which the side that has just moved would mate if it moved again. A check is no
/// threat of mate, because it has to be answered.
fn threatens_mate(position: &mut Position) -> Option<Move> {
    let passed = position.pass()?;
    let mates = position.moves().into_iter().find(|&m: &Move| {
        let undo = position.make(m, &mut NullObserver);
        let mate = position.is_in_check() && !position.has_legal_move();
        position.unmake(m, undo);
        mate
    });
    position.unpass(passed);
    mates
}

/// The facts that determine the paragraph.
struct Facts {
    /// By side: whether every move was an attack.
    every: [bool; 2],
    /// Whether any move was an attack.
    any: bool,
    /// Whether every chase counted was of a chariot pinned by a horse.
    pinned: bool,
    /// Whether every chase counted was of a protected chariot.
    protected: bool,
}

impl Facts {
    fn note(&mut self, act: &MoveAttacks) {
        let chases = !act.threats.is_empty();
        self.every[act.side.index()] &= chases;
        self.any |= chases || act.check || act.kill.is_some();
    }
}

fn most_valuable(position: &Position, victims: Squares) -> Squares {
    let worth = |kind| match kind {
        Kind::Chariot => 0,
        Kind::Cannon => 1,
        Kind::Horse => 2,
        Kind::Elephant => 3,
        Kind::Advisor => 4,
        Kind::Pawn | Kind::King => 5,
    };
    victims
        .into_iter()
        .min_by_key(|&square| position.piece_at(square).map(|piece| worth(piece.kind())))
        .map_or(Squares::EMPTY, Squares::of)
}

fn note_chase(chases: &mut Vec<Chase>, victim: Square, chaser: Square, ply: usize) {
    let known = chases.iter().position(|chase| chase.victim == victim).unwrap_or_else(|| {
        chases.push(Chase { victim, chasers: Squares::EMPTY, plies: Vec::new() });
        chases.len() - 1
    });
    let chase = &mut chases[known];
    chase.chasers.insert(chaser);
    if chase.plies.last() != Some(&ply) {
        chase.plies.push(ply);
    }
}

fn note_mate(mates: &mut Vec<MateThreat>, piece: Square, to: Square, ply: usize) {
    match mates.iter_mut().find(|mate| (mate.piece, mate.to) == (piece, to)) {
        Some(mate) => mate.plies.push(ply),
        None => mates.push(MateThreat { piece, to, plies: vec![ply] }),
    }
}
