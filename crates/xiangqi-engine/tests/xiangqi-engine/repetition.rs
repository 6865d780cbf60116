//! What the search says of repetitions is what the referee says when they are played.

use game::{Line, Outcome, Position as _};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Configure as _, Limits, NoClock, NoSignal, Score};
use xiangqi::{Move, Position, RuleSet, adjudicate};
use xiangqi_engine::{SearchRequest, XiangqiEngine};

/// The best move of a position and its score.
fn think(engine: &mut XiangqiEngine, line: &Line<Position>, limits: Limits<Move>) -> (Move, Score) {
    let request = SearchRequest { limits, ..SearchRequest::default() };
    let found = engine.search(line, &request, &NoClock, &NoSignal, &mut |_| {});
    (found.lines[0].pv[0], found.score())
}

/// A perpetual chase of an unprotected cannon loses under the World Xiangqi Rules and draws under
/// the simple ones. The search says so where the game ends, and before that there is no more than a
/// draw in it for the side that chases.
#[test]
fn a_repetition_is_judged_under_the_rules_in_the_tree() {
    let start: Position = "3ak4/4a4/4b4/9/2c6/2R6/9/4C4/4A4/2BAK1B2 b".parse().unwrap();
    let score = |moves: &str, rules| {
        let mut line = Line::new(start.clone());
        for m in moves.split(' ') {
            line.push(m.parse().unwrap());
        }
        let mut engine = XiangqiEngine::new(1);
        engine.set_rules(rules);
        let only = vec!["g4c4".parse().unwrap()];
        think(&mut engine, &line, Limits { only, ..Limits::depth(1) }).1
    };
    let (second, third) = ("c5g5 c4g4 g5c5", "c5g5 c4g4 g5c5 g4c4 c5g5 c4g4 g5c5");
    assert!(score(second, RuleSet::Wxf) <= Score::new(1), "{}", score(second, RuleSet::Wxf));
    assert_eq!(score(third, RuleSet::Wxf), Score::mated_in(search::Ply(1)));
    assert_eq!(score(second, RuleSet::Simple), Score::ZERO);
    assert_eq!(score(third, RuleSet::Simple), Score::ZERO);
}

#[test]
fn no_mate_is_claimed_that_the_referee_calls_a_draw() {
    for row in include_str!("../data/no-mates.tsv").lines().filter(|l| !l.starts_with('#')) {
        let [fen, moves, _] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        for rules in [RuleSet::Wxf, RuleSet::Computer] {
            let mut line = Line::new(fen.parse::<Position>().unwrap());
            moves.split_whitespace().for_each(|m| line.push(m.parse().unwrap()));
            let mut engine = XiangqiEngine::new(16);
            engine.set_rules(rules);
            let (_, score) = think(&mut engine, &line, Limits::nodes(400_000));
            assert!(score.value().abs() <= 50, "{fen} {moves} {rules:?}: {score}");
        }
    }
}

/// How a side that is to be mated plays.
#[derive(Copy, Clone, Debug)]
enum Defence {
    /// The move of the search.
    Search,
    /// A move that repeats a position, if one does not lose at once.
    Repeat,
}

/// Plays a claimed mate out, and says how the game ended, or that it did not within `most` plies.
fn play_out(
    engine: &mut XiangqiEngine,
    mut line: Line<Position>,
    rules: RuleSet,
    defence: Defence,
    nodes: u64,
    most: usize,
) -> (String, Option<Outcome>) {
    let winner = line.position().side_to_move();
    let mut played = String::new();
    for _ in 0..most {
        if let Some(verdict) = adjudicate::judge(&line, rules) {
            return (format!("{played}: {verdict}"), Some(verdict.outcome));
        }
        let defends = line.position().side_to_move() != winner;
        let m = match defence {
            Defence::Repeat if defends => repeating(&line, rules),
            _ => None,
        };
        let m = m.unwrap_or_else(|| think(engine, &line, Limits::nodes(nodes)).0);
        played.push_str(&format!(" {m}"));
        line.push(m);
    }
    (played, None)
}

fn repeating(line: &Line<Position>, rules: RuleSet) -> Option<Move> {
    let loser = Outcome::win_of(line.position().side_to_move().other());
    line.position().moves().into_iter().find(|&m| {
        let mut next = line.clone();
        next.push(m);
        let repeats = adjudicate::judge_in_tree(&next, rules).is_some();
        repeats && adjudicate::judge(&next, rules).is_none_or(|v| v.outcome != loser)
    })
}

/// An ending with few pieces and, in half of the cases, a lap of two moves to and fro behind it.
fn cyclic(random: &mut Xoshiro256PlusPlus) -> Option<Line<Position>> {
    let mut board = [[None::<char>; 9]; 10];
    let mut put = |random: &mut Xoshiro256PlusPlus,
                   piece: char,
                   files: std::ops::Range<usize>,
                   ranks: std::ops::Range<usize>| {
        let (file, rank) = (random.random_range(files), random.random_range(ranks));
        board[rank][file].get_or_insert(piece);
    };
    put(random, 'k', 3..6, 0..3);
    put(random, 'K', 3..6, 7..10);
    for (advisor, ranks, attackers) in [('a', 0..3, "rcnp"), ('A', 7..10, "RCNP")] {
        for _ in 0..random.random_range(0..3) {
            put(random, advisor, 3..6, ranks.clone());
        }
        for _ in 0..random.random_range(1..3) {
            let attacker = attackers.as_bytes()[random.random_range(0..attackers.len())];
            put(random, char::from(attacker), 0..9, 0..10);
        }
    }
    let ranks =
        board.map(|rank| rank.map(|cell| cell.map_or("1".to_string(), String::from)).concat());
    let turn = if random.random() { "w" } else { "b" };
    let mut line = Line::new(format!("{} {turn}", ranks.join("/")).parse::<Position>().ok()?);
    if random.random() {
        let mut lap = Vec::new();
        for _ in 0..2 {
            let moves = line.position().moves();
            let quiet: Vec<Move> =
                moves.into_iter().filter(|m| line.position().piece_at(m.to).is_none()).collect();
            let m = *quiet.get(random.random_range(0..quiet.len().max(1)))?;
            line.push(m);
            lap.push(Move::new(m.to, m.from));
        }
        for m in lap {
            if !line.position().is_legal(m) {
                return None;
            }
            line.push(m);
        }
    }
    Some(line)
}

/// Every mate that is claimed in random positions with few pieces is played out to the end against two
/// defences. `YIQI_CYCLES` sets the number of positions.
#[test]
fn claimed_mates_are_won_when_they_are_played() {
    let count = std::env::var("YIQI_CYCLES").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let nodes = 6_000;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(41);
    let mut engine = XiangqiEngine::new(4);
    let (mut tried, mut claims, mut false_claims) = (0, 0, Vec::new());
    while tried < count {
        let Some(line) = cyclic(&mut random) else { continue };
        let rules = [RuleSet::Wxf, RuleSet::Computer, RuleSet::Cxa][tried % 3];
        if adjudicate::judge(&line, rules).is_some() {
            continue;
        }
        tried += 1;
        engine.new_game();
        engine.set_rules(rules);
        let (_, score) = think(&mut engine, &line, Limits::nodes(nodes));
        let Some(plies) = score.mate_plies().filter(|plies| *plies > 0) else { continue };
        claims += 1;
        let winner = Outcome::win_of(line.position().side_to_move());
        for defence in [Defence::Search, Defence::Repeat] {
            let most = plies as usize + 24;
            let (game, outcome) =
                play_out(&mut engine, line.clone(), rules, defence, 4 * nodes, most);
            if outcome != Some(winner) {
                let start = line.start();
                false_claims.push(format!("{start} {rules:?} {score} {defence:?}{game}"));
            }
        }
    }
    println!("{tried} positions, {claims} mates claimed, {} not won", false_claims.len());
    assert!(claims * 10 > tried, "{claims} of {tried}");
    assert!(false_claims.is_empty(), "{}", false_claims.join("\n"));
}
