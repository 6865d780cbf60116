use crate::{LineError, gomocup, hub, ucci, uci};

/// A line of a manager, as the engine's side of any protocol reads it.
///
/// ```
/// use protocol::{HostCommand, uci};
/// let command = <uci::Command as HostCommand>::read("stop").unwrap().unwrap();
/// assert!(command.acts_at_once() && !command.ends_all());
/// ```
pub trait HostCommand: Sized {
    /// Reads a line; `None` for an empty one.
    ///
    /// # Errors
    /// When the line is malformed.
    fn read(line: &str) -> Result<Option<Self>, LineError>;
    /// Whether it acts during a search; see [`crate::CommandQueue`].
    fn acts_at_once(&self) -> bool;
    /// Whether it ends the conversation.
    fn ends_all(&self) -> bool;
}

macro_rules! host_commands {
    ($($command:ty => $quit:pat),* $(,)?) => {
        $(impl HostCommand for $command {
            fn read(line: &str) -> Result<Option<Self>, LineError> {
                Self::parse(line)
            }

            fn acts_at_once(&self) -> bool {
                self.is_immediate()
            }

            fn ends_all(&self) -> bool {
                matches!(self, $quit)
            }
        })*
    };
}

host_commands! {
    uci::Command => Self::Quit,
    ucci::Command => Self::Quit,
    hub::Command => Self::Quit,
    gomocup::Command => Self::End,
}

/// An unreadable line keeps its place among the others: in a block it makes the block invalid.
impl<C: HostCommand> HostCommand for Result<C, LineError> {
    fn read(line: &str) -> Result<Option<Self>, LineError> {
        Ok(C::read(line).transpose())
    }

    fn acts_at_once(&self) -> bool {
        self.as_ref().is_ok_and(C::acts_at_once)
    }

    fn ends_all(&self) -> bool {
        self.as_ref().is_ok_and(C::ends_all)
    }
}
