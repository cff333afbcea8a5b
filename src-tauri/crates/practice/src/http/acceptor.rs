//! Serves the router over a connection, until the service stops.
//!
//! Not in it on purpose: faults. `faults` supplies the connections, and `connections` may handle them and their requests
//! differently.

use std::{convert::Infallible, error::Error, fmt, pin::Pin, sync::Arc};

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
};

use crate::{api::cards::Unanswered, faults::FaultInjector, records::state::State};

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
