//! What texts of games consist of, by language: a few words decide where there are too few for statistics.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, ISO_8859_4, ISO_8859_5, ISO_8859_6, ISO_8859_7,
    ISO_8859_8, KOI8_R, SHIFT_JIS, WINDOWS_874, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
    WINDOWS_1253, WINDOWS_1255, WINDOWS_1256, WINDOWS_1258,
};

/// Characters of moves, results and names of games in Chinese, Japanese and Korean.
const SIGNS: &str = "炮砲礮包马馬傌车車俥兵卒士仕相象將将帅帥进進退平前后後中一二三四五六七八九十\
                     １２３４５６７８９红紅黑白方胜勝负負和棋先手局对對着著步回合连連珠五子象\
                     黒敗败悪恶壞坏好妙正解図圖图变變変化必最善禁々活冲衝追詰認认輸输無无の";

/// The most frequent syllables of Korean.
const SYLLABLES: &str = "이다는을의에가고한하지로기사어리자수은도니습흑백승인시그나아서대일정해들있좋쁜오목렌주장무부착금악묘연필";

/// The family names of most people in China, and in the characters of Taiwan and Hong Kong.
const CHINESE_FAMILIES: &str = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文洪庄柳聂陶申卜党苗靳欧季葛尤左景鲁韦岳翟安颜倪严牛温芦俞章鲍才";
const TAIWANESE_FAMILIES: &str = "王李張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉閻余潘杜戴夏鍾汪田任姜范方石姚譚廖鄒熊金陸郝孔白崔康毛邱秦江史顧侯邵孟龍萬段雷錢湯尹黎易常武喬賀賴龔文洪莊柳聶陶申葛翁簡游詹温涂紀";
/// Family names of two characters.
const DOUBLE_FAMILIES: [&str; 8] = ["欧阳", "诸葛", "司马", "司徒", "上官", "夏侯", "东方", "皇甫"];
/// The family names of most people in Korea, and the syllables of given names.
const KOREAN_FAMILIES: &str = "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕";
const KOREAN_GIVEN: &str = "가강건경곤관광교구국권규균근금기길나남노다달대덕도돈동두라란래련렬령로록룡류률리린림만매면명모목무문미민배백범병보복봉부빈사산삼상서석선설섭성세소송수숙순숭승시식신실아안애양언여연열영예오옥완용우욱운웅원월위유윤율은을음의이익인일임자장재전정제조종주준중지진찬창채천철청초최춘충치탁태택평표하학한해향헌혁현형혜호홍화환황효훈휘흥희";
/// Characters of which names in Japan consist for the most part.
const JAPANESE_NAMES: &str = "田中村山川本木井藤野小大高松原島石林岡部谷崎橋森池上下清水佐斎三佐々西東北南長早福飯尾岩渕瀬坂沢澤口内田辺邊渡伊加近後安阿久保千葉青赤白黒金古新今宮前後丸竹竜龍杉桜菊梅館舘嘉人一二郎子美雄夫男也之介彦茂寛弘宏義典生園恵正明光和幸信秀英俊哲隆博文浩健誠真治司武勝康孝昭良吉春夏秋冬雅裕智暢釉太平史";

/// Words of games in languages that have an alphabet, in small letters.
const RUSSIAN: &[&str] = &[
    "белые",
    "белых",
    "белым",
    "черные",
    "чёрные",
    "черных",
    "чёрных",
    "шах",
    "мат",
    "ход",
    "ходы",
    "хода",
    "ходом",
    "ничья",
    "победа",
    "победили",
    "выиграли",
    "выигрыш",
    "проиграли",
    "проигрыш",
    "сдались",
    "ошибка",
    "хорошо",
    "плохо",
    "лучше",
    "сильно",
    "слабо",
    "дамка",
    "дебют",
    "партия",
    "рэндзю",
    "шашки",
];
const CENTRAL: &[&str] = &[
    "bílý",
    "bílá",
    "bílé",
    "bílí",
    "černý",
    "černá",
    "černé",
    "černí",
    "vítěz",
    "vyhrál",
    "vyhrává",
    "prohrál",
    "prohrává",
    "dobrý",
    "dobře",
    "špatný",
    "špatně",
    "remíza",
    "příliš",
    "chyba",
    "lepší",
    "hráč",
    "żółty",
    "białe",
    "białych",
    "błąd",
    "wygrały",
    "hiba",
    "fehér",
    "sötét",
    "győzött",
];
const WESTERN: &[&str] = &[
    "naïve",
    "naïf",
    "très",
    "après",
    "début",
    "dernière",
    "première",
    "était",
    "gagné",
    "défaite",
    "forcé",
    "größer",
    "für",
    "schön",
    "weiß",
    "schwächer",
    "nächster",
    "läuft",
    "één",
    "geïnteresseerd",
    "dåligt",
    "bättre",
    "förlorar",
    "återställ",
    "pão",
    "não",
    "vitória",
    "según",
    "más",
    "también",
];

/// The encodings of East Asia, in the order in which they are preferred.
pub(super) const EASTERN: [&Encoding; 5] = [GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR];

/// The encodings of alphabets with words of games.
pub(super) const ALPHABETS: [(&Encoding, &[&str]); 4] =
    [(WINDOWS_1251, RUSSIAN), (KOI8_R, RUSSIAN), (WINDOWS_1250, CENTRAL), (WINDOWS_1252, WESTERN)];

/// Encodings of alphabets in which nearly no games are kept. Few bytes look like any of them.
pub(super) const ELSEWHERE: [&Encoding; 10] = [
    WINDOWS_1253,
    WINDOWS_1255,
    WINDOWS_1256,
    WINDOWS_1258,
    WINDOWS_874,
    ISO_8859_4,
    ISO_8859_5,
    ISO_8859_6,
    ISO_8859_7,
    ISO_8859_8,
];

/// A text has at most so many characters beyond ASCII if it is called short.
const SHORT: usize = 40;

fn foreign(text: &str) -> impl Iterator<Item = char> + Clone {
    text.chars().filter(|c| !c.is_ascii())
}

/// The words of a text that have characters beyond ASCII.
fn foreign_words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphabetic());
    words.filter(|word| !word.is_empty() && !word.is_ascii())
}

/// Whether a text has few characters beyond ASCII.
pub(super) fn is_short(text: &str) -> bool {
    foreign(text).nth(SHORT).is_none()
}

/// Whether a character is one of the usual ones of China.
fn is_in_gb2312(c: char) -> bool {
    let mut text = [0; 4];
    let (bytes, _, _) = GB18030.encode(c.encode_utf8(&mut text));
    matches!(*bytes, [0xA1..=0xFE, 0xA1..=0xFE])
}

/// Whether a fifth of the characters beyond ASCII are frequent syllables of Korean.
pub(super) fn is_korean(text: &str) -> bool {
    let frequent = foreign(text).filter(|c| SYLLABLES.contains(*c)).count();
    frequent * 5 >= foreign(text).count()
}

/// The number of characters known from games, if they are at least half of what is not ASCII.
pub(super) fn known_signs(text: &str, encoding: &'static Encoding) -> usize {
    let is_korean = encoding == EUC_KR;
    let is_known = |c: &char| SIGNS.contains(*c) || (is_korean && SYLLABLES.contains(*c));
    let known = foreign(text).filter(is_known).count();
    if known * 2 >= foreign(text).count() { known } else { 0 }
}

/// Whether at least half of the words that are not ASCII are known from games.
pub(super) fn has_known_words(text: &str, known: &[&str]) -> bool {
    let all = foreign_words(text).count();
    let found = foreign_words(text).filter(|word| known.contains(&word.to_lowercase().as_str()));
    let found = found.count();
    found > 0 && found * 2 >= all
}

/// Whether all words that are not ASCII look like names of people in the language of an encoding of East Asia.
pub(super) fn are_names(text: &str, encoding: &'static Encoding) -> bool {
    let is_name = |word: &str| {
        let length = word.chars().count();
        let is_family = |all: &str| word.chars().next().is_some_and(|c| all.contains(c));
        match encoding {
            e if e == GB18030 => {
                let rare = word.chars().filter(|c| !is_in_gb2312(*c)).count();
                (is_family(CHINESE_FAMILIES) && (2..=3).contains(&length) && rare <= length - 2)
                    || (length <= 4 && DOUBLE_FAMILIES.iter().any(|name| word.starts_with(name)))
            }
            e if e == BIG5 => (2..=3).contains(&length) && is_family(TAIWANESE_FAMILIES),
            e if e == EUC_KR => {
                (2..=4).contains(&length)
                    && is_family(KOREAN_FAMILIES)
                    && word.chars().skip(1).all(|c| KOREAN_GIVEN.contains(c))
            }
            e if e == EUC_JP || e == SHIFT_JIS => {
                let known = word.chars().filter(|c| JAPANESE_NAMES.contains(*c)).count();
                (2..=6).contains(&length) && known * 3 >= length * 2
            }
            _ => false,
        }
    };
    // No word of a name has other signs within.
    foreign(text).all(char::is_alphabetic)
        && foreign_words(text).next().is_some()
        && foreign_words(text).all(is_name)
}
