//! Accepts connections: a task for each connection serves the router over it, and ends when the service stops.
//!
//! Not in it on purpose: faults. `faults` supplies the connections and may handle them and their requests differently.

use std::{convert::Infallible, error::Error, fmt, io, pin::Pin, sync::Arc, time::Duration};

use axum::{Router, body::Body, http::Request, response::Response};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{HttpService, Service as _},
};
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    select,
    task::JoinSet,
    time::sleep,
};

use crate::{
    cards::Unanswered,
    faults::{Arrivals, FaultInjector, receive},
    state::State,
};

/// Milliseconds until the next attempt after a connection could not be accepted.
const RETRY_MS: u64 = 50;

pub(crate) struct Acceptor {
    pub(crate) state: Arc<State>,
    pub(crate) router: Router,
    pub(crate) injector: FaultInjector,
}

/// The request is over, and HTTP does not control its connection any more.
#[derive(Debug)]
pub(crate) struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the connection ends without a whole response")
    }
}

impl Error for Broken {}

impl Acceptor {
    /// Returns the service's own response.
    pub(crate) async fn ask(&self, request: Request<Body>) -> Response {
        respond(&self.router, request).await
    }

    /// Handles a request as the service does: with its own response, or with none.
    pub(crate) async fn answer(&self, request: Request<Incoming>) -> Result<Response, Broken> {
        let answer = self.ask(request.map(Body::new)).await;
        if answer.extensions().get::<Unanswered>().is_some() { Err(Broken) } else { Ok(answer) }
    }
}

pub(crate) async fn respond(router: &Router, request: Request<Body>) -> Response {
    let response: Result<_, Infallible> = TowerToHyperService::new(router.clone()).call(request).await;
    match response {
        Ok(response) => response,
        Err(never) => match never {},
    }
}

/// Accepts connections until the service stops; ends when all connections have ended.
pub(crate) async fn receive_all(acceptor: Arc<Acceptor>, mut arrivals: Arrivals) {
    let mut connections = JoinSet::new();
    loop {
        select! {
            biased;
            () = acceptor.state.stopping() => break,
            Some(_) = connections.join_next() => {}
            came = arrivals.next() => match came {
                Ok(arrival) => {
                    connections.spawn(receive(Arc::clone(&acceptor), arrival));
                }
                Err(error) => not_let_in(&error).await,
            },
        }
    }
    arrivals.close();
    while connections.join_next().await.is_some() {}
}

/// Waits after a failed accept: the system may lack a resource for a while.
async fn not_let_in(error: &io::Error) {
    tracing::warn!(%error, "a connection could not be let in");
    sleep(Duration::from_millis(RETRY_MS)).await;
}

/// Serves requests until the caller closes the connection, the service stops, `interrupted` completes, or a request
/// breaks it. Returns the connection.
pub(crate) async fn converse<L, S>(
    acceptor: &Acceptor,
    line: L,
    service: S,
    interrupted: impl Future<Output = ()>,
) -> L
where
    L: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    S: HttpService<Incoming, ResBody = Body, Error: Into<Box<dyn Error + Send + Sync>>> + Unpin,
{
    let mut connection = http1::Builder::new().serve_connection(TokioIo::new(line), service);
    let ended = select! {
        ended = &mut connection => Some(ended),
        () = acceptor.state.stopping() => None,
        () = interrupted => None,
    };
    let ended = match ended {
        Some(ended) => ended,
        None => {
            Pin::new(&mut connection).graceful_shutdown();
            (&mut connection).await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
    connection.into_parts().io.into_inner()
}

/// Sends small responses at once.
pub(crate) fn set_nodelay(stream: &tokio::net::TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection waits for more to send");
    }
}
