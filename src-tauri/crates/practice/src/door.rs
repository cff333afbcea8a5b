//! A listening address that can be closed for real, so that the system refuses whoever connects, and opened again at
//! the same port. While it is closed the port stays bound, so that no other program is given it and answers instead.

use std::{
    future::poll_fn,
    io,
    net::{SocketAddr, TcpListener as StdListener},
    sync::{Mutex, MutexGuard, PoisonError},
    task::Poll,
};

use socket2::{Domain, Socket, Type};
use tokio::net::{TcpListener, TcpStream};

/// Connections that wait to be accepted, as many as the standard library lets wait.
const BACKLOG: i32 = 128;

pub(crate) struct Door(Mutex<Inner>);

struct Inner {
    /// With the real port once it was open.
    address: SocketAddr,
    leaf: Leaf,
}

enum Leaf {
    Open(TcpListener),
    /// Open to the system, and not known to the runtime yet.
    Bound(StdListener),
    /// With the socket that holds the port; without one where it was never open, or could not be held.
    Closed(Option<Socket>),
    /// To be open, but somebody has taken the port meanwhile.
    Wanted,
}

impl Door {
    pub(crate) fn open_at(address: SocketAddr, listener: TcpListener) -> Self {
        Self(Mutex::new(Inner { address, leaf: Leaf::Open(listener) }))
    }

    /// Closed; port 0 takes any free one when it is first opened.
    pub(crate) const fn closed_at(address: SocketAddr) -> Self {
        Self(Mutex::new(Inner { address, leaf: Leaf::Closed(None) }))
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.inner().address
    }

    /// From here on whoever connects is refused, also those who were not let in yet. Answers whether it was open.
    pub(crate) fn close(&self) -> bool {
        let mut inner = self.inner();
        let was_open = matches!(inner.leaf, Leaf::Open(_) | Leaf::Bound(_));
        if was_open {
            // The listener goes first: the system binds no second socket beside one that listens.
            inner.leaf = Leaf::Closed(None);
            let held = bind(inner.address).inspect_err(|error| {
                tracing::warn!(%error, address = %inner.address, "the port is not held while it is closed");
            });
            inner.leaf = Leaf::Closed(held.ok());
        } else if matches!(inner.leaf, Leaf::Wanted) {
            inner.leaf = Leaf::Closed(None);
        }
        was_open
    }

    /// From here on connections wait to be let in; where the port was taken meanwhile, as soon as it is free and
    /// this is called again. Answers whether it was closed.
    pub(crate) fn open(&self) -> bool {
        let mut inner = self.inner();
        if matches!(inner.leaf, Leaf::Open(_) | Leaf::Bound(_)) {
            return false;
        }
        let held = match &mut inner.leaf {
            Leaf::Closed(held) => held.take(),
            Leaf::Open(_) | Leaf::Bound(_) | Leaf::Wanted => None,
        };
        match held.map_or_else(|| bind(inner.address), Ok).and_then(listen) {
            Ok((address, listener)) => *inner = Inner { address, leaf: Leaf::Bound(listener) },
            Err(error) => {
                tracing::warn!(%error, address = %inner.address, "the address cannot be listened on again");
                inner.leaf = Leaf::Wanted;
            }
        }
        true
    }

    pub(crate) fn is_wanted(&self) -> bool {
        matches!(self.inner().leaf, Leaf::Wanted)
    }

    /// The next connection. While the door is closed this waits, and does not notice when it opens: whoever opens
    /// it says so.
    pub(crate) async fn accept(&self) -> io::Result<TcpStream> {
        poll_fn(|context| {
            let mut inner = self.inner();
            if let Leaf::Bound(listener) = &inner.leaf {
                inner.leaf = Leaf::Open(TcpListener::from_std(listener.try_clone()?)?);
            }
            match &inner.leaf {
                Leaf::Open(listener) => listener.poll_accept(context).map_ok(|(stream, _)| stream),
                Leaf::Bound(_) | Leaf::Closed(_) | Leaf::Wanted => Poll::Pending,
            }
        })
        .await
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Has the port, and refuses whoever connects until it listens.
fn bind(address: SocketAddr) -> io::Result<Socket> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    // As the standard library does: connections that have just ended do not keep the port from us.
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

    /// A program that asks for any free port.
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
        let door = Door::open_at(address, listener);
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
