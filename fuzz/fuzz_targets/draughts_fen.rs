//! Any text is refused or is a setup that prints and reads back; positions have sound moves.
#![no_main]

use draughts::{Frisian, International, Position, Russian, Setup, VariantRules};
use game::{Position as _, NullObserver};

fn check<V: VariantRules>(text: &str) {
    let Ok(setup) = text.parse::<Setup<V>>() else { return };
    assert_eq!(setup.to_string().parse::<Setup<V>>().as_ref(), Ok(&setup));
    let Ok(mut position) = Position::try_from(setup) else { return };
    let before = position;
    for m in position.moves().into_iter().take(200) {
        let undo = position.make(m, &mut NullObserver);
        position.unmake(m, undo);
        assert_eq!(position, before);
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    check::<International>(text);
    check::<Frisian>(text);
    check::<Russian>(text);
});
