//! Which encoding a text is in that does not say it.
//!
//! UTF-8 and UTF-16 show themselves. Of the others the detector of Firefox (`chardetng`) makes the guess; it
//! knows languages, not games. A list of moves in Chinese is a handful of characters, too few for it: so the
//! words of our games are looked for first.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1252,
};

/// The encodings of East Asia, in the order in which they are preferred.
const EASTERN: [&Encoding; 5] = [GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR];

/// Characters of moves, results and names of games in Chinese, Japanese and Korean.
const WORDS: &str = "炮砲礮包马馬傌车車俥兵卒士仕相象将將帅帥进進退平前后後中一二三四五六七八九十\
                     １２３４５６７８９红紅黑白方胜勝负負和棋先手局对對着著步回合连連珠五子象\
                     黒敗败悪恶壞坏好妙正解図圖图变變変化必最善禁々活冲衝追詰認认輸输無无の";

/// The most frequent syllables of Korean.
const SYLLABLES: &str = "이다는을의에가고한하지로기사어리자수은도니습흑백승인시그나아서대일정해들있좋쁜오목렌주장무부착금악묘연필";

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
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    // What GBK has is a part of GB 18030.
    let guess = if guess == GBK { GB18030 } else { guess };
    // Names in GBK are valid in EUC-KR; Korean texts are full of a few syllables.
    let is_korean = guess != EUC_KR
        || without_faults(bytes, EUC_KR).is_some_and(|text| {
            let all = text.chars().filter(|c| !c.is_ascii());
            all.clone().filter(|c| SYLLABLES.contains(*c)).count() * 5 >= all.count()
        });
    let guess = if is_korean || !is_sound(bytes, GB18030) { guess } else { GB18030 };
    let mut best: Option<(usize, &'static Encoding)> = None;
    for encoding in std::iter::once(guess).chain(EASTERN) {
        let score = score(bytes, encoding);
        if score > best.map_or(1, |(most, _)| most) {
            best = Some((score, encoding));
        }
    }
    let found = best.map_or(guess, |(_, encoding)| encoding);
    if is_sound(bytes, found) { found } else { WINDOWS_1252 }
}

/// The number of characters known from games, if they are at least half of what is not ASCII.
fn score(bytes: &[u8], encoding: &'static Encoding) -> usize {
    if !EASTERN.contains(&encoding) {
        return 0;
    }
    let Some(text) = without_faults(bytes, encoding) else { return 0 };
    let foreign = || text.chars().filter(|c| !c.is_ascii());
    let is_korean = encoding == EUC_KR;
    let is_known = |c: &char| WORDS.contains(*c) || (is_korean && SYLLABLES.contains(*c));
    let known = foreign().filter(is_known).count();
    if known * 2 >= foreign().count() { known } else { 0 }
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
    use encoding_rs::{WINDOWS_1250, WINDOWS_1251};

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
