//! The QR code of an invitation says its address to whoever holds a phone before it: it is read here as ISO 18004 says, and
//! not by what has drawn it.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::open;
use std::iter::successors;

/// Bytes of all blocks and of the data among them at the level M, for versions 1 to 6: the blocks are alike.
const BLOCKS: [(usize, usize, usize); 6] =
    [(1, 26, 16), (1, 44, 28), (1, 70, 44), (2, 50, 32), (2, 67, 43), (4, 43, 27)];
const LETTERS: &[u8; 45] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
/// Modules of the margin.
const MARGIN: usize = 4;

/// The dark modules in a picture of rectangles, without the margin.
fn modules(svg: &str) -> Vec<Vec<bool>> {
    let attribute = |name: &str| -> usize {
        svg.split_once(&format!(" {name}=\""))
            .unwrap()
            .1
            .split('"')
            .next()
            .unwrap()
            .parse()
            .unwrap()
    };
    let path = svg.split(" d=\"").nth(1).unwrap().split('"').next().unwrap();
    let rectangles: Vec<[usize; 4]> = path
        .split('M')
        .skip(1)
        .map(|rectangle| {
            let numbers =
                rectangle.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse().ok());
            numbers.take(4).collect::<Vec<_>>().try_into().unwrap()
        })
        .collect();
    let common = |a: usize, b: usize| {
        successors(Some((a, b)), |(a, b)| (*b > 0).then(|| (*b, a % b))).last().unwrap().0
    };
    let size = rectangles.iter().flatten().fold(0, |size, number| common(*number, size));
    let wide = attribute("width") / size - 2 * MARGIN;
    let mut dark = vec![vec![false; wide]; wide];
    for [x, y, width, height] in rectangles.into_iter().map(|all| all.map(|it| it / size)) {
        for row in &mut dark[y - MARGIN..y - MARGIN + height] {
            row[x - MARGIN..x - MARGIN + width].fill(true);
        }
    }
    dark
}

/// Whether a module is part of the patterns by which a code is found, and tells nothing else.
fn is_pattern(x: usize, y: usize, wide: usize) -> bool {
    let version = (wide - 17) / 4;
    let around = |at: usize| version > 1 && at.abs_diff(wide - 7) <= 2;
    let corner = |a: usize, b: usize| a < 9 && (b < 9 || b >= wide - 8);
    corner(x, y) || corner(y, x) || x == 6 || y == 6 || (around(x) && around(y))
}

/// The bits of the data, most important first.
fn data(dark: &[Vec<bool>]) -> Vec<bool> {
    let wide = dark.len();
    let (blocks, all, own) = BLOCKS[(wide - 17) / 4 - 1];
    // The format stands around the first corner, turned by a pattern of its own: two bits of the level, three of the mask.
    let format = [0, 1, 2, 3, 4].iter().fold(0, |sum, x| sum * 2 + usize::from(dark[8][*x]));
    let format = format ^ 0b10101;
    assert_eq!(format >> 3, 0b00, "the level M");
    let is_turned = |x: usize, y: usize| match format & 7 {
        0 => (x + y).is_multiple_of(2),
        1 => y.is_multiple_of(2),
        2 => x.is_multiple_of(3),
        3 => (x + y).is_multiple_of(3),
        4 => (y / 2 + x / 3).is_multiple_of(2),
        5 => x * y % 2 + x * y % 3 == 0,
        6 => (x * y % 2 + x * y % 3).is_multiple_of(2),
        _ => ((x + y) % 2 + x * y % 3).is_multiple_of(2),
    };
    // Two columns at a time from the right, up and down in turn; the column of the clock is left out.
    let columns = (0..wide).rev().filter(|x| *x != 6).collect::<Vec<_>>();
    let mut bits = Vec::new();
    for (turn, pair) in columns.chunks(2).enumerate() {
        for row in 0..wide {
            let y = if turn % 2 == 0 { wide - 1 - row } else { row };
            for &x in pair {
                if !is_pattern(x, y, wide) {
                    bits.push(dark[y][x] != is_turned(x, y));
                }
            }
        }
    }
    assert!(bits.len() >= 8 * blocks * all);
    // The blocks stand in turn, a byte of each.
    (0..blocks * own)
        .flat_map(|at| {
            let byte = (at % own) * blocks + at / own;
            bits[8 * byte..8 * byte + 8].to_vec()
        })
        .collect()
}

/// The text of a code.
fn read(svg: &str) -> String {
    let mut bits = data(&modules(svg)).into_iter();
    let mut text = Vec::new();
    let mut number = |count: usize| {
        (0..count).fold(0, |sum, _| sum * 2 + usize::from(bits.next().unwrap_or_default()))
    };
    loop {
        match number(4) {
            0b0001 => {
                let mut left = number(10);
                while left > 0 {
                    let digits = left.min(3);
                    let value = number([4, 7, 10][digits - 1]);
                    text.extend(format!("{value:0digits$}").bytes());
                    left -= digits;
                }
            }
            0b0010 => {
                let count = number(9);
                for _ in 0..count / 2 {
                    let value = number(11);
                    text.extend([LETTERS[value / 45], LETTERS[value % 45]]);
                }
                if count % 2 == 1 {
                    text.push(LETTERS[number(6)]);
                }
            }
            0b0100 => {
                let count = number(8);
                text.extend(
                    (0..count).map(|_| u8::try_from(number(8)).unwrap()).collect::<Vec<_>>(),
                );
            }
            0 => return String::from_utf8(text).unwrap(),
            other => panic!("a part of the kind {other}"),
        }
    }
}

#[tokio::test]
async fn the_code_is_read_as_the_address_that_it_is_drawn_for() {
    let hall = open().await;
    for address in [
        "http://192.0.2.1:7717/",
        "http://192.0.2.1:7717/#/game/01890000-0000-7000-8000-000000000001",
        "https://hall.example/#/game/01890000-0000-7000-8000-0123456789ab",
        "https://hall.example/#/tournament/01890000-0000-7000-8000-000000000001",
    ] {
        let code = hall.get(&format!("/api/qr?text={}", address.replace('#', "%23"))).await;
        assert_eq!((code.status, code.headers["content-type"].as_str()), (200, "image/svg+xml"));
        assert_eq!(read(&code.text()), address);
    }
    for bad in ["", &"x".repeat(301)] {
        hall.get(&format!("/api/qr?text={bad}")).await.problem(400, "bad-parameter");
    }
    hall.close().await;
}
