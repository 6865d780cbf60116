//! Which encoding a text is in that does not say it.
//!
//! UTF-8 and UTF-16 show themselves. Of the others the detector of Firefox (`chardetng`) makes the guess; it
//! knows languages, not games. A list of moves in Chinese is a handful of characters, too few for it: so the
//! signs and words of our games are looked for first, then names of people.

mod words;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EUC_KR, Encoding, GB18030, GBK, UTF_16BE, UTF_16LE, WINDOWS_1252};
use words::{ALPHABETS, EASTERN, ELSEWHERE};

/// How many bytes of a text are examined.
const EXAMINED: usize = 1 << 16;

/// The kind of UTF-16 of a text, by its byte order mark or by the zeros of its ASCII characters.
///
/// ```
/// assert_eq!(records::encoding::utf16(b"\xFF\xFE(\0;\0"), Some(encoding_rs::UTF_16LE));
/// assert_eq!(records::encoding::utf16(b"\x001\0.\0 "), Some(encoding_rs::UTF_16BE));
/// assert_eq!(records::encoding::utf16(b"1. h2e2"), None);
/// ```
#[must_use]
pub fn utf16(head: &[u8]) -> Option<&'static Encoding> {
    match head {
        [0xFF, 0xFE, ..] => return Some(UTF_16LE),
        [0xFE, 0xFF, ..] => return Some(UTF_16BE),
        _ => {}
    }
    let (pairs, _) = head.get(..head.len().min(EXAMINED))?.as_chunks::<2>();
    if pairs.len() < 2 {
        return None;
    }
    let is_ascii = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    let little = pairs.iter().filter(|pair| is_ascii(pair[0]) && pair[1] == 0).count();
    let big = pairs.iter().filter(|pair| pair[0] == 0 && is_ascii(pair[1])).count();
    // Texts of moves consist of numbers, spaces and signs for a third at least; binary files have both kinds.
    match () {
        () if big == 0 && little * 3 >= pairs.len() => Some(UTF_16LE),
        () if little == 0 && big * 3 >= pairs.len() => Some(UTF_16BE),
        () => None,
    }
}

/// The encoding of a text that is not UTF-8, as far as its bytes show it.
///
/// ```
/// let (bytes, encoding, _) = encoding_rs::BIG5.encode("1. 炮二平五 馬８進７");
/// assert_eq!(records::encoding::detect(&bytes), encoding);
/// ```
#[must_use]
pub fn detect(bytes: &[u8]) -> &'static Encoding {
    let bytes = bytes.get(..EXAMINED).unwrap_or(bytes);
    let guess = by_statistics(bytes);
    let found = by_signs(bytes, guess).or_else(|| by_words(bytes));
    let found = found.or_else(|| by_names(bytes, guess)).unwrap_or(guess);
    if is_sound(bytes, found) { found } else { WINDOWS_1252 }
}

/// What the detector of Firefox says, and what it does not know.
fn by_statistics(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    let guess = match without_faults(bytes, guess) {
        Some(text) if ELSEWHERE.contains(&guess) && words::is_short(&text) => {
            nearer(bytes, &detector)
        }
        _ => guess,
    };
    // What GBK has is a part of GB 18030.
    let guess = if guess == GBK { GB18030 } else { guess };
    // Names in GBK are valid in EUC-KR; Korean texts are full of a few syllables.
    if guess != EUC_KR || is_korean(bytes) || !is_sound(bytes, GB18030) { guess } else { GB18030 }
}

/// The encoding of a short text that the detector takes for one of a language without games of ours: Chinese where
/// bytes stand in pairs that are mostly usual characters, otherwise what it would be in Russia.
fn nearer(bytes: &[u8], detector: &EncodingDetector) -> &'static Encoding {
    /// The first bytes of the usual characters of China.
    const USUAL: std::ops::Range<u8> = 0xB0..0xD8;
    let mut runs = bytes.split(u8::is_ascii).filter(|run| !run.is_empty());
    let in_pairs = runs.all(|run| run.len().is_multiple_of(2));
    let firsts = bytes.split(u8::is_ascii).flat_map(|run| run.iter().step_by(2));
    let usual = firsts.clone().filter(|byte| USUAL.contains(byte)).count();
    if in_pairs && usual * 2 > firsts.count() && is_sound(bytes, GB18030) {
        return if is_korean(bytes) { EUC_KR } else { GB18030 };
    }
    detector.guess(Some(b"ru"), Utf8Detection::Deny)
}

fn is_korean(bytes: &[u8]) -> bool {
    without_faults(bytes, EUC_KR).is_some_and(|text| words::is_korean(&text))
}

/// The encoding of East Asia in which most characters are those of games.
fn by_signs(bytes: &[u8], guess: &'static Encoding) -> Option<&'static Encoding> {
    let mut best: Option<(usize, &'static Encoding)> = None;
    for encoding in std::iter::once(guess).chain(EASTERN) {
        let score = score(bytes, encoding);
        if score > best.map_or(1, |(most, _)| most) {
            best = Some((score, encoding));
        }
    }
    let alone = || {
        // One character by itself, as no alphabet has it.
        let mut known = EASTERN.into_iter().filter(|encoding| score(bytes, encoding) > 0);
        known.next().filter(|_| known.next().is_none() && is_one_sign(bytes))
    };
    best.map(|(_, encoding)| encoding).or_else(alone)
}

/// Whether what is not ASCII are two bytes that touch no letter.
fn is_one_sign(bytes: &[u8]) -> bool {
    let high: Vec<usize> = (0..bytes.len()).filter(|&at| !bytes[at].is_ascii()).collect();
    let [first, last] = high[..] else { return false };
    let is_letter =
        |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphabetic);
    last == first + 1 && !is_letter(first.checked_sub(1)) && !is_letter(Some(last + 1))
}

/// The encoding of an alphabet in which a short text has words of games.
fn by_words(bytes: &[u8]) -> Option<&'static Encoding> {
    let has_words = |&(encoding, known): &(&'static Encoding, &[&str])| {
        let text = without_faults(bytes, encoding).filter(|text| words::is_short(text));
        text.is_some_and(|text| words::has_known_words(&text, known))
    };
    ALPHABETS.iter().find(|known| has_words(known)).map(|(encoding, _)| *encoding)
}

/// The encoding in which a short text consists of names of people, where nothing else shows it.
fn by_names(bytes: &[u8], guess: &'static Encoding) -> Option<&'static Encoding> {
    let text = without_faults(bytes, guess)?;
    let is_plausible = ALPHABETS.iter().any(|(encoding, _)| *encoding == guess)
        && text.chars().filter(|c| !c.is_ascii()).all(char::is_alphabetic);
    if is_plausible || !words::is_short(&text) {
        return None;
    }
    let are_names = |encoding: &&'static Encoding| {
        without_faults(bytes, encoding).is_some_and(|text| words::are_names(&text, encoding))
    };
    EASTERN.into_iter().find(are_names)
}

/// The number of characters known from games, if they are at least half of what is not ASCII.
fn score(bytes: &[u8], encoding: &'static Encoding) -> usize {
    if !EASTERN.contains(&encoding) {
        return 0;
    }
    without_faults(bytes, encoding).map_or(0, |text| words::known_signs(&text, encoding))
}

/// Whether the bytes are a text in this encoding; the last character may be cut.
fn is_sound(bytes: &[u8], encoding: &'static Encoding) -> bool {
    without_faults(bytes, encoding).is_some()
}

fn without_faults(bytes: &[u8], encoding: &'static Encoding) -> Option<String> {
    let cut = |less: usize| {
        let bytes = bytes.get(..bytes.len().checked_sub(less)?)?;
        encoding.decode_without_bom_handling_and_without_replacement(bytes).map(Into::into)
    };
    cut(0).or_else(|| if bytes.len() == EXAMINED { (1..4).find_map(cut) } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_JP, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251};

    #[test]
    fn the_encodings_of_the_games_countries_are_told_apart() {
        for (encoding, text) in [
            (SHIFT_JIS, "これは黒の勝ちです"),
            (EUC_JP, "これは黒の勝ちです。白の四々を見落とした"),
            (EUC_KR, "흑이 이겼습니다. 백의 실수"),
            (EUC_KR, "흑승"),
            (EUC_KR, "백 승"),
            (EUC_KR, "좋은 수"),
            (EUC_KR, "오목"),
            (SHIFT_JIS, "悪手"),
            (SHIFT_JIS, "黒勝ち"),
            (EUC_JP, "三々禁"),
            (EUC_JP, "正解"),
            (EUC_JP, "最善"),
            (BIG5, "敗著"),
            (BIG5, "變化圖"),
            (GB18030, "败着"),
            (GB18030, "必胜"),
            (GB18030, "许银川 吕钦"),
            (BIG5, "1. 炮二平五 馬８進７ 2. 馬二進三 *"),
            (GB18030, "1. 炮二平五 马８进７"),
            (GB18030, "好棋，黑方胜势"),
            (BIG5, "黑方勝勢，這一步很好"),
            (WINDOWS_1251, "Белые выиграли, Цукерник"),
            (WINDOWS_1250, "Dvořák, Novák: příliš pomalé"),
        ] {
            let (bytes, _, _) = encoding.encode(text);
            let found = detect(&bytes);
            let (read, _, _) = found.decode(&bytes);
            assert_eq!(read, text, "{} found for {}", found.name(), encoding.name());
        }
    }

    /// Short texts in the encodings of the countries of our games: `tests/data/short-texts.tsv`.
    #[test]
    fn short_texts_are_told_apart_as_far_as_documented() {
        let table = include_str!("../tests/data/short-texts.tsv");
        let mut wrong = [const { Vec::new() }; 2];
        for row in table.lines().filter(|row| !row.starts_with('#')) {
            let [set, _, label, text] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("four columns are expected: {row}");
            };
            let encoding = Encoding::for_label(label.as_bytes()).expect("a known encoding");
            for text in [text.to_owned(), format!("(;GM[4]SZ[15];B[hh]C[{text}])")] {
                let (bytes, _, is_cut) = encoding.encode(&text);
                assert!(!is_cut, "{row}");
                if detect(&bytes).decode_without_bom_handling(&bytes).0 != text {
                    wrong[usize::from(set == "2")].push(text);
                }
            }
        }
        // Half-width kana look like letters of Ukraine.
        assert_eq!(wrong[0], ["ｶﾁ", "(;GM[4]SZ[15];B[hh]C[ｶﾁ])"]);
        assert!(wrong[1].len() <= 55, "{} {:?}", wrong[1].len(), wrong[1]);
    }

    #[test]
    fn a_name_in_czech_is_not_chinese() {
        let (text, _) = detect(b"Pepa Nov\xe1k").decode_without_bom_handling(b"Pepa Nov\xe1k");
        assert_eq!(text, "Pepa Novák");
    }

    #[test]
    fn bytes_that_are_no_text_are_never_replaced() {
        let bytes: Vec<u8> = (0x80..=0xFF).collect();
        let (text, _) = detect(&bytes).decode_without_bom_handling(&bytes);
        assert!(!text.contains('\u{FFFD}'), "{text}");
    }
}
