//! What is tried first by who guesses: words of everybody, rows of the keyboard and the alphabet, and repetitions. The word
//! lists of `zxcvbn` would add three megabytes to the program.

/// So many characters have to be left without these.
const LEFT: usize = 6;
/// The shortest part of a row, and the shortest repetition.
const RUN: usize = 3;
const REPEATED: usize = 4;

const ROWS: [&str; 8] = [
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop[]",
    "qwertzuiop",
    "asdfghjkl;'",
    "zxcvbnm,./",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
];

const WORDS: [&str; 44] = [
    "password",
    "passw0rd",
    "p@ssword",
    "p@ssw0rd",
    "passwort",
    "passord",
    "contraseña",
    "motdepasse",
    "mima",
    "密码",
    "iloveyou",
    "loveyou",
    "letmein",
    "welcome",
    "changeme",
    "secret",
    "login",
    "admin",
    "administrator",
    "master",
    "monkey",
    "dragon",
    "shadow",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "basketball",
    "superman",
    "batman",
    "pokemon",
    "starwars",
    "trustno1",
    "whatever",
    "hello",
    "qazwsx",
    "woaini",
    "wodemima",
    "5201314",
    "1314",
    "520",
    "我爱你",
    "computer",
    "internet",
];

/// Whether hardly anything is left of a password, in small letters, without what is tried first.
pub(super) fn is_soon_guessed(lower: &str) -> bool {
    let chars: Vec<char> = lower.chars().collect();
    let (mut at, mut left) = (0, 0);
    while at < chars.len() {
        match known(&chars, at) {
            0 => {
                // A Han character counts two, as in the length.
                left += if chars[at] >= '\u{2E80}' { 2 } else { 1 };
                at += 1;
            }
            length => at += length,
        }
    }
    left < LEFT
}

/// The length of what is tried first and begins here.
fn known(chars: &[char], at: usize) -> usize {
    let rest = &chars[at..];
    let words =
        WORDS.iter().map(|word| if starts_with(rest, word) { word.chars().count() } else { 0 });
    let same = rest.iter().take_while(|&&c| c == rest[0]).count();
    let runs = ROWS.iter().flat_map(|row| {
        let there: Vec<char> = row.chars().collect();
        let back: Vec<char> = there.iter().rev().copied().collect();
        [run(rest, &there), run(rest, &back)]
    });
    let longest = runs.chain([same]).filter(|&length| length >= RUN).max().unwrap_or(0);
    words.chain([longest, repeated(chars, at)]).max().unwrap_or(0)
}

fn starts_with(rest: &[char], word: &str) -> bool {
    word.chars().enumerate().all(|(i, c)| rest.get(i) == Some(&c))
}

/// How much of a row begins here.
fn run(rest: &[char], row: &[char]) -> usize {
    let Some(from) = row.iter().position(|c| Some(c) == rest.first()) else { return 0 };
    rest.iter().zip(&row[from..]).take_while(|(own, of_row)| own == of_row).count()
}

/// The longest part from here on that stood before.
fn repeated(chars: &[char], at: usize) -> usize {
    let length = |from: usize| {
        let pairs = chars[from..at].iter().zip(&chars[at..]);
        pairs.take_while(|(before, now)| before == now).count()
    };
    (0..at).map(length).filter(|&length| length >= REPEATED).max().unwrap_or(0)
}
