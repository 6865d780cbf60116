//! Mobility, horses, chariots.

use super::camp::{Camp, Runner};
use super::sink::Sink;
use super::weights;
use xiangqi::{Kind, Squares, attacks};

/// The mobility of the pieces of `us`, and good places of horses and chariots.
pub(crate) fn terms(us: &Camp<'_>, them: &Camp<'_>, occupied: Squares, sink: &mut impl Sink) {
    let small = them.by_small();
    // Points that a horse or cannon, and a chariot, can go to without being lost to a lesser piece.
    let free = !(us.all | small);
    let free_for_chariot = free - them.by(Kind::Horse) - them.by(Kind::Cannon);
    for runner in us.runners() {
        match runner.kind {
            Kind::Chariot => {
                let moves = runner.slides & free_for_chariot;
                sink.add(weights::MOVES_CHARIOT.up_to(moves.len() as usize), 1);
                chariot(us, them, runner, sink);
            }
            Kind::Horse => {
                let moves = runner.slides & free;
                sink.add(weights::MOVES_HORSE.up_to(moves.len() as usize), 1);
                let ahead = moves & us.ranks_ahead(runner.from);
                sink.add(weights::HORSE_AHEAD.up_to(ahead.len() as usize), 1);
                if runner.from.is_across_river_for(us.side)
                    && us.any.contains(runner.from)
                    && !small.contains(runner.from)
                {
                    sink.add(weights::HORSE_OUTPOST.only(), 1);
                }
            }
            _ => {
                let moves = runner.slides & free;
                sink.add(weights::MOVES_CANNON.up_to(moves.len() as usize), 1);
            }
        }
    }
    let under_pawn = us.ahead_of(us.of(Kind::Horse) & Squares::home(us.side)) & us.of(Kind::Pawn);
    sink.add(weights::HORSE_UNDER_PAWN.only(), under_pawn.len() as i32);
    guards(us, occupied, sink);
}

fn chariot(us: &Camp<'_>, them: &Camp<'_>, runner: &Runner, sink: &mut impl Sink) {
    let ahead = attacks::file_line(runner.from) & us.ranks_ahead(runner.from);
    if !ahead.intersects(us.of(Kind::Pawn)) {
        let open = !ahead.intersects(them.of(Kind::Pawn));
        sink.add(weights::CHARIOT_FILE.at(usize::from(open)), 1);
    }
    let king = them.king;
    if king.relative_to(them.side).rank() == xiangqi::Rank::R0
        && runner.from.file().index().abs_diff(king.file().index()) == 1
    {
        sink.add(weights::CHARIOT_RIB.only(), 1);
    }
}

fn guards(us: &Camp<'_>, occupied: Squares, sink: &mut impl Sink) {
    for from in us.of(Kind::Advisor) {
        let moves = attacks::advisor(from) - us.all;
        sink.add(weights::MOVES_ADVISOR.up_to(moves.len() as usize), 1);
    }
    for from in us.of(Kind::Elephant) {
        let moves = attacks::elephant(from, occupied) - us.all;
        sink.add(weights::MOVES_ELEPHANT.up_to(moves.len() as usize), 1);
    }
}
