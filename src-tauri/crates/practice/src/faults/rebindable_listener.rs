//! A listening address that can be closed for real, so that the system refuses connections, and opened again at the
//! same port. While it is closed the port stays bound, so that no other program gets it and responds instead.

use std::{
    future::poll_fn,
    io,
    net::{SocketAddr, TcpListener as StdListener},
    sync::{Mutex, MutexGuard, PoisonError},
    task::Poll,
};

use socket2::{Domain, Socket, Type};
use tokio::net::{TcpListener, TcpStream};

/// Connections that wait to be accepted, the same number as in the standard library.
const BACKLOG: i32 = 128;

pub(crate) struct RebindableListener(Mutex<Inner>);

struct Inner {
    /// With the real port after it was open.
    address: SocketAddr,
    state: ListenerState,
}

enum ListenerState {
    Open(TcpListener),
    /// Open in the system, and not registered with the runtime yet.
    Bound(StdListener),
    /// With the socket that holds the port; without one if it was never open, or if the port could not be held.
    Closed(Option<Socket>),
    /// It should be open, but another program has taken the port meanwhile.
    PortTaken,
}

impl RebindableListener {
    pub(crate) fn open_at(address: SocketAddr, listener: TcpListener) -> Self {
        Self(Mutex::new(Inner { address, state: ListenerState::Open(listener) }))
    }

    /// Makes a closed listener; port 0 takes any free one when it is first opened.
    pub(crate) const fn closed_at(address: SocketAddr) -> Self {
        Self(Mutex::new(Inner { address, state: ListenerState::Closed(None) }))
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.inner().address
    }

    /// Closes the listener: from now on connections are refused, also those that were not accepted yet. Returns whether
    /// it was open.
    pub(crate) fn close(&self) -> bool {
        let mut inner = self.inner();
        let was_open = matches!(inner.state, ListenerState::Open(_) | ListenerState::Bound(_));
        if was_open {
            // The listener is dropped first: the system binds no second socket beside one that listens.
            inner.state = ListenerState::Closed(None);
            let held = bind(inner.address).inspect_err(|error| {
                tracing::warn!(%error, address = %inner.address, "the port is not held while it is closed");
            });
            inner.state = ListenerState::Closed(held.ok());
        } else if matches!(inner.state, ListenerState::PortTaken) {
            inner.state = ListenerState::Closed(None);
        }
        was_open
    }

    /// Opens the listener: from now on connections wait to be accepted. If the port was taken meanwhile, that is so as
    /// soon as the port is free and this is called again. Returns whether it was closed.
    pub(crate) fn open(&self) -> bool {
        let mut inner = self.inner();
        if matches!(inner.state, ListenerState::Open(_) | ListenerState::Bound(_)) {
            return false;
        }
        let held = match &mut inner.state {
            ListenerState::Closed(held) => held.take(),
            ListenerState::Open(_) | ListenerState::Bound(_) | ListenerState::PortTaken => None,
        };
        match held.map_or_else(|| bind(inner.address), Ok).and_then(listen) {
            Ok((address, listener)) => *inner = Inner { address, state: ListenerState::Bound(listener) },
            Err(error) => {
                tracing::warn!(%error, address = %inner.address, "the address cannot be listened on again");
                inner.state = ListenerState::PortTaken;
            }
        }
        true
    }

    pub(crate) fn is_port_taken(&self) -> bool {
        matches!(self.inner().state, ListenerState::PortTaken)
    }

    /// Returns the next connection. While the listener is closed this waits, and it is not woken when the listener
    /// opens: the caller that opens it must notify the waiting task.
    pub(crate) async fn accept(&self) -> io::Result<TcpStream> {
        poll_fn(|context| {
            let mut inner = self.inner();
            if let ListenerState::Bound(listener) = &inner.state {
                inner.state = ListenerState::Open(TcpListener::from_std(listener.try_clone()?)?);
            }
            match &inner.state {
                ListenerState::Open(listener) => listener.poll_accept(context).map_ok(|(stream, _)| stream),
                ListenerState::Bound(_) | ListenerState::Closed(_) | ListenerState::PortTaken => {
                    Poll::Pending
                }
            }
        })
        .await
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Binds the port; connections are refused until it listens.
fn bind(address: SocketAddr) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    // The standard library does the same: connections that have just ended do not block the port.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    Ok(socket)
}

fn listen(socket: Socket) -> io::Result<(SocketAddr, StdListener)> {
    socket.listen(BACKLOG)?;
    let listener = StdListener::from(socket);
    listener.set_nonblocking(true)?;
    Ok((listener.local_addr()?, listener))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates a program that asks for any free port.
    fn another_takes(address: SocketAddr) -> io::Result<()> {
        Socket::new(Domain::for_address(address), Type::STREAM, None)?.bind(&address.into())
    }

    fn connect(address: SocketAddr) -> io::Result<std::net::TcpStream> {
        std::net::TcpStream::connect(address)
    }

    #[tokio::test]
    async fn nobody_else_gets_the_port_while_it_refuses() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let door = RebindableListener::open_at(address, listener);
        assert!(door.close());
        assert_eq!(connect(address).unwrap_err().kind(), io::ErrorKind::ConnectionRefused);
        assert_eq!(another_takes(address).unwrap_err().kind(), io::ErrorKind::AddrInUse);
        assert!(!door.close());
        assert!(door.open());
        let caller = connect(address).unwrap();
        let accepted = door.accept().await.unwrap();
        assert_eq!(accepted.peer_addr().unwrap(), caller.local_addr().unwrap());
    }
}
