//! A game that watchers see later is exactly the game as it was.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::people::person;
use crate::world::setup;
use hall::{Change, GameState, Moment, PersonId, Player, Seat, Speaker};
use proptest::prelude::*;

const GAMES: [(&str, Option<&str>); 5] = [
    ("xiangqi", None),
    ("draughts", None),
    ("gomoku", Some("swap2")),
    ("renju", Some("yamaguchi")),
    ("reversi", None),
];

/// Where the pieces are, and how they came there. In an opening a choice that puts no stone is seen with the stone before it.
fn seen(state: &GameState) -> String {
    format!("{:?}", (state.session().position_text(), state.moves()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn it_is_the_game_so_many_moves_ago(
        game in 0..GAMES.len(),
        delay in 1_u32..8,
        picks in prop::collection::vec(any::<u16>(), 1..40),
    ) {
        let (variant, opening) = GAMES[game];
        let mut setup = setup(variant, opening, 0, 0);
        let seat = |id: &str| {
            let seat = Some(Seat::Taken { person: PersonId(id.to_owned()) });
            Player::Person { name: id.to_owned(), seat }
        };
        setup.players = [seat("ada"), seat("bob")];
        setup.delay = delay;
        let mut state = GameState::new(&games::REGISTRY, "g", setup, Moment(0)).unwrap();
        // The game after each number of moves, when it was first reached.
        let mut before = vec![seen(&state)];
        for pick in picks {
            if state.session().verdict().is_some() {
                break;
            }
            let stage = state.opening().and_then(|opening| opening.stage());
            let change = match stage {
                Some(stage) => {
                    let all: Vec<String> = stage.choices.into_iter().chain(stage.points).collect();
                    let choice = all[usize::from(pick) % all.len()].clone();
                    Change::OpeningChosen { choice, left_ms: [0; 2] }
                }
                None => {
                    let moves = state.session().legal_moves();
                    let Some(text) = moves.get(usize::from(pick) % moves.len().max(1)) else { break };
                    Change::Moved { text: text.clone(), time_ms: 0, left_ms: [0; 2], score_cp: None }
                }
            };
            if state.apply(&change).is_err() {
                continue;
            }
            if state.moves().len() == before.len() {
                before.push(seen(&state));
            }
            let plies = state.moves().len().saturating_sub(delay as usize);
            let shown = state.held_back();
            prop_assert_eq!(shown.moves().len(), plies);
            prop_assert_eq!(&seen(&shown), &before[plies]);
            for who in [person("ada"), person("bob"), Speaker::House] {
                prop_assert!(!state.is_held_back_from(&who));
            }
            for who in [person("eve"), Speaker::Stranger] {
                prop_assert!(state.is_held_back_from(&who));
            }
        }
        let end = hall::End::between_players(Some(hall::Side::First), hall::EndBetweenPlayers::Resign);
        state.apply(&Change::Ended { end, left_ms: [0; 2] }).unwrap();
        prop_assert!(!state.is_held_back_from(&Speaker::Stranger), "after the end everybody sees it");
    }
}
