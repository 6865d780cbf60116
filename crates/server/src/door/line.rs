//! A connection's bytes, and what they tell of it.

use crate::door::visitors::{Place, Stage};
use std::io;
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// A connection as HTTP and WebSockets read and write it. It notes where the connection is in
/// its life, holds its place among the others as long as it lives, and fails when the other
/// side takes no byte for too long.
#[derive(Debug)]
pub(crate) struct Line {
    stream: Arc<TcpStream>,
    place: Place,
    send_time: Duration,
    /// Runs while the other side takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Line {
    pub(crate) fn new(stream: Arc<TcpStream>, place: Place, send_time: Duration) -> Self {
        Self { stream, place, send_time, stalled: None }
    }

    /// Waits until the stream can be written to, but not for ever.
    fn wait(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let send_time = self.send_time;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(send_time)));
        ready!(stalled.as_mut().poll(cx));
        // The next one to write fails at once, too.
        stalled.as_mut().reset(Instant::now());
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client takes nothing")))
    }
}

impl AsyncRead for Line {
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
                        self.place.visitor.passes(Stage::Idle, Stage::Head);
                    }
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Line {
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
                    self.place.visitor.stirs();
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
        // Who has gone already need not be told.
        let _ = socket2::SockRef::from(&*self.stream).shutdown(Shutdown::Write);
        Poll::Ready(Ok(()))
    }
}
