//! The bytes of a connection, and the state that they show.

use crate::acceptor::connections::{ConnectionSlot, ConnectionStage};
use std::io;
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// The stream of a connection for HTTP and WebSockets. It records the state of the connection, keeps its place
/// while it is open, and fails when the client reads no byte for too long.
#[derive(Debug)]
pub(crate) struct ConnectionStream {
    stream: Arc<TcpStream>,
    slot: ConnectionSlot,
    send_time: Duration,
    /// The timeout that runs while the client reads nothing.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl ConnectionStream {
    pub(crate) fn new(stream: Arc<TcpStream>, slot: ConnectionSlot, send_time: Duration) -> Self {
        Self { stream, slot, send_time, stalled: None }
    }

    /// Waits until the stream can be written to, with a timeout.
    fn wait(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let send_time = self.send_time;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(send_time)));
        ready!(stalled.as_mut().poll(cx));
        // The next one to write fails at once, too.
        stalled.as_mut().reset(Instant::now());
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client takes nothing")))
    }
}

impl AsyncRead for ConnectionStream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(cx))?;
            match self.stream.try_read(buffer.initialize_unfilled()) {
                Ok(read) => {
                    buffer.advance(read);
                    if read > 0 {
                        self.slot.connection.advance(ConnectionStage::Idle, ConnectionStage::Head);
                    }
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for ConnectionStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            if self.stream.poll_write_ready(cx)?.is_pending() {
                return self.wait(cx);
            }
            match self.stream.try_write(bytes) {
                Ok(written) => {
                    self.stalled = None;
                    self.slot.connection.touch();
                    return Poll::Ready(Ok(written));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // A closed connection needs no message.
        let _ = socket2::SockRef::from(&*self.stream).shutdown(Shutdown::Write);
        Poll::Ready(Ok(()))
    }
}
