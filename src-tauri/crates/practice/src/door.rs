//! A listening address that can be closed for real, so that the system refuses whoever knocks, and opened again at
//! the same port.

use std::{
    future::poll_fn,
    io,
    net::{SocketAddr, TcpListener as StdListener},
    sync::{Mutex, MutexGuard, PoisonError},
    task::Poll,
};

use tokio::net::{TcpListener, TcpStream};

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
    Closed,
    /// To be open, but somebody has taken the port meanwhile.
    Wanted,
}

impl Door {
    pub(crate) fn open_at(address: SocketAddr, listener: TcpListener) -> Self {
        Self(Mutex::new(Inner { address, leaf: Leaf::Open(listener) }))
    }

    /// Closed; port 0 takes any free one when it is first opened.
    pub(crate) const fn closed_at(address: SocketAddr) -> Self {
        Self(Mutex::new(Inner { address, leaf: Leaf::Closed }))
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.inner().address
    }

    /// From here on whoever connects is refused, also those who were not let in yet. Answers whether it was open.
    pub(crate) fn close(&self) -> bool {
        let mut inner = self.inner();
        let was_open = matches!(inner.leaf, Leaf::Open(_) | Leaf::Bound(_));
        inner.leaf = Leaf::Closed;
        was_open
    }

    /// From here on connections wait to be let in; where the port was taken meanwhile, as soon as it is free and
    /// this is called again. Answers whether it was closed.
    pub(crate) fn open(&self) -> bool {
        let mut inner = self.inner();
        if matches!(inner.leaf, Leaf::Open(_) | Leaf::Bound(_)) {
            return false;
        }
        match bind(inner.address) {
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
                Leaf::Bound(_) | Leaf::Closed | Leaf::Wanted => Poll::Pending,
            }
        })
        .await
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn bind(address: SocketAddr) -> io::Result<(SocketAddr, StdListener)> {
    let listener = StdListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok((listener.local_addr()?, listener))
}
