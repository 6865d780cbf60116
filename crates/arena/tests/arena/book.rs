//! The openings this project ships can all be played.

#[test]
fn sixty_openings_of_xiangqi() {
    let text = include_str!("../../../../books/xiangqi-60.txt");
    let openings = arena::read_openings("xiangqi", None, text).expect("every line can be played");
    assert_eq!(openings.len(), 60);
    assert!(openings.iter().all(|opening| opening.moves.len() == 8));
}

#[test]
fn sixty_openings_of_draughts() {
    for (variant, text, plies) in [
        ("draughts", include_str!("../../../../books/draughts-60.txt"), 8),
        ("draughts-russian", include_str!("../../../../books/draughts-russian-60.txt"), 6),
    ] {
        let openings = arena::read_openings(variant, None, text).expect("every line can be played");
        assert_eq!(openings.len(), 60, "{variant}");
        assert!(openings.iter().all(|opening| opening.moves.len() == plies), "{variant}");
    }
}
