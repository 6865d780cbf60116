//! Ends of games and their reasons.

use draughts::notation::Engine;
use draughts::{
    Breakthrough, Frisian, International, Losing, Position, Russian, Setup, VariantRules, judge,
    occurrences,
};
use game::{Line, Notation, Position as _};

/// Plays the moves from the position and returns the verdict.
fn verdict<V: VariantRules>(position: &str, moves: &str) -> String {
    let setup: Setup<V> = position.parse().expect("a good FEN");
    let mut line = Line::new(Position::try_from(setup).expect("a legal position"));
    for (ply, text) in (1..).zip(moves.split_whitespace()) {
        assert_eq!(judge(&line), None, "the game goes on before ply {ply}");
        let m = Engine.parse(line.position(), text).expect("a legal move");
        line.push(m);
    }
    judge(&line).map_or_else(|| "ongoing".to_owned(), |verdict| verdict.to_string())
}

/// Moves kings without offering a piece and without repeating a position, for a number of plies,
/// and returns the verdict at the end.
fn wander<V: VariantRules>(position: &str, plies: usize) -> String {
    let setup: Setup<V> = position.parse().expect("a good FEN");
    let mut line = Line::new(Position::try_from(setup).expect("a legal position"));
    for ply in 0..plies {
        assert_eq!(judge(&line), None, "the game goes on before ply {}", ply + 1);
        let moves = line.position().moves();
        let quiet = (0..moves.len()).map(|n| moves[(n + ply) % moves.len()]).find(|&m| {
            line.push(m);
            let fine =
                !m.is_capture() && !line.position().must_capture() && occurrences(&line) == 1;
            line.pop();
            fine
        });
        line.push(quiet.expect("kings have room to wander"));
    }
    judge(&line).map_or_else(|| "ongoing".to_owned(), |verdict| verdict.to_string())
}

#[test]
fn who_cannot_move_loses() {
    assert_eq!(verdict::<International>("W:W6:B1", ""), "0-1 no-moves");
    assert_eq!(verdict::<International>("B:W50:B", ""), "1-0 no-moves");
    assert_eq!(verdict::<International>("W:W28:B22", "28x17x22"), "1-0 no-moves");
}

#[test]
fn in_losing_draughts_who_cannot_move_wins() {
    assert_eq!(verdict::<Losing>("W:W6:B1", ""), "1-0 no-moves");
}

#[test]
fn the_first_king_wins_breakthrough() {
    assert_eq!(verdict::<Breakthrough>("W:W6:B40", "6-1"), "1-0 king-made");
}

#[test]
fn a_position_that_stands_thrice_is_a_draw() {
    let twice = "48-43 3-9 43-48 9-3 48-43 3-9 43-48 9-3";
    assert_eq!(verdict::<International>("W:WK48,K50:BK3,6", twice), "1/2 repetition");
    assert_eq!(verdict::<International>("W:WK48,K50:BK3,6", &twice[..35]), "ongoing");
}

#[test]
fn a_lone_king_holds_out_five_moves() {
    for start in ["W:WK46:BK4", "W:WK46,K47:BK4", "B:WK46,47:BK4"] {
        assert_eq!(wander::<International>(start, 9), "ongoing");
        assert_eq!(wander::<International>(start, 10), "1/2 five-moves");
    }
}

#[test]
fn a_lone_king_holds_out_sixteen_moves_against_three() {
    for start in ["W:WK46,K47,K48:BK3", "B:WK46,K47,45:BK3"] {
        assert_eq!(wander::<International>(start, 31), "ongoing");
        assert_eq!(wander::<International>(start, 32), "1/2 sixteen-moves");
    }
}

#[test]
fn the_count_goes_on_when_a_man_moves_within_the_ending() {
    let setup: Setup<International> = "W:WK46,K47,45:BK3".parse().expect("a good FEN");
    let mut line = Line::new(Position::try_from(setup).expect("a legal position"));
    let (mut plies, mut men_moved) = (0, 0);
    while judge(&line).is_none() {
        let moves = line.position().moves();
        let quiet = |m: &draughts::Move<International>,
                     line: &mut Line<Position<International>>| {
            line.push(*m);
            let fine = !line.position().must_capture() && occurrences(line) == 1;
            line.pop();
            fine && !m.is_capture()
        };
        let is_man = |m: &draughts::Move<International>| {
            line.position()
                .piece_at(m.from())
                .is_some_and(|piece| piece.kind == draughts::Kind::Man)
        };
        let man = moves.iter().copied().filter(|_| plies % 8 == 6).find(is_man);
        let man = man.filter(|m| quiet(m, &mut line.clone()));
        let mut rest = (0..moves.len()).map(|n| moves[(n + plies) % moves.len()]);
        let next = man.or_else(|| rest.find(|m| quiet(m, &mut line.clone())));
        men_moved += usize::from(man.is_some());
        line.push(next.expect("kings have room"));
        plies += 1;
    }
    assert!(men_moved > 0);
    assert_eq!(plies, 32);
}

#[test]
fn twenty_five_moves_of_kings_only() {
    let start = "W:WK46,K47,K48,K49:BK3";
    assert_eq!(wander::<International>(start, 49), "ongoing");
    assert_eq!(wander::<International>(start, 50), "1/2 king-moves");
}

#[test]
fn one_king_each_is_drawn_at_once_in_frisian() {
    assert_eq!(verdict::<Frisian>("W:WK47:BK4", ""), "1/2 material");
    assert_eq!(verdict::<Frisian>("W:WK46:BK23", ""), "ongoing");
}

#[test]
fn the_main_road_shortens_the_count_in_russian_draughts() {
    // The road runs from 29 (a1) to 4 (h8); here the lone king leaves it at once.
    assert_eq!(wander::<Russian>("B:WK1,K2,K3:BK32", 29), "ongoing");
    assert_eq!(wander::<Russian>("B:WK1,K2,K3:BK32", 30), "1/2 fifteen-moves");
}
