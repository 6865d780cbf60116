//! Machines as student projects and textbooks describe them, built on the rules crates: `classic-3`,
//! `classic-4` and `classic-5` of Xiangqi, `gomoku-3` of gomoku.
//!
//! They are small on purpose and search a fixed depth, so that their code can be read beside a
//! textbook. They share nothing with the engines. Where a description is silent, the choice is
//! stated in [`Preset::text`].

pub mod gomoku;
pub mod xiangqi;

/// What a machine is called and how it plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The id used on the command line and in the API.
    pub id: &'static str,
    /// Its English name.
    pub name: &'static str,
    /// Its Chinese name, simplified.
    pub name_zh: &'static str,
    /// The depth it searches.
    pub depth: u32,
    /// How it plays, in English, with the choices made where its description is silent.
    pub text: &'static str,
    /// The same in Chinese, simplified.
    pub text_zh: &'static str,
}

/// The result of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move; `None` when there is none.
    pub best: Option<M>,
    /// Its value for the side to move, in the machine's own points.
    pub score: i32,
    /// Positions looked at.
    pub nodes: u64,
}

/// Asked with the number of positions looked at so far: whether to go on.
pub type GoOn<'a> = &'a mut dyn FnMut(u64) -> bool;

/// Greater than every score.
const INFINITE: i32 = i32::MAX / 2;
