//! The bodies of the fuzz targets.

use records::{list, pgn, xiangqi::Xiangqi};

/// Any bytes are games or refused; what was read prints, and reads back as the same.
pub(crate) fn read_everything(bytes: &[u8]) {
    for game in pgn::Reader::new(bytes, Xiangqi::default()).flatten() {
        let text = pgn::to_string(&game, &Xiangqi::default());
        let again = pgn::Reader::new(text.as_bytes(), Xiangqi::default()).next();
        assert_eq!(
            again.expect("a game was written").expect("and is read back").line,
            game.line,
            "{text}"
        );
    }
    for game in list::Reader::new(bytes, Xiangqi::default()).flatten() {
        let mut out = Vec::new();
        list::write_position(&mut out, &game, &Xiangqi::default())
            .expect("a list in memory can be written");
        let again = list::Reader::new(&out[..], Xiangqi::default())
            .next()
            .expect("a game was written")
            .expect("and is read back");
        assert_eq!(again.line.moves, game.line.moves);
    }
}
