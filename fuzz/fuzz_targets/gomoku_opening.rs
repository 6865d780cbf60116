//! Any text is refused or is an opening that prints and reads back; every byte after it makes
//! one of the choices there are, and all of them are accepted.
#![no_main]

use gomoku::opening::{Kind, Opening};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(opening) = String::from_utf8_lossy(data).parse::<Opening>() {
        assert_eq!(opening.to_string().parse().as_ref(), Ok(&opening));
    }
    let Some((&kind, picks)) = data.split_first() else { return };
    let kind = Kind::ALL[usize::from(kind) % Kind::ALL.len()];
    let mut opening = Opening::new(kind, 15).expect("the usual board suits all");
    for &pick in picks {
        let choices = opening.choices();
        let Some(&choice) = choices.get(usize::from(pick) % choices.len().max(1)) else { break };
        opening.act(choice).expect("it was offered");
    }
    assert_eq!(opening.to_string().parse().as_ref(), Ok(&opening));
});
