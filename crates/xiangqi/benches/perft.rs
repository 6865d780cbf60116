//! Speed of perft and of the attack queries that a search uses: `cargo bench -p yiqi-xiangqi`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use game::{NullObserver, Position as _};
use std::hint::black_box;
use xiangqi::Position;

/// The positions of the measurements: the start, a complex middle game, evasions.
const POSITIONS: [(&str, &str, u64); 3] = [
    ("start", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", 3_290_240),
    (
        "middle game",
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
        1_339_047,
    ),
    ("evasions", "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1", 202_884),
];

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft 4");
    for (name, fen, nodes) in POSITIONS {
        let mut position: Position = fen.parse().expect("the FEN is in this file");
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(name, |b| {
            b.iter(|| assert_eq!(game::perft(black_box(&mut position), 4), nodes));
        });
    }
    group.finish();
}

fn queries(c: &mut Criterion) {
    let mut group = c.benchmark_group("middle game");
    let mut position: Position = POSITIONS[1].1.parse().expect("the FEN is in this file");
    let moves = position.moves();
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("make and unmake every move", |b| {
        b.iter(|| {
            for &m in &moves {
                let undo = position.make(black_box(m), &mut NullObserver);
                position.unmake(m, undo);
            }
        });
    });
    group.bench_function("gives_check of every move", |b| {
        b.iter(|| moves.iter().filter(|&&m| position.gives_check(black_box(m))).count());
    });
    group.bench_function("is_legal_given of every move", |b| {
        let danger = position.danger(position.side_to_move());
        b.iter(|| {
            moves.iter().filter(|&&m| position.is_legal_given(&danger, black_box(m))).count()
        });
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("danger", |b| {
        b.iter(|| black_box(&position).danger(position.side_to_move()));
    });
    group.bench_function("is_in_check", |b| b.iter(|| black_box(&position).is_in_check()));
    group.finish();
}

criterion_group!(benches, perft, queries);
criterion_main!(benches);
