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
    is_closing: AtomicBool,
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
    pub(crate) fn set_stage(&self, stage: ConnectionStage) {
        self.stage.store(stage as u8, Ordering::Release);
        self.touch();
    }

    /// Changes from one state to another, if it is in the first.
    pub(crate) fn advance(&self, from: ConnectionStage, to: ConnectionStage) {
        let (from, to) = (from as u8, to as u8);
        if self.stage.compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            self.touch();
        }
    }

    /// Records activity.
    pub(crate) fn touch(&self) {
        let elapsed = self.opened.elapsed().as_millis();
        self.since_ms.store(u64::try_from(elapsed).unwrap_or(u64::MAX), Ordering::Release);
    }

    /// When its present state began.
    pub(crate) fn since(&self) -> Instant {
        self.opened + Duration::from_millis(self.since_ms.load(Ordering::Acquire))
    }

    /// Is ready when the connection has been told to close.
    pub(crate) async fn closed(&self) {
        self.leave.notified().await;
    }

    fn close(&self) {
        self.is_closing.store(true, Ordering::Release);
        // Stores the notification for a task that does not wait yet.
        self.leave.notify_one();
    }

    fn counts(&self) -> bool {
        !self.is_closing.load(Ordering::Acquire)
    }
}

/// All connections.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connections {
    table: Arc<Mutex<ConnectionTable>>,
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
    connections: Connections,
    address: IpAddr,
}

/// A connection's place; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    connections: Connections,
    number: u64,
    pub(crate) connection: Arc<Connection>,
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
        let mut table = self.table();
        let counted = !address.is_loopback();
        let of_address = table.by_address.get(&address).copied().unwrap_or(0);
        if counted && of_address >= most_of_address {
            table
                .send_away(|connection| connection.address == address)
                .ok_or(ConnectionLimit::Address)?;
        }
        let staying = table.all.values().filter(|connection| connection.counts()).count();
        if staying >= most {
            table.send_away(|_| true).ok_or(ConnectionLimit::Hall)?;
        }
        let connection = Arc::new(Connection {
            address,
            opened: Instant::now(),
            stage: AtomicU8::new(ConnectionStage::Idle as u8),
            since_ms: AtomicU64::new(0),
            is_closing: AtomicBool::new(false),
            leave: Notify::new(),
            body_time,
        });
        table.came += 1;
        let number = table.came;
        table.all.insert(number, Arc::clone(&connection));
        if counted {
            *table.by_address.entry(address).or_default() += 1;
        }
        Ok(ConnectionSlot { connections: self.clone(), number, connection })
    }

    /// A place for one request more of a client behind a proxy; `None` at the limit. Clients on this machine
    /// are not limited.
    pub(crate) fn client(&self, address: IpAddr, most: usize) -> Option<ClientShare> {
        let mut table = self.table();
        let count = table.behind.entry(address).or_default();
        if *count >= most && !address.is_loopback() {
            return None;
        }
        *count += 1;
        drop(table);
        Some(ClientShare { connections: self.clone(), address })
    }

    /// The number of connections, with those that were told to close.
    pub(crate) fn count(&self) -> usize {
        self.table().all.len()
    }

    /// Closes the oldest connection whose body has been arriving for so long; returns whether there was one.
    pub(crate) fn end_a_body(&self, longer_than: Duration) -> bool {
        let now = Instant::now();
        let is_slow = |connection: &Connection| {
            connection.stage() == ConnectionStage::Body
                && now.duration_since(connection.since()) > longer_than
        };
        self.table().send_away(is_slow).is_some()
    }

    /// Tells all connections except WebSockets to close: those get a closing message of their own.
    pub(crate) fn close_all(&self) {
        for connection in self.table().all.values() {
            connection.close();
        }
    }

    /// Waits until no connection is left.
    pub(crate) async fn all_closed(&self) {
        loop {
            let left = self.left.notified();
            if self.count() == 0 {
                return;
            }
            left.await;
        }
    }

    /// Waits until a connection ends.
    pub(crate) async fn one_closed(&self) {
        self.left.notified().await;
    }

    fn table(&self) -> MutexGuard<'_, ConnectionTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionTable {
    fn send_away(&mut self, may: impl Fn(&Connection) -> bool) -> Option<()> {
        let waiting = self.all.values().filter(|connection| {
            connection.counts() && connection.stage() < ConnectionStage::Answer && may(connection)
        });
        let victim = waiting.min_by_key(|connection| (connection.stage(), connection.since()))?;
        victim.close();
        Some(())
    }
}

impl Drop for ClientShare {
    fn drop(&mut self) {
        let mut table = self.connections.table();
        if let Some(count) = table.behind.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                table.behind.remove(&self.address);
            }
        }
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut table = self.connections.table();
        table.all.remove(&self.number);
        let address = self.connection.address;
        if let Some(count) = table.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                table.by_address.remove(&address);
            }
        }
        drop(table);
        self.connections.left.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));

    fn enter(
        connections: &Connections,
        address: IpAddr,
    ) -> Result<ConnectionSlot, ConnectionLimit> {
        connections.enter(address, 3, 2, Duration::from_secs(1))
    }

    #[test]
    fn who_has_sent_nothing_makes_room_before_who_has_sent_a_part() {
        let connections = Connections::default();
        let slots: Vec<_> = (0..3).map(|_| enter(&connections, HERE).unwrap()).collect();
        slots[0].connection.set_stage(ConnectionStage::Head);
        slots[1].connection.set_stage(ConnectionStage::Answer);
        let fourth = enter(&connections, HERE).unwrap();
        assert!(!slots[2].connection.counts(), "the idle one leaves first");
        assert_eq!(connections.count(), 4, "who was told to leave has not yet left");
        fourth.connection.set_stage(ConnectionStage::Answer);
        let fifth = enter(&connections, HERE).unwrap();
        assert!(!slots[0].connection.counts(), "then the one whose head is coming");
        fifth.connection.set_stage(ConnectionStage::Socket);
        assert_eq!(enter(&connections, HERE).unwrap_err(), ConnectionLimit::Hall);
        drop(fifth);
        assert!(enter(&connections, HERE).is_ok());
    }

    #[test]
    fn one_address_takes_its_share_only() {
        let connections = Connections::default();
        let first = enter(&connections, THERE).unwrap();
        let second = enter(&connections, THERE).unwrap();
        first.connection.set_stage(ConnectionStage::Answer);
        second.connection.set_stage(ConnectionStage::Answer);
        assert_eq!(enter(&connections, THERE).unwrap_err(), ConnectionLimit::Address);
        assert!(enter(&connections, HERE).is_ok());
        drop((first, second));
        assert!(enter(&connections, THERE).is_ok());
        let (one, two) =
            (connections.client(THERE, 2).unwrap(), connections.client(THERE, 2).unwrap());
        assert!(connections.client(THERE, 2).is_none());
        drop(one);
        assert!(connections.client(THERE, 2).is_some(), "and it is free again when it is dropped");
        drop(two);
        assert!(connections.table().behind.is_empty(), "nothing is kept of who left");
        assert!(connections.table().by_address.is_empty(), "nothing is kept of who left");
    }
}
