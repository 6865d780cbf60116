use super::{Answer, Command, Go};
use crate::driver::Conversation;
use crate::manager::{BestReply, InfoUpdate, ManagerEvent, PositionContext};
use crate::{Limits, OptionDecl, PositionText, RankBase};

/// UCI on the manager's side.
#[derive(Debug)]
pub(crate) struct Codec {
    ranks: RankBase,
}

impl Codec {
    /// A manager for an engine that counts ranks from `ranks`.
    pub(crate) fn new(ranks: RankBase) -> Self {
        Self { ranks }
    }

    fn ours(&self, text: &str) -> String {
        self.ranks.from_engine(text)
    }
}

impl crate::driver::Codec for Codec {
    const STOP: &'static str = "stop";
    const PONDER_HIT: Option<&'static str> = Some("ponderhit");
    const QUIT: &'static str = "quit";

    fn hello(&mut self) -> String {
        Command::Uci.to_string()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Vec<String> {
        let (name, value) = (name.to_owned(), value.map(str::to_owned));
        vec![Command::SetOption { name, value }.to_string()]
    }

    fn is_ready(&mut self) -> Vec<String> {
        vec![Command::IsReady.to_string()]
    }

    fn new_game(&mut self, _declared: &[OptionDecl]) -> Vec<String> {
        vec![Command::NewGame.to_string()]
    }

    fn position(&mut self, position: &PositionText) -> Vec<String> {
        vec![Command::Position(position.for_engine(self.ranks)).to_string()]
    }

    fn go(&mut self, limits: &Limits, asker: PositionContext) -> Vec<String> {
        // The clocks, White's first.
        let clocks = limits.clock.map(|clock| {
            let mine = (clock.mine, clock.increment);
            let theirs = (clock.theirs, clock.their_increment);
            if asker.first_to_move { [mine, theirs] } else { [theirs, mine] }
        });
        let go = Go {
            searchmoves: limits.only.iter().map(|m| self.ranks.to_engine(m)).collect(),
            ponder: limits.ponder,
            wtime: clocks.map(|[white, _]| white.0),
            btime: clocks.map(|[_, black]| black.0),
            winc: clocks.map(|[white, _]| white.1),
            binc: clocks.map(|[_, black]| black.1),
            movestogo: limits.clock.and_then(|clock| clock.moves_to_go),
            depth: limits.depth,
            nodes: limits.nodes,
            mate: limits.mate,
            movetime: limits.move_time,
            infinite: limits.is_endless(),
        };
        vec![Command::Go(go).to_string()]
    }

    fn receive(&mut self, talk: &mut Conversation, line: &str) -> ManagerEvent {
        let answer = match Answer::parse(line) {
            Ok(Some(answer)) => answer,
            Ok(None) => return ManagerEvent::Noise,
            Err(error) => return ManagerEvent::Wrong(error.into()),
        };
        match answer {
            Answer::IdName(name) => {
                talk.name = name;
                ManagerEvent::Noise
            }
            Answer::IdAuthor(_) => ManagerEvent::Noise,
            Answer::Option(option) => {
                talk.options.push(option);
                ManagerEvent::Noise
            }
            Answer::UciOk => match talk.identified("uciok") {
                Ok(()) => ManagerEvent::Identified(Vec::new()),
                Err(event) => event,
            },
            Answer::ReadyOk => talk.ready(),
            Answer::Text(text) => ManagerEvent::Text(text),
            Answer::Info(info) => ManagerEvent::Report(InfoUpdate {
                depth: info.depth,
                seldepth: info.seldepth,
                line: info.multipv,
                score: info.score,
                nodes: info.nodes,
                time: info.time,
                pv: info.pv.iter().map(|m| self.ours(m)).collect(),
            }),
            Answer::BestMove { best, ponder } => {
                let best = best.map(|m| self.ours(&m));
                let ponder = ponder.map(|m| self.ours(&m));
                talk.best(BestReply { best, ponder, ..BestReply::default() })
            }
        }
    }
}
