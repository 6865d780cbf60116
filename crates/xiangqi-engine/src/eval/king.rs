//! Danger to the king.
//!
//! Units of attack on the palace of the enemy: 3 for a chariot that attacks into it, 2 for a horse,
//! 2 for a cannon, 1 for its pawns together, and 1 for every point of it that is attacked and
//! protected by the king alone. The sum is an index into `DANGER`: attackers count for more
//! together than alone.

use super::camp::Camp;
use super::sink::Sink;
use super::weights;
use xiangqi::{File, Kind, Square, Squares, attacks};

/// The threats of `us` against the enemy king, and the safety of the own king.
pub(crate) fn terms(
    us: &Camp<'_>,
    them: &Camp<'_>,
    occupied: Squares,
    on_move: bool,
    sink: &mut impl Sink,
) {
    danger(us, them, sink);
    checks(us, them, occupied, on_move, sink);
    gathered(us, them, sink);
    space(us, them, sink);
    own_king(us, them, sink);
}

fn danger(us: &Camp<'_>, them: &Camp<'_>, sink: &mut impl Sink) {
    let palace = Squares::palace(them.side);
    let mut units = 0;
    let mut hit = us.by(Kind::Pawn) & palace;
    if !hit.is_empty() {
        units += 1;
    }
    for runner in us.runners() {
        let attacks = runner.attacks & palace;
        if !attacks.is_empty() {
            units += if runner.kind == Kind::Chariot { 3 } else { 2 };
            hit |= attacks;
        }
    }
    units += (hit - them.guarded).len();
    let guards = them.of(Kind::Advisor).len() + them.of(Kind::Elephant).len();
    let table = if guards >= 3 { 0 } else { 24 };
    sink.add(weights::DANGER.at(table + units.min(23) as usize), 1);
}

fn checks(us: &Camp<'_>, them: &Camp<'_>, occupied: Squares, on_move: bool, sink: &mut impl Sink) {
    let king = them.king;
    let straight = them.from_king & us.by(Kind::Chariot);
    let leaps = attacks::horses_to(king, occupied) & us.by(Kind::Horse);
    let over = attacks::cannon_over(king, occupied) & us.cannon_slides;
    let mut any_safe = false;
    for (place, &checks) in [straight, leaps, over].iter().enumerate() {
        let checks = checks - us.all;
        if checks.is_empty() {
            continue;
        }
        let safe = (checks - them.any).len() as i32;
        if safe == 0 {
            sink.add(weights::POOR_CHECK.at(place), 1);
            continue;
        }
        any_safe = true;
        sink.add(weights::SAFE_CHECK.at(place), 1);
        sink.add(weights::MORE_SAFE_CHECKS.at(place), safe - 1);
        if on_move {
            sink.add(weights::SAFE_CHECK_NOW.at(place), 1);
        }
    }
    let steps = (attacks::king(king) - them.all - us.any).len() as usize;
    if any_safe && steps < 3 {
        sink.add(weights::NET.at(steps), 1);
    }
}

const LEFT: Squares = half(&[File::A, File::B, File::C, File::D, File::E]);
const RIGHT: Squares = half(&[File::E, File::F, File::G, File::H, File::I]);

const fn half(files: &[File]) -> Squares {
    let mut half = Squares::EMPTY;
    let mut i = 0;
    while i < files.len() {
        half = half.or(Squares::file(files[i]));
        i += 1;
    }
    half
}

fn gathered(us: &Camp<'_>, them: &Camp<'_>, sink: &mut impl Sink) {
    let theirs = Squares::home(them.side);
    let across = (great(us) | us.of(Kind::Pawn)) & theirs;
    let defenders = great(them) & theirs;
    let (left, right) = ((across & LEFT).len() as i32, (across & RIGHT).len() as i32);
    sink.add(weights::GATHERED.up_to(left.max(right) as usize), 1);
    let left = left - (defenders & LEFT).len() as i32;
    let right = right - (defenders & RIGHT).len() as i32;
    let surplus = left.max(right).clamp(-4, 4);
    sink.add(weights::OUTNUMBERED.at((surplus + 4) as usize), 1);
}

fn great(camp: &Camp<'_>) -> Squares {
    camp.of(Kind::Chariot) | camp.of(Kind::Horse) | camp.of(Kind::Cannon)
}

fn space(us: &Camp<'_>, them: &Camp<'_>, sink: &mut impl Sink) {
    let attacked = us.any & Squares::home(them.side);
    sink.add(weights::SPACE.at(0), (attacked - them.any).len() as i32);
    sink.add(weights::SPACE.at(1), attacked.len() as i32);
}

fn own_king(us: &Camp<'_>, them: &Camp<'_>, sink: &mut impl Sink) {
    let king: Square = us.king;
    let steps = attacks::king(king) - us.all - them.any;
    sink.add(weights::MOVES_KING.up_to(steps.len() as usize), 1);
    let seen = us.from_king.len();
    sink.add(weights::KING_SEEN.up_to(seen as usize), 1);
    let cover = attacks::file_line(king) & us.ranks_ahead(king) & us.all;
    sink.add(weights::KING_COVER.up_to(cover.len() as usize), 1);
}
