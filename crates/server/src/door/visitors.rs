use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The state of a connection.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum ConnectionStage {
    /// No byte of a request has arrived.
    Idle,
    /// A request's head is arriving.
    Head,
    /// A request's body is arriving.
    Body,
    /// A complete request is being answered.
    Answer,
    /// It has become a WebSocket.
    Socket,
}

impl ConnectionStage {
    const ALL: [Self; 5] = [Self::Idle, Self::Head, Self::Body, Self::Answer, Self::Socket];

    fn of(byte: u8) -> Self {
        Self::ALL[usize::from(byte).min(4)]
    }
}

/// The shared state of one connection.
#[derive(Debug)]
pub(crate) struct Connection {
    address: IpAddr,
    opened: Instant,
    stage: AtomicU8,
    /// Milliseconds from `opened` to when the stage began, or to the last byte written.
    since_ms: AtomicU64,
    /// It was told to close and is not counted any more.
    leaving: AtomicBool,
    leave: Notify,
    /// How long a body may take.
    pub(crate) body_time: Duration,
}

impl Connection {
    /// The address from which the connection came.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    pub(crate) fn stage(&self) -> ConnectionStage {
        ConnectionStage::of(self.stage.load(Ordering::Acquire))
    }

    /// Sets the state.
    pub(crate) fn is_at(&self, stage: ConnectionStage) {
        self.stage.store(stage as u8, Ordering::Release);
        self.stirs();
    }

    /// Changes from one state to another, if it is in the first.
    pub(crate) fn passes(&self, from: ConnectionStage, to: ConnectionStage) {
        let (from, to) = (from as u8, to as u8);
        if self.stage.compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            self.stirs();
        }
    }

    /// Records activity.
    pub(crate) fn stirs(&self) {
        let elapsed = self.opened.elapsed().as_millis();
        self.since_ms.store(u64::try_from(elapsed).unwrap_or(u64::MAX), Ordering::Release);
    }

    /// When its present state began.
    pub(crate) fn since(&self) -> Instant {
        self.opened + Duration::from_millis(self.since_ms.load(Ordering::Acquire))
    }

    /// Is ready when the connection has been told to close.
    pub(crate) async fn told_to_leave(&self) {
        self.leave.notified().await;
    }

    fn tell_to_leave(&self) {
        self.leaving.store(true, Ordering::Release);
        // Stores the notification for a task that does not wait yet.
        self.leave.notify_one();
    }

    fn counts(&self) -> bool {
        !self.leaving.load(Ordering::Acquire)
    }
}

/// All connections.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connections {
    present: Arc<Mutex<ConnectionTable>>,
    /// Notified when a connection ends.
    left: Arc<Notify>,
}

#[derive(Debug, Default)]
struct ConnectionTable {
    /// The connections in the order of their arrival.
    all: BTreeMap<u64, Arc<Connection>>,
    by_address: HashMap<IpAddr, usize>,
    /// Requests and WebSockets of clients behind proxies.
    behind: HashMap<IpAddr, usize>,
    came: u64,
}

/// The share of one client behind a proxy that one request takes; free again when this is dropped.
#[derive(Debug)]
pub(crate) struct ClientShare {
    visitors: Connections,
    address: IpAddr,
}

/// A connection's place; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    visitors: Connections,
    number: u64,
    pub(crate) visitor: Arc<Connection>,
}

/// Why a connection is refused.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionLimit {
    /// The hall has too many connections, and each is in use.
    Hall,
    /// This address has too many connections, and each is in use.
    Address,
}

impl Connections {
    /// A place for one more connection. At the limit an unused connection is closed: one that has sent nothing
    /// before one that has sent a part of a request, and the oldest first.
    pub(crate) fn enter(
        &self,
        address: IpAddr,
        most: usize,
        most_of_address: usize,
        body_time: Duration,
    ) -> Result<ConnectionSlot, ConnectionLimit> {
        let mut present = self.present();
        let counted = !address.is_loopback();
        let of_address = present.by_address.get(&address).copied().unwrap_or(0);
        if counted && of_address >= most_of_address {
            present
                .send_away(|visitor| visitor.address == address)
                .ok_or(ConnectionLimit::Address)?;
        }
        let staying = present.all.values().filter(|visitor| visitor.counts()).count();
        if staying >= most {
            present.send_away(|_| true).ok_or(ConnectionLimit::Hall)?;
        }
        let visitor = Arc::new(Connection {
            address,
            opened: Instant::now(),
            stage: AtomicU8::new(ConnectionStage::Idle as u8),
            since_ms: AtomicU64::new(0),
            leaving: AtomicBool::new(false),
            leave: Notify::new(),
            body_time,
        });
        present.came += 1;
        let number = present.came;
        present.all.insert(number, Arc::clone(&visitor));
        if counted {
            *present.by_address.entry(address).or_default() += 1;
        }
        Ok(ConnectionSlot { visitors: self.clone(), number, visitor })
    }

    /// A place for one request more of a client behind a proxy; `None` at the limit. Clients on this machine
    /// are not limited.
    pub(crate) fn client(&self, address: IpAddr, most: usize) -> Option<ClientShare> {
        let mut present = self.present();
        let count = present.behind.entry(address).or_default();
        if *count >= most && !address.is_loopback() {
            return None;
        }
        *count += 1;
        drop(present);
        Some(ClientShare { visitors: self.clone(), address })
    }

    /// The number of connections, with those that were told to close.
    pub(crate) fn count(&self) -> usize {
        self.present().all.len()
    }

    /// Closes the oldest connection whose body has been arriving for so long; returns whether there was one.
    pub(crate) fn end_a_body(&self, longer_than: Duration) -> bool {
        let now = Instant::now();
        let is_slow = |visitor: &Connection| {
            visitor.stage() == ConnectionStage::Body
                && now.duration_since(visitor.since()) > longer_than
        };
        self.present().send_away(is_slow).is_some()
    }

    /// Tells all connections except WebSockets to close: those get a closing message of their own.
    pub(crate) fn send_all_away(&self) {
        for visitor in self.present().all.values() {
            visitor.tell_to_leave();
        }
    }

    /// Waits until no connection is left.
    pub(crate) async fn all_gone(&self) {
        loop {
            let left = self.left.notified();
            if self.count() == 0 {
                return;
            }
            left.await;
        }
    }

    /// Waits until a connection ends.
    pub(crate) async fn one_gone(&self) {
        self.left.notified().await;
    }

    fn present(&self) -> MutexGuard<'_, ConnectionTable> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionTable {
    fn send_away(&mut self, may: impl Fn(&Connection) -> bool) -> Option<()> {
        let waiting = self.all.values().filter(|visitor| {
            visitor.counts() && visitor.stage() < ConnectionStage::Answer && may(visitor)
        });
        let victim = waiting.min_by_key(|visitor| (visitor.stage(), visitor.since()))?;
        victim.tell_to_leave();
        Some(())
    }
}

impl Drop for ClientShare {
    fn drop(&mut self) {
        let mut present = self.visitors.present();
        if let Some(count) = present.behind.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                present.behind.remove(&self.address);
            }
        }
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut present = self.visitors.present();
        present.all.remove(&self.number);
        let address = self.visitor.address;
        if let Some(count) = present.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                present.by_address.remove(&address);
            }
        }
        drop(present);
        self.visitors.left.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));

    fn enter(visitors: &Connections, address: IpAddr) -> Result<ConnectionSlot, ConnectionLimit> {
        visitors.enter(address, 3, 2, Duration::from_secs(1))
    }

    #[test]
    fn who_has_sent_nothing_makes_room_before_who_has_sent_a_part() {
        let visitors = Connections::default();
        let places: Vec<_> = (0..3).map(|_| enter(&visitors, HERE).unwrap()).collect();
        places[0].visitor.is_at(ConnectionStage::Head);
        places[1].visitor.is_at(ConnectionStage::Answer);
        let fourth = enter(&visitors, HERE).unwrap();
        assert!(!places[2].visitor.counts(), "the idle one leaves first");
        assert_eq!(visitors.count(), 4, "who was told to leave has not yet left");
        fourth.visitor.is_at(ConnectionStage::Answer);
        let fifth = enter(&visitors, HERE).unwrap();
        assert!(!places[0].visitor.counts(), "then the one whose head is coming");
        fifth.visitor.is_at(ConnectionStage::Socket);
        assert_eq!(enter(&visitors, HERE).unwrap_err(), ConnectionLimit::Hall);
        drop(fifth);
        assert!(enter(&visitors, HERE).is_ok());
    }

    #[test]
    fn one_address_takes_its_share_only() {
        let visitors = Connections::default();
        let first = enter(&visitors, THERE).unwrap();
        let second = enter(&visitors, THERE).unwrap();
        first.visitor.is_at(ConnectionStage::Answer);
        second.visitor.is_at(ConnectionStage::Answer);
        assert_eq!(enter(&visitors, THERE).unwrap_err(), ConnectionLimit::Address);
        assert!(enter(&visitors, HERE).is_ok());
        drop((first, second));
        assert!(enter(&visitors, THERE).is_ok());
        let (one, two) = (visitors.client(THERE, 2).unwrap(), visitors.client(THERE, 2).unwrap());
        assert!(visitors.client(THERE, 2).is_none());
        drop(one);
        assert!(visitors.client(THERE, 2).is_some(), "and it is free again when it is dropped");
        drop(two);
        assert!(visitors.present().behind.is_empty(), "nothing is kept of who left");
        assert!(visitors.present().by_address.is_empty(), "nothing is kept of who left");
    }
}
