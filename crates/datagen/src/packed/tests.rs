//! Tests of the packed format.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
use super::*;
use proptest::prelude::*;

fn header() -> Header {
    Header {
        variant: "xiangqi".to_owned(),
        rules: None,
        position: None,
        seed: 3,
        program: "a test".to_owned(),
        made_by: String::new(),
        job: None,
    }
}

fn any_game() -> impl Strategy<Value = Game> {
    let ply = (any::<u16>(), prop::option::of(any::<i16>()));
    (prop::collection::vec(ply, 0..60), 0_u32..5, 0..3_usize, 0..7_usize).prop_map(
        |(plies, opening, outcome, ending)| {
            let opening = opening.min(plies.len() as u32);
            let plies = plies.into_iter().enumerate().map(|(i, (index, score))| Ply {
                index,
                score: score.filter(|_| i >= opening as usize),
            });
            let (outcome, ending) = (OUTCOMES[outcome], Ending::ALL[ending]);
            Game { opening, outcome, ending, plies: plies.collect() }
        },
    )
}

fn file(blocks: &[Block]) -> Vec<u8> {
    let mut bytes = header().to_bytes().unwrap();
    for block in blocks {
        bytes.extend(block.to_bytes().unwrap());
    }
    bytes
}

fn read(bytes: &[u8]) -> Result<Vec<Block>, PackError> {
    let mut reader = Reader::new(bytes)?;
    assert_eq!(reader.header(), &header());
    std::iter::from_fn(|| reader.next_block().transpose()).collect()
}

proptest! {
    #[test]
    fn what_was_written_is_read(games in prop::collection::vec(any_game(), 0..20), first: u64) {
        let blocks =
            [Block { first, games: games.clone() }, Block { first: 9, games }];
        prop_assert_eq!(read(&file(&blocks)).unwrap(), blocks);
    }

    /// A file that is cut anywhere gives its whole blocks and the place of the torn one; a
    /// changed byte is found.
    #[test]
    fn damage_is_found(
        games in prop::collection::vec(any_game(), 1..9),
        at in any::<prop::sample::Index>(),
        change in 1_u8..,
    ) {
        let head = header().to_bytes().unwrap().len();
        let block = Block { first: 0, games };
        let whole = file(&[block.clone(), block]);
        let middle = head + (whole.len() - head) / 2;
        let cut = at.index(whole.len());
        match read(&whole[..cut]) {
            Err(PackError::Other | PackError::Header(_)) => prop_assert!(cut < head),
            Err(PackError::Torn { at }) => {
                prop_assert_eq!(at as usize, if cut < middle { head } else { middle });
            }
            Ok(blocks) => {
                prop_assert!(cut == head || cut == middle);
                prop_assert_eq!(blocks.len(), usize::from(cut == middle));
            }
            Err(error) => prop_assert!(false, "{error}"),
        }
        let mut changed = whole;
        changed[cut] ^= change;
        prop_assert!(read(&changed).is_err());
    }

    #[test]
    fn any_bytes_are_refused_calmly(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut raw = &bytes[..];
        let _ = Game::read(&mut raw);
        let mut with_head = header().to_bytes().unwrap();
        with_head.extend(&bytes);
        prop_assert!(bytes.is_empty() || read(&with_head).is_err());
    }
}

#[test]
fn other_files_are_named() {
    assert!(matches!(Reader::new(&b"PGN"[..]), Err(PackError::Other)));
    let mut later = header().to_bytes().unwrap();
    later[8] = 9;
    assert!(matches!(Reader::new(&later[..]), Err(PackError::Version(9))));
}

#[test]
fn a_game_is_played_again() {
    let ply = |index| Ply { index, score: None };
    let mut game = Game {
        opening: 2,
        outcome: Outcome::Draw,
        ending: Ending::Open,
        plies: vec![ply(0), ply(1)],
    };
    let mut seen = Vec::new();
    let mut session = header().session().unwrap();
    let first = session.legal_moves()[0].clone();
    game.replay(session.as_mut(), &mut |_, text, _| seen.push(text.to_owned())).unwrap();
    assert_eq!((session.moves(), &first), (seen.clone(), &seen[0]));
    game.plies[1].index = 500;
    let mut session = header().session().unwrap();
    let fault = game.replay(session.as_mut(), &mut |_, _, _| ()).unwrap_err();
    assert_eq!((fault.0, fault.1.starts_with("move 500 of ")), (2, true));
}
