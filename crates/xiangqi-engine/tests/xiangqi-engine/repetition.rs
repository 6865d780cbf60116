//! What the search says of repetitions is what the referee says when they are played.

use game::{Line, Outcome, Position as _};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Configure as _, Limits, NoClock, NoSignal, Score};
use xiangqi::{Kind, Move, Position, RuleSet, adjudicate};
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

/// An ending with few pieces.
fn ending(random: &mut Xoshiro256PlusPlus) -> Option<Position> {
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
    format!("{} {turn}", ranks.join("/")).parse().ok()
}

/// What the moves of a lap do.
#[derive(Copy, Clone, Debug)]
enum Manner {
    Quiet,
    /// They give check.
    Check,
    /// They attack a piece.
    Chase,
}

impl Manner {
    fn fits(self, position: &Position, m: Move) -> bool {
        if position.captured(m).is_some() {
            return false;
        }
        let Some(piece) = position.piece_at(m.from) else { return false };
        let enemies = position.side(piece.side().other()) - position.kind(Kind::King);
        match self {
            Self::Quiet => true,
            Self::Check => position.gives_check(m),
            Self::Chase => {
                (position.reach(piece, m.to) - position.reach(piece, m.from)).intersects(enemies)
            }
        }
    }
}

/// An ending with up to two equal laps behind it, of two moves of each side to and fro, which check, attack or do
/// neither.
fn cyclic(random: &mut Xoshiro256PlusPlus) -> Option<Line<Position>> {
    let mut line = Line::new(ending(random)?);
    let laps = random.random_range(0..3);
    if laps == 0 {
        return Some(line);
    }
    let mut lap = Vec::new();
    for _ in 0..2 {
        let manner = [Manner::Quiet, Manner::Check, Manner::Chase][random.random_range(0..3_usize)];
        let moves = line.position().moves();
        let of = |manner: Manner| -> Vec<Move> {
            moves.iter().copied().filter(|&m| manner.fits(line.position(), m)).collect()
        };
        let mut fitting = of(manner);
        if fitting.is_empty() {
            fitting = of(Manner::Quiet);
        }
        let m = *fitting.get(random.random_range(0..fitting.len().max(1)))?;
        line.push(m);
        lap.push(m);
    }
    lap.extend([Move::new(lap[0].to, lap[0].from), Move::new(lap[1].to, lap[1].from)]);
    for &m in lap.iter().cycle().take(4 * laps).skip(2) {
        if line.position().captured(m).is_some() || !line.position().is_legal(m) {
            return None;
        }
        line.push(m);
    }
    Some(line)
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Every mate that is claimed in random positions with few pieces is played out to the end against two
/// defences. `YIQI_CYCLES` sets the number of positions, `YIQI_CYCLES_SEED` which ones.
#[test]
fn claimed_mates_are_won_when_they_are_played() {
    let count = number("YIQI_CYCLES").unwrap_or(300) as usize;
    let nodes = 6_000;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(number("YIQI_CYCLES_SEED").unwrap_or(41));
    let mut engine = XiangqiEngine::new(4);
    let (mut tried, mut laps, mut claims, mut false_claims) = (0, 0, 0, Vec::new());
    while tried < count {
        let Some(line) = cyclic(&mut random) else { continue };
        let rules = [RuleSet::Wxf, RuleSet::Computer, RuleSet::Cxa][tried % 3];
        if adjudicate::judge(&line, rules).is_some() {
            continue;
        }
        tried += 1;
        laps += usize::from(!line.is_empty());
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
    println!(
        "{tried} positions, {laps} of them in a lap, {claims} mates claimed, {} not won",
        false_claims.len()
    );
    assert!(claims * 10 > tried && laps * 5 > tried, "{claims} and {laps} of {tried}");
    assert!(false_claims.is_empty(), "{}", false_claims.join("\n"));
}
