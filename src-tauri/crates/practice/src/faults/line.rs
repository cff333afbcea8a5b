//! The misbehaving connection: what happens on it once the service has no more say. Each way to end one is data,
//! so that it can be looked at before it happens.
//!
//! Not in it on purpose: what the bytes are; that is `shape`'s.

use std::{io, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_rustls::server::TlsStream;

use super::kind::Then;

/// Longest that a connection hangs, or is written to, where neither side ends it.
const HANG_MS_MAX: u64 = 10 * 60 * 1_000;
/// How long the caller may take to read what it was sent and to go, before a connection that was ended in order
/// is forgotten. Without it, bytes of a request that nobody read would turn the end into a reset.
const LINGER_MS_MAX: u64 = 2_000;
/// Written at a time where an answer is very large.
const FLOOD_BYTES: usize = 64 * 1_024;
const DISCARD_BYTES: usize = 16 * 1_024;

/// A connection with its socket at hand.
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

/// How a connection ends: bytes, then perhaps a flood of them, then this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) bytes: Vec<u8>,
    pub(crate) pace: Pace,
    /// Bytes of `a` that follow.
    pub(crate) flood_bytes: u64,
    pub(crate) then: Then,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    AtOnce,
    /// So many at a time, with a pause after each.
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

    /// Makes it happen. A caller that goes away ends it early.
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

/// The same few bytes over and over, until they are enough or the caller goes.
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

/// When the line is dropped after this, the other side gets a reset.
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
    // However it ends, it has ended.
    let _ = timeout(Duration::from_millis(LINGER_MS_MAX), gone).await;
}

/// Holds the line without reading, so that a caller that is still sending gets stuck.
pub(crate) async fn hang(line: impl Line) {
    sleep(Duration::from_millis(HANG_MS_MAX)).await;
    drop(line);
}

/// Where a request's answer puts how its connection ends; empty while it goes on.
pub(crate) type Slot = Arc<std::sync::Mutex<Option<Ending>>>;
