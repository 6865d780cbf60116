use engine::{Bound, Info};
use protocol::gomocup::{Answer, Point, Progress};

/// What `INFO show_detail` asks for.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Detail {
    /// Which points are best while searching.
    pub(super) realtime: bool,
    /// Everything about each line.
    pub(super) lines: bool,
}

/// The lines that tell of a report; there may be none.
pub(super) fn lines(info: &Info, detail: Detail, wanted: u32) -> Vec<Answer> {
    if info.bound != Bound::Exact || info.pv.is_empty() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    if detail.lines {
        lines.extend(details(info, wanted));
    }
    if info.line == 1
        && detail.realtime
        && let Some(best) = info.pv.first().and_then(|text| Point::from_move(text))
    {
        lines.push(Answer::Message("REALTIME REFRESH".to_owned()));
        lines.push(Answer::Message(format!("REALTIME BEST {best}")));
    }
    let moves = info.pv.clone();
    let score = Some(info.score);
    lines.push(Answer::Message(if wanted > 1 {
        let eval = Progress { score, ..Progress::default() }.to_string();
        let eval = eval.strip_prefix("Eval ").unwrap_or_default().to_owned();
        let (line, depth, deepest) = (info.line, info.depth, info.seldepth);
        format!("({line}) {eval} | {depth}-{deepest} | {}", moves.join(" "))
    } else {
        Progress {
            depth: Some(info.depth),
            seldepth: Some(info.seldepth),
            score,
            nodes: None,
            time: Some(info.time),
            line: moves,
        }
        .to_string()
    }));
    lines
}

/// The line that sums a search up.
pub(super) fn summary(info: &Info) -> Answer {
    let progress = Progress {
        depth: Some(info.depth),
        seldepth: Some(info.seldepth),
        score: Some(info.score),
        nodes: Some(info.nodes),
        time: Some(info.time),
        line: Vec::new(),
    };
    Answer::Message(format!("Speed {} | {progress}", info.nps()))
}

/// A line as Yixin-Board reads it, one fact after the other.
fn details(info: &Info, wanted: u32) -> Vec<Answer> {
    let eval = Progress { score: Some(info.score), ..Progress::default() }.to_string();
    let points: Vec<String> = info
        .pv
        .iter()
        .filter_map(|text| Point::from_move(text))
        .map(|point| point.to_string())
        .collect();
    let [win, draw, _] = info.wdl;
    let rate = (f64::from(win) + f64::from(draw) / 2.0) / 1000.0;
    let facts = [
        ("PV", (info.line.max(1) - 1).to_string()),
        ("NUMPV", wanted.max(1).to_string()),
        ("DEPTH", info.depth.to_string()),
        ("SELDEPTH", info.seldepth.to_string()),
        ("NODES", info.nodes.to_string()),
        ("TOTALNODES", info.nodes.to_string()),
        ("TOTALTIME", info.time.as_millis().to_string()),
        ("SPEED", info.nps().to_string()),
        ("EVAL", eval.strip_prefix("Eval ").unwrap_or_default().to_owned()),
        ("WINRATE", format!("{rate:.3}")),
        ("BESTLINE", points.join(" ")),
        ("PV", "DONE".to_owned()),
    ];
    facts.into_iter().map(|(key, value)| Answer::Detail(format!("{key} {value}"))).collect()
}
