//! Accepts connections: a task for each connection serves the router over it, applies the requested faults, and ends
//! when the service stops.
//!
//! Not in it on purpose: the form of a fault; that is in `faults`.

use std::{
    convert::Infallible,
    error::Error,
    future::pending,
    pin::Pin,
    sync::{Arc, PoisonError},
    time::Duration,
};

use axum::{Router, body::Body, http::Request, response::Response};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{HttpService, Service as _, service_fn},
};
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use tokio::{
    io::AsyncReadExt as _,
    net::TcpStream,
    select,
    task::JoinSet,
    time::{sleep, sleep_until, timeout},
};
use tokio_rustls::server::TlsStream;

use crate::{
    faults::{
        ActiveFault, Certificate, FaultScript, Manner, Opening, RedirectSink, Then,
        line::{Ending, Line, Slot},
        misbehave, words,
    },
    state::State,
    tls::Certificates,
};

/// Milliseconds between two attempts to listen on a port that another program has taken.
const LOOK_AGAIN_MS: u64 = 50;
/// Milliseconds that a caller may take for the TLS handshake.
const HANDSHAKE_MS_MAX: u64 = 10_000;
/// Bytes of a TLS greeting that are read before the garbage response.
const GREETING_BYTES: usize = 1_024;

pub(crate) struct Acceptor {
    pub(crate) state: Arc<State>,
    pub(crate) script: FaultScript,
    pub(crate) redirect_sink: RedirectSink,
    pub(crate) certificates: Option<Certificates>,
    pub(crate) router: Router,
}

impl Acceptor {
    /// Returns the service's own response.
    pub(crate) async fn ask(&self, request: Request<Body>) -> Response {
        match TowerToHyperService::new(self.router.clone()).call(request).await {
            Ok(answer) => answer,
            Err(never) => match never {},
        }
    }
}

/// Accepts connections until the service stops; ends when all connections have ended.
pub(crate) async fn receive_all(acceptor: Arc<Acceptor>) {
    let mut connections = JoinSet::new();
    let mut turns = acceptor.script.turns();
    let listeners = acceptor.script.listeners();
    loop {
        select! {
            biased;
            () = acceptor.state.stopping() => break,
            Some(_) = connections.join_next() => {}
            // The listeners may be open again: the loop waits for connections anew.
            Ok(()) = turns.changed() => {}
            () = refusal_ended(&acceptor.script) => acceptor.script.end_refusal(),
            () = sleep(Duration::from_millis(LOOK_AGAIN_MS)), if listeners.service.is_wanted() => {
                listeners.service.open();
            }
            came = listeners.service.accept() => match came {
                Ok(stream) => {
                    acceptor.state.count_connection();
                    // The fault is assigned here, so that connections meet faults in the order in which they arrived.
                    let met = acceptor.script.meet_connection();
                    connections.spawn(receive(Arc::clone(&acceptor), stream, met));
                }
                Err(error) => not_let_in(&error).await,
            },
            came = listeners.redirect_sink.accept() => match came {
                Ok(stream) => {
                    connections.spawn(receive_redirected(Arc::clone(&acceptor), stream));
                }
                Err(error) => not_let_in(&error).await,
            },
        }
    }
    listeners.service.close();
    listeners.redirect_sink.close();
    while connections.join_next().await.is_some() {}
}

async fn refusal_ended(script: &FaultScript) {
    match script.refusal_ends() {
        Some(end) => sleep_until(end).await,
        None => pending().await,
    }
}

/// Waits after a failed accept: the system may lack a resource for a while.
async fn not_let_in(error: &std::io::Error) {
    tracing::warn!(%error, "a connection could not be let in");
    sleep(Duration::from_millis(LOOK_AGAIN_MS)).await;
}

async fn receive(acceptor: Arc<Acceptor>, stream: TcpStream, met: Option<ActiveFault>) {
    let certificate = match met.map(|ActiveFault { fault, rng }| (fault.kind().manner(), rng)) {
        Some((Manner::Silence(then), _)) => {
            return until_stop(&acceptor, Ending::silent(then).happen(stream)).await;
        }
        Some((Manner::Opening(Opening::NoTls), mut rng)) => {
            return until_stop(&acceptor, garble(stream, words::garbage(&mut rng))).await;
        }
        Some((Manner::Opening(Opening::Certificate(certificate)), _)) => certificate,
        // A connection meets none of these.
        Some((Manner::Opening(Opening::Refusal) | Manner::Answer(_) | Manner::Callbacks(_), _)) | None => {
            Certificate::Good
        }
    };
    let slot = Slot::default();
    let service = service_fn({
        let (acceptor, slot) = (Arc::clone(&acceptor), Arc::clone(&slot));
        move |request| {
            let (acceptor, slot) = (Arc::clone(&acceptor), Arc::clone(&slot));
            async move { misbehave::answer(&acceptor, request, &slot).await }
        }
    });
    match secured(&acceptor, stream, certificate).await {
        Some(Secured::Plain(stream)) => converse(&acceptor, stream, service, &slot).await,
        Some(Secured::Tls(stream)) => converse(&acceptor, *stream, service, &slot).await,
        None => {}
    }
}

async fn receive_redirected(acceptor: Arc<Acceptor>, stream: TcpStream) {
    let slot = Slot::default();
    let service = service_fn({
        let acceptor = Arc::clone(&acceptor);
        move |request| {
            let acceptor = Arc::clone(&acceptor);
            async move { Ok::<_, Infallible>(acceptor.redirect_sink.answer(&acceptor.state.token, request).await) }
        }
    });
    match secured(&acceptor, stream, Certificate::Good).await {
        Some(Secured::Plain(stream)) => converse(&acceptor, stream, service, &slot).await,
        Some(Secured::Tls(stream)) => converse(&acceptor, *stream, service, &slot).await,
        None => {}
    }
}

enum Secured {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

/// Performs the TLS handshake. Returns none if it fails.
async fn secured(acceptor: &Acceptor, stream: TcpStream, certificate: Certificate) -> Option<Secured> {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection waits for more to send");
    }
    let Some(certificates) = &acceptor.certificates else { return Some(Secured::Plain(stream)) };
    let handshake = certificates.acceptor(certificate).accept(stream);
    let handshake = timeout(Duration::from_millis(HANDSHAKE_MS_MAX), handshake);
    let secured = select! {
        () = acceptor.state.stopping() => return None,
        secured = handshake => secured,
    };
    match secured {
        Ok(Ok(stream)) => Some(Secured::Tls(Box::new(stream))),
        Ok(Err(error)) => {
            tracing::debug!(%error, "the caller did not agree on TLS");
            None
        }
        Err(_) => None,
    }
}

/// Sends garbage in response to a TLS greeting.
async fn garble(mut stream: TcpStream, garbage: Vec<u8>) {
    let mut greeting = vec![0; GREETING_BYTES];
    // A caller that sends nothing gets the garbage as well.
    let _ = stream.read(&mut greeting).await;
    Ending::saying(garbage, Then::Close).happen(stream).await;
}

/// Serves requests until the caller closes the connection, the service stops, another fault should apply, or one was
/// applied.
async fn converse<L, S>(acceptor: &Acceptor, line: L, service: S, slot: &Slot)
where
    L: Line,
    S: HttpService<Incoming, ResBody = Body, Error: Into<Box<dyn Error + Send + Sync>>> + Unpin,
{
    let mut turns = acceptor.script.turns();
    let mut connection = http1::Builder::new().serve_connection(TokioIo::new(line), service);
    let ended = select! {
        ended = &mut connection => Some(ended),
        () = acceptor.state.stopping() => None,
        _ = turns.changed() => None,
    };
    let ended = match ended {
        Some(ended) => ended,
        None => {
            Pin::new(&mut connection).graceful_shutdown();
            (&mut connection).await
        }
    };
    let line = connection.into_parts().io.into_inner();
    let ending = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (ending, ended) {
        (Some(ending), _) => until_stop(acceptor, ending.happen(line)).await,
        (None, Err(error)) => tracing::debug!(%error, "a connection ended early"),
        (None, Ok(())) => {}
    }
}

async fn until_stop(acceptor: &Acceptor, work: impl Future<Output = ()>) {
    select! {
        () = acceptor.state.stopping() => {}
        () = work => {}
    }
}
