use crate::cli::PositionArgs;
use clap::Args;
use command_line::Failure;
use command_line::arguments::OutputArgs;
use command_line::output::{self, Output};
use engine::{MoveError, Verdict};
use serde_json::json;

#[derive(Debug, Args)]
pub(crate) struct JudgeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The moves of the game, in any notation.
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
}

/// The state of a game.
enum GameVerdict {
    Ongoing,
    /// It ended with ply `ply`.
    Ended {
        ply: usize,
        verdict: Box<Verdict>,
    },
    /// Ply `ply` is not among the legal moves.
    Illegal {
        ply: usize,
        why: String,
    },
}

pub(crate) fn run(args: &JudgeArgs) -> Result<(), Failure> {
    let out = Output::new(args.output);
    let (mut session, moves) = args.position.game(&args.moves)?;
    match find(session.as_mut(), &moves)? {
        GameVerdict::Ongoing => {
            out.line("ongoing")?;
            out.json(|| json!({ "state": "ongoing", "rules": session.rules() }))
        }
        GameVerdict::Illegal { ply, why } => {
            out.line(format_args!("illegal {ply}"))?;
            out.json(|| json!({ "state": "illegal", "ply": ply, "why": why }))
        }
        GameVerdict::Ended { ply, verdict } => {
            out.line(output::verdict(&verdict))?;
            out.json(|| {
                json!({
                    "state": "ended",
                    "rules": session.rules(),
                    "ply": ply,
                    "result": verdict.outcome.to_string(),
                    "reason": verdict.reason,
                    "evidence": verdict.evidence,
                    "rule": verdict.rule,
                    "squares": verdict.squares,
                })
            })
        }
    }
}

/// The verdict at the first ply at which there is one; moves after it need only be legal.
fn find(session: &mut dyn engine::Session, moves: &[String]) -> Result<GameVerdict, Failure> {
    let mut ended = session.verdict().map(|verdict| (0, verdict));
    for (i, text) in moves.iter().enumerate() {
        let ply = i + 1;
        match games::push_with_pass(session, text) {
            Ok(_) => {}
            // A stone after five on an empty point: the game accepts no more stones.
            Err(MoveError::Over { .. }) if ended.is_some() => {}
            Err(MoveError::Illegal { why, .. }) => {
                return Ok(GameVerdict::Illegal { ply, why: why.message });
            }
            Err(error) => return Err(Failure::Input(format!("move {ply}: {error}"))),
        }
        if ended.is_none() {
            let plies = session.moves().len();
            ended = session.verdict().map(|verdict| (plies, verdict));
        }
    }
    Ok(match ended {
        Some((ply, verdict)) => GameVerdict::Ended { ply, verdict: Box::new(verdict) },
        None => GameVerdict::Ongoing,
    })
}
