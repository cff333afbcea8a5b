//! The faulty connection: what happens on it after the service is no longer involved. Each way to end a connection is
//! data, so that it can be inspected before it happens.
//!
//! Not in it on purpose: the bytes that are sent; they are in `shape`.

use std::{io, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_rustls::server::TlsStream;

use crate::faults::Then;

/// Most milliseconds that a connection hangs, or is written to, if neither side ends it.
const HANG_MS_MAX: u64 = 10 * 60 * 1_000;
/// Milliseconds that the caller may take to read the response and to close, before a connection that was ended in order
/// is dropped. Without it, unread bytes of a request would turn the end into a reset.
const LINGER_MS_MAX: u64 = 2_000;
/// Bytes that are written at a time if a response is very large.
const FLOOD_BYTES: usize = 64 * 1_024;
const DISCARD_BYTES: usize = 16 * 1_024;

/// A connection that gives access to its socket.
pub(crate) trait Line: AsyncRead + AsyncWrite + Send + Unpin + 'static {
    fn socket(&self) -> &TcpStream;
}

impl Line for TcpStream {
    fn socket(&self) -> &TcpStream {
        self
    }
}

impl Line for TlsStream<TcpStream> {
    fn socket(&self) -> &TcpStream {
        self.get_ref().0
    }
}

/// How a connection ends: bytes, then possibly a flood of them, then the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) bytes: Vec<u8>,
    pub(crate) pace: Pace,
    /// Number of bytes `a` that follow.
    pub(crate) flood_bytes: u64,
    pub(crate) then: Then,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    AtOnce,
    /// This many bytes at a time, with a pause after each write.
    Drip {
        bytes: usize,
        pause: Duration,
    },
}

impl Ending {
    pub(crate) const fn silent(then: Then) -> Self {
        Self::saying(Vec::new(), then)
    }

    pub(crate) const fn saying(bytes: Vec<u8>, then: Then) -> Self {
        Self { bytes, pace: Pace::AtOnce, flood_bytes: 0, then }
    }

    /// Applies the ending. It ends early if the caller closes the connection.
    pub(crate) async fn happen(self, mut line: impl Line) {
        let written = async {
            self.write(&mut line).await?;
            flood(&mut line, self.flood_bytes).await?;
            line.flush().await
        };
        match timeout(Duration::from_millis(HANG_MS_MAX), written).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::debug!(%error, "the caller did not wait for the fault's end");
                return;
            }
            Err(_) => return,
        }
        match self.then {
            Then::Close => close(line).await,
            Then::Reset => reset(line.socket()),
            Then::Hang => hang(line).await,
        }
    }

    async fn write(&self, line: &mut impl Line) -> io::Result<()> {
        let Pace::Drip { bytes, pause } = self.pace else { return line.write_all(&self.bytes).await };
        for piece in self.bytes.chunks(bytes.max(1)) {
            line.write_all(piece).await?;
            line.flush().await?;
            sleep(pause).await;
        }
        Ok(())
    }
}

/// Repeats the same few bytes until the number is reached or the caller closes the connection.
async fn flood(line: &mut impl Line, mut bytes: u64) -> io::Result<()> {
    let piece = if bytes > 0 { vec![b'a'; FLOOD_BYTES] } else { Vec::new() };
    while bytes > 0 {
        let length = usize::try_from(bytes).unwrap_or(usize::MAX).min(piece.len());
        let Some(piece) = piece.get(..length) else { break };
        line.write_all(piece).await?;
        bytes -= length as u64;
    }
    Ok(())
}

/// Prepares the socket so that the other side gets a reset when the line is dropped.
pub(crate) fn reset(socket: &TcpStream) {
    if let Err(error) = socket.set_zero_linger() {
        tracing::warn!(%error, "a connection could not be reset");
    }
}

pub(crate) async fn close(mut line: impl Line) {
    let gone = async {
        line.shutdown().await?;
        let mut discarded = vec![0; DISCARD_BYTES];
        while line.read(&mut discarded).await? > 0 {}
        io::Result::Ok(())
    };
    // The result does not matter: the connection has ended.
    let _ = timeout(Duration::from_millis(LINGER_MS_MAX), gone).await;
}

/// Holds the connection without reading, so that a caller that is still sending blocks.
pub(crate) async fn hang(line: impl Line) {
    sleep(Duration::from_millis(HANG_MS_MAX)).await;
    drop(line);
}

/// Where the response to a request stores how its connection ends; empty while the connection continues.
pub(crate) type Slot = Arc<std::sync::Mutex<Option<Ending>>>;
