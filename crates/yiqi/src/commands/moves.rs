use crate::cli::PositionArgs;
use clap::Args;
use command_line::Failure;
use command_line::arguments::OutputArgs;
use command_line::output::Output;
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
    let (mut session, moves) = args.position.game(&args.moves)?;
    play(session.as_mut(), &moves)?;
    let moves = session.legal_moves();
    for m in &moves {
        out.line(m)?;
    }
    out.json(|| json!({ "position": session.position_text(), "moves": moves }))
}

/// Plays moves. The error of an illegal move names its place.
pub(crate) fn play(session: &mut dyn engine::Session, moves: &[String]) -> Result<(), Failure> {
    for (i, text) in moves.iter().enumerate() {
        if let Err(error) = games::push_with_pass(session, text) {
            return Err(Failure::Input(format!("move {}: {error}", i + 1)));
        }
    }
    Ok(())
}
