//! Prints the positions of games that a search evaluates, to compare evaluations with each other.
//!
//! `cargo run --release -p train --example positions -- GAMES.yqg EVERY [EVALFILE]`
//!
//! A line for each searched position of every so manieth game, if the search evaluates such positions: the result for
//! the side to move (1, 0.5, 0), the score of the search, the static score, the number of the game, and the position. `EVALFILE` is the option of
//! that name.

#![allow(clippy::print_stdout, reason = "an example")]

use datagen::Ending;
use datagen::packed::Reader;
use engine::PatternInput;
use game::{Outcome, Side};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, every, eval @ ..] = &arguments[..] else {
        return Err("positions GAMES.yqg EVERY [EVALFILE]".into());
    };
    let every: u64 = every.parse()?;
    let bytes = std::fs::read(file)?;
    let mut reader = Reader::new(&bytes[..])?;
    let start = reader.header().session()?;
    let (family, variant) = games::REGISTRY.find(&reader.header().variant)?;
    let counter = family.patterns(variant).ok_or("nothing is learnt for this game")?.counter();
    let mut engine = games::new_engine(variant.id)?;
    if let Some(path) = eval.first() {
        engine.set_option("EvalFile", path)?;
    }
    let mut counted = PatternInput::default();
    while let Ok(Some(block)) = reader.next_block() {
        for (number, game) in (block.first..).zip(&block.games) {
            if number % every != every - 1 || game.ending == Ending::Open {
                continue;
            }
            let mut session = start.fork();
            for ply in &game.plies {
                counter.count(session.as_ref(), &mut counted);
                if let Some(score) =
                    ply.score.filter(|score| score.abs() <= 2000 && counted.captures == [false; 2])
                {
                    let result = match (game.outcome, session.side_to_move()) {
                        (Outcome::Draw, _) => 0.5,
                        (Outcome::FirstWins, Side::First) | (Outcome::SecondWins, Side::Second) => {
                            1.0
                        }
                        _ => 0.0,
                    };
                    let own = engine.evaluate(session.as_ref())?;
                    println!("{result} {score} {own} {number} {}", session.position_text());
                }
                let moves = session.legal_moves();
                let text = moves.get(usize::from(ply.index)).ok_or("a move is not legal")?;
                session.push(text)?;
            }
        }
    }
    Ok(())
}
