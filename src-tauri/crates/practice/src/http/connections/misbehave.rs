//! From a request that meets a fault to the end of its connection. The service's own handling of a request is in the
//! router.

use std::{
    sync::{Arc, PoisonError},
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    http::{Request, StatusCode},
    response::Response,
};
use hyper::body::{Body as _, Incoming};
use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};

use super::{
    line::{Ending, Slot},
    shape,
};
use crate::{
    faults::{ActiveFault, CallbackDelivery, CallbackFault, FaultPhase, Manner, Taken, Then, next_bytes},
    http::{
        acceptor::{Acceptor, Broken, respond},
        server::{BODY_BYTES_MAX, Noted, recorded},
    },
    random::SeededRng,
};

/// Milliseconds that a response waits for the callbacks that come before it.
const EARLY_MS_MAX: u64 = 10_000;
const CALLBACKS_LATE_MS_MIN: u64 = 250;
const CALLBACKS_LATE_MS_SPREAD: u64 = 1_750;
/// Each callback is sent twice, or up to this many times more often.
const DUPLICATES_SPREAD: u64 = 3;
/// Most bytes of a request that are read before it fails.
const SWALLOWED_BYTES_MAX: u64 = 64 * 1_024;
/// Assumed length of a request that is read slowly and has no length.
const LENGTH_GUESSED_BYTES: u64 = 64 * 1_024;

/// Handles a request whose head was read.
pub(crate) async fn answer(
    acceptor: &Acceptor,
    request: Request<Incoming>,
    slot: &Slot,
) -> Result<Response, Broken> {
    acceptor.state.count_begun();
    let path = request.uri().path().to_owned();
    let script = &acceptor.injector.script;
    let Some(met) = script.meet_request(&path) else {
        let answer = acceptor.answer(request).await;
        return answer.inspect_err(|_| break_off(slot, Ending::silent(Then::Close)));
    };
    let location = script.location(&path);
    let ending = match met.fault.phase() {
        FaultPhase::Send if met.fault.taken() == Taken::Yes => {
            let request = read_slowly(request, met.clone()).await?;
            return Ok(acceptor.ask(noting(request, &met)).await);
        }
        FaultPhase::Send => {
            let mut body = request.into_body();
            swallow(&mut body, &mut met.rng.clone()).await;
            shape::ending(met, None, location).await
        }
        FaultPhase::Connect | FaultPhase::Wait | FaultPhase::Read => {
            let request = noting(request.map(Body::new), &met);
            if let Manner::Callbacks(fault) = met.fault.kind().manner() {
                return Ok(delivery(acceptor, request, fault, met.rng).await);
            }
            let answer = match met.fault.taken() {
                Taken::Yes => acceptor.ask(request).await,
                Taken::No => respond(&taking_none(acceptor), request).await,
            };
            if answer.extensions().get::<Noted>().is_none() {
                // The request was not received completely, or could not be recorded: that response is sent then.
                return Ok(answer);
            }
            shape::ending(met, Some(answer), location).await
        }
    };
    break_off(slot, ending);
    Err(Broken)
}

/// Returns a router that records requests and carries out none; the fault supplies the response.
fn taking_none(acceptor: &Acceptor) -> Router {
    let refusing = Router::new().fallback(async || StatusCode::INTERNAL_SERVER_ERROR);
    recorded(refusing, Arc::clone(&acceptor.state))
}

fn break_off(slot: &Slot, ending: Ending) {
    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(ending);
}

/// Attaches the fault to the request, so that the service can record it.
fn noting(mut request: Request<Body>, met: &ActiveFault) -> Request<Body> {
    request.extensions_mut().insert(met.fault);
    request
}

/// Reads part of a body, never all of it, and discards it.
async fn swallow(body: &mut Incoming, rng: &mut SeededRng) {
    let limit = rng.below(body.size_hint().exact().unwrap_or(u64::MAX).min(SWALLOWED_BYTES_MAX));
    let mut read = 0;
    while read < limit {
        let Some(Ok(bytes)) = next_bytes(body).await else { return };
        read += bytes.len() as u64;
    }
}

/// Reads all of a body in the time of the drip. Pauses come only before bytes: after the last bytes the request is
/// complete, and a caller that closes the connection changes nothing.
async fn read_slowly(request: Request<Incoming>, mut met: ActiveFault) -> Result<Request<Body>, Broken> {
    let (head, mut incoming) = request.into_parts();
    let half_ms = shape::drip_ms(&mut met.rng) / 2;
    let bytes_expected = incoming.size_hint().exact().unwrap_or(LENGTH_GUESSED_BYTES).max(1);
    let mut body = Vec::new();
    let mut pause_ms = half_ms;
    loop {
        sleep(Duration::from_millis(pause_ms)).await;
        let Some(bytes) = next_bytes(&mut incoming).await else { break };
        let bytes = bytes.map_err(|_| Broken)?;
        body.extend_from_slice(&bytes);
        if body.len() > BODY_BYTES_MAX {
            return Err(Broken);
        }
        if incoming.is_end_stream() {
            break;
        }
        pause_ms = (half_ms * (bytes.len() as u64) / bytes_expected).min(half_ms);
    }
    Ok(Request::from_parts(head, Body::from(body)))
}

/// Handles a batch that is accepted and answered, and whose callbacks are faulty.
async fn delivery(
    acceptor: &Acceptor,
    mut request: Request<Body>,
    fault: CallbackFault,
    mut rng: SeededRng,
) -> Response {
    let mut all_told = None;
    let delivery = match fault {
        CallbackFault::Duplicate => CallbackDelivery::Repeated(2 + rng.below(DUPLICATES_SPREAD)),
        CallbackFault::Delay => {
            let late_ms = CALLBACKS_LATE_MS_MIN + rng.below(CALLBACKS_LATE_MS_SPREAD);
            CallbackDelivery::Late(Duration::from_millis(late_ms))
        }
        CallbackFault::Early => {
            let (told, receiver) = mpsc::channel(1);
            all_told = Some(receiver);
            CallbackDelivery::Early(told)
        }
        CallbackFault::Reordered => CallbackDelivery::Reordered(rng),
    };
    request.extensions_mut().insert(delivery);
    let answer = acceptor.ask(request).await;
    if let Some(mut all_told) = all_told {
        // Nothing is sent on this channel; every task that still has a callback to send holds the other end.
        if timeout(Duration::from_millis(EARLY_MS_MAX), all_told.recv()).await.is_err() {
            tracing::warn!("an answer did not wait any longer for the callbacks that were to come before it");
        }
    }
    answer
}
