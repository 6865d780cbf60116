use crate::cli::{OutputArgs, PositionArgs};
use crate::failure::Failure;
use crate::output::Output;
use clap::Args;
use serde_json::json;

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Moves played before, in any notation.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(crate) fn run(args: &MovesArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let mut session = args.position.session()?;
    play(session.as_mut(), &args.moves)?;
    let moves = session.legal_moves();
    for m in &moves {
        out.line(m)?;
    }
    out.json(|| json!({ "position": session.position_text(), "moves": moves }))
}

/// Plays moves. The error of an illegal move names its place.
pub(crate) fn play(session: &mut dyn engine::Session, moves: &[String]) -> Result<(), Failure> {
    for (i, text) in words(moves).enumerate() {
        if let Err(error) = games::push_with_pass(session, text) {
            return Err(Failure::Input(format!("move {}: {error}", i + 1)));
        }
    }
    Ok(())
}

/// The moves of a command line, which may also be one quoted argument.
pub(crate) fn words(moves: &[String]) -> impl Iterator<Item = &str> {
    moves.iter().flat_map(|text| text.split_whitespace())
}
