//! To the end of each connection: the fault that it meets, its TLS handshake, and the ending that a request's fault left
//! for it.

mod answer;
mod line;
mod misbehave;
mod shape;
mod words;

use std::{
    convert::Infallible,
    error::Error,
    sync::{Arc, PoisonError},
    time::Duration,
};

use axum::body::Body;
use hyper::{
    body::Incoming,
    service::{HttpService, service_fn},
};
use tokio::{io::AsyncReadExt as _, net::TcpStream, select, time::timeout};

use self::line::{Ending, Line, Slot};
use super::acceptor::{Acceptor, converse, set_nodelay};
use crate::faults::{ActiveFault, Arrival, Certificate, Manner, Opening, Then};

/// Milliseconds that a caller may take for the TLS handshake.
const HANDSHAKE_MS_MAX: u64 = 10_000;
/// Bytes of a TLS greeting that are read before the garbage response.
const GREETING_BYTES: usize = 1_024;

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
