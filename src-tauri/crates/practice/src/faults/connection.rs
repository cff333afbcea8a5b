//! From the listeners to the end of each connection: which fault a connection meets, its TLS handshake, and the ending
//! that a request's fault left for it.

use std::{
    convert::Infallible,
    error::Error,
    future::pending,
    io,
    net::SocketAddr,
    sync::{Arc, PoisonError},
    time::Duration,
};

use axum::body::Body;
use hyper::{
    body::Incoming,
    service::{HttpService, service_fn},
};
use tokio::{
    io::AsyncReadExt as _,
    net::{TcpListener, TcpStream},
    select,
    time::{sleep, sleep_until, timeout},
};

use super::{
    ActiveFault, Certificate, FaultScript, Faults, InjectorError, Listeners, Manner, Opening, RedirectSink,
    Speaks, Then, Tls,
    line::{Ending, Line, Slot},
    misbehave,
    rebindable_listener::RebindableListener,
    tls::Certificates,
    words,
};
use crate::acceptor::{Acceptor, converse, set_nodelay};

/// Milliseconds between two attempts to listen on a port that another program has taken.
const LOOK_AGAIN_MS: u64 = 50;
/// Milliseconds that a caller may take for the TLS handshake.
const HANDSHAKE_MS_MAX: u64 = 10_000;
/// Bytes of a TLS greeting that are read before the garbage response.
const GREETING_BYTES: usize = 1_024;

/// The faults of a running service.
pub(crate) struct FaultInjector {
    pub(crate) script: Arc<FaultScript>,
    pub(crate) redirect_sink: RedirectSink,
    pub(crate) certificates: Option<Certificates>,
}

impl FaultInjector {
    /// Takes over the listener, and makes the certificates if the service uses TLS.
    pub(crate) fn new(
        faults: Faults,
        tls: Option<Tls>,
        address: SocketAddr,
        listener: TcpListener,
    ) -> Result<(Self, Arrivals), InjectorError> {
        let speaks = if tls.is_some() { Speaks::Tls } else { Speaks::Plain };
        let listeners = Listeners {
            service: RebindableListener::open_at(address, listener),
            redirect_sink: RebindableListener::closed_at(SocketAddr::new(address.ip(), 0)),
        };
        let script = Arc::new(FaultScript::new(faults, speaks, listeners)?);
        let certificates = tls.map(|tls| Certificates::make(&tls, address.ip())).transpose()?;
        let arrivals = Arrivals(Arc::clone(&script));
        Ok((Self { script, redirect_sink: RedirectSink::default(), certificates }, arrivals))
    }

    pub(crate) fn scheme(&self) -> &'static str {
        self.script.scheme()
    }

    /// Completes when open connections should end, so that the next fault applies to all.
    fn turned(&self) -> impl Future<Output = ()> + use<> {
        let mut turns = self.script.turns();
        async move {
            // The script outlives its connections, so the wait ends only with a turn.
            let _ = turns.changed().await;
        }
    }
}

/// The connections to the service and to the target of redirects.
pub(crate) struct Arrivals(Arc<FaultScript>);

pub(crate) enum Arrival {
    Service(TcpStream, Option<ActiveFault>),
    Redirected(TcpStream),
}

impl Arrivals {
    /// Returns the next connection. The fault is assigned here, so that connections meet faults in the order in which
    /// they arrived.
    pub(crate) async fn next(&mut self) -> io::Result<Arrival> {
        let script = &self.0;
        let Listeners { service, redirect_sink } = script.listeners();
        let mut turns = script.turns();
        loop {
            select! {
                biased;
                // The listeners may be open again: the loop waits for connections anew.
                Ok(()) = turns.changed() => {}
                () = refusal_ended(script) => script.end_refusal(),
                () = sleep(Duration::from_millis(LOOK_AGAIN_MS)), if service.is_wanted() => {
                    service.open();
                }
                came = service.accept() => {
                    return came.map(|stream| Arrival::Service(stream, script.meet_connection()));
                }
                came = redirect_sink.accept() => return came.map(Arrival::Redirected),
            }
        }
    }

    pub(crate) fn close(self) {
        let Listeners { service, redirect_sink } = self.0.listeners();
        service.close();
        redirect_sink.close();
    }
}

async fn refusal_ended(script: &FaultScript) {
    match script.refusal_ends() {
        Some(end) => sleep_until(end).await,
        None => pending().await,
    }
}

pub(crate) async fn receive(acceptor: Arc<Acceptor>, arrival: Arrival) {
    match arrival {
        Arrival::Service(stream, met) => {
            acceptor.state.count_connection();
            receive_own(&acceptor, stream, met).await;
        }
        Arrival::Redirected(stream) => receive_redirected(&acceptor, stream).await,
    }
}

async fn receive_own(acceptor: &Arc<Acceptor>, stream: TcpStream, met: Option<ActiveFault>) {
    let certificate = match met.map(|ActiveFault { fault, rng }| (fault.kind().manner(), rng)) {
        Some((Manner::Silence(then), _)) => {
            return until_stop(acceptor, Ending::silent(then).happen(stream)).await;
        }
        Some((Manner::Opening(Opening::NoTls), mut rng)) => {
            return until_stop(acceptor, garble(stream, words::garbage(&mut rng))).await;
        }
        Some((Manner::Opening(Opening::Certificate(certificate)), _)) => certificate,
        // A connection meets none of these.
        Some((Manner::Opening(Opening::Refusal) | Manner::Answer(_) | Manner::Callbacks(_), _)) | None => {
            Certificate::Good
        }
    };
    let slot = Slot::default();
    let service = service_fn(|request| misbehave::answer(acceptor, request, &slot));
    serve(acceptor, stream, certificate, service, &slot).await;
}

async fn receive_redirected(acceptor: &Arc<Acceptor>, stream: TcpStream) {
    let sink = &acceptor.injector.redirect_sink;
    let service = service_fn(|request| async {
        Ok::<_, Infallible>(sink.answer(&acceptor.state.token, request).await)
    });
    serve(acceptor, stream, Certificate::Good, service, &Slot::default()).await;
}

/// Serves requests over TLS, if the service uses it, and applies the ending that one of them left in the slot.
async fn serve<S>(acceptor: &Acceptor, stream: TcpStream, certificate: Certificate, service: S, slot: &Slot)
where
    S: HttpService<Incoming, ResBody = Body, Error: Into<Box<dyn Error + Send + Sync>>> + Unpin,
{
    set_nodelay(&stream);
    let Some(certificates) = &acceptor.injector.certificates else {
        return serve_on(acceptor, stream, service, slot).await;
    };
    let handshake = certificates.acceptor(certificate).accept(stream);
    let handshake = timeout(Duration::from_millis(HANDSHAKE_MS_MAX), handshake);
    let secured = select! {
        () = acceptor.state.stopping() => return,
        secured = handshake => secured,
    };
    match secured {
        Ok(Ok(stream)) => serve_on(acceptor, stream, service, slot).await,
        Ok(Err(error)) => tracing::debug!(%error, "the caller did not agree on TLS"),
        Err(_) => {}
    }
}

async fn serve_on<S>(acceptor: &Acceptor, line: impl Line, service: S, slot: &Slot)
where
    S: HttpService<Incoming, ResBody = Body, Error: Into<Box<dyn Error + Send + Sync>>> + Unpin,
{
    let line = converse(acceptor, line, service, acceptor.injector.turned()).await;
    let ending = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(ending) = ending {
        until_stop(acceptor, ending.happen(line)).await;
    }
}

/// Sends garbage in response to a TLS greeting.
async fn garble(mut stream: TcpStream, garbage: Vec<u8>) {
    let mut greeting = vec![0; GREETING_BYTES];
    // A caller that sends nothing gets the garbage as well.
    let _ = stream.read(&mut greeting).await;
    Ending::saying(garbage, Then::Close).happen(stream).await;
}

async fn until_stop(acceptor: &Acceptor, work: impl Future<Output = ()>) {
    select! {
        () = acceptor.state.stopping() => {}
        () = work => {}
    }
}
