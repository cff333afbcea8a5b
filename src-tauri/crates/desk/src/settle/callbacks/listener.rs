//! The HTTP listener for callbacks. Many requests share one write: a request waits until the group that it joined is
//! durable, and only then is answered with 200. What is stored is applied soon after, many together.

use std::{
    mem,
    net::{SocketAddr, ToSocketAddrs},
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    body::to_bytes,
    extract::{Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use paysheet_ledger::{CallbackKey, RawCallback};
use tokio::{
    net::TcpListener,
    sync::{mpsc, oneshot},
    time::{Instant, sleep_until, timeout},
};
use url::{Host, Url};

use super::{apply, backlog, connections};
use crate::{
    app_error::AppError,
    desk::Desk,
    error::DeskError,
    state::work::{callback_server::Listener, self_tests},
};

/// Maximum number of callbacks that wait to be stored. Above it the sender gets 503 and retries.
const WAITING_MAX: usize = 2_048;
/// How long the body of a callback may take.
const BODY_WITHIN: Duration = Duration::from_secs(10);
/// Maximum number of callbacks stored in one transaction.
const TOGETHER_MAX: usize = 256;
/// Stored callbacks are applied if there are so many of them, ...
const APPLIED_TOGETHER: usize = 256;
/// ... if the first of them waits for so long, ...
const APPLIED_WITHIN: Duration = Duration::from_millis(200);
/// ... or if none arrives for so long.
const APPLIED_AFTER_QUIET: Duration = Duration::from_millis(15);

struct Arrived {
    raw: RawCallback,
    stored: oneshot::Sender<StatusCode>,
}

#[derive(Clone)]
struct ListenerState {
    arrived: mpsc::Sender<Arrived>,
    desk: Desk,
    /// The only path that is answered, without a slash at its end. It is compared literally, since a user's path may
    /// contain any characters, and in constant time, since it is a secret.
    path: Arc<str>,
}

/// Binds `address`, an http URL whose path is the only one answered.
///
/// # Errors
/// `ListenerUnavailable`.
pub(crate) async fn start(desk: Desk, address: &str) -> Result<Listener, DeskError> {
    let Ok(url) = Url::parse(address) else {
        return Err(AppError::ListenerUnavailable { address: String::new() }.into());
    };
    // Without the path, which is a secret.
    let unavailable = || AppError::ListenerUnavailable { address: url.origin().ascii_serialization() };
    let socket = socket_address(&url).ok_or_else(unavailable)?;
    let listener = TcpListener::bind(socket).await.map_err(|_| unavailable())?;
    let port = listener.local_addr().map_err(|_| unavailable())?.port();
    let (arrived, waiting) = mpsc::channel(WAITING_MAX);
    let (open, closed) = oneshot::channel();
    let writer = tokio::spawn(store_arrived(desk.clone(), waiting, closed));
    let state = ListenerState { arrived, desk, path: without_slash(url.path()).into() };
    let server = tokio::spawn(connections::serve(listener, Router::new().fallback(take).with_state(state)));
    let mut bound = url.clone();
    bound.set_port(Some(port)).map_err(|()| unavailable())?;
    Ok(Listener { address: bound.to_string(), server, writer, open })
}

/// Some senders append a slash to the path.
fn without_slash(path: &str) -> &str {
    path.strip_suffix('/').unwrap_or(path)
}

fn socket_address(url: &Url) -> Option<SocketAddr> {
    if url.scheme() != "http" || url.query().is_some() || url.fragment().is_some() {
        return None;
    }
    let port = url.port().unwrap_or(80);
    match url.host()? {
        Host::Ipv4(ip) => Some((ip, port).into()),
        Host::Ipv6(ip) => Some((ip, port).into()),
        Host::Domain(name) => (name, port).to_socket_addrs().ok()?.next(),
    }
}

async fn take(State(state): State<ListenerState>, request: Request) -> Response {
    // Before the body is read: whoever does not know the path keeps nobody waiting.
    if !self_tests::is_same(without_slash(request.uri().path()).as_bytes(), state.path.as_bytes()) {
        // Whoever does not know the path keeps no connection either.
        return (StatusCode::NOT_FOUND, [(header::CONNECTION, "close")]).into_response();
    }
    receive(state, request).await.into_response()
}

async fn receive(state: ListenerState, request: Request) -> StatusCode {
    let (head, body) = request.into_parts();
    let body = match timeout(BODY_WITHIN, to_bytes(body, CALLBACK_BYTES_MAX)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return StatusCode::PAYLOAD_TOO_LARGE,
        Err(_) => return StatusCode::REQUEST_TIMEOUT,
    };
    if self_tests::is_self_test(&body) {
        let is_ours = state.desk.self_tests.arrived(&body);
        return if is_ours { StatusCode::OK } else { StatusCode::NOT_FOUND };
    }
    let content_type = head.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let raw = RawCallback {
        received_at: state.desk.now(),
        method: head.method.to_string(),
        content_type: content_type.map(str::to_owned),
        query: head.uri.query().map(str::to_owned),
        body: body.to_vec(),
    };
    let (stored, answer) = oneshot::channel();
    match state.arrived.try_send(Arrived { raw, stored }) {
        Ok(()) => answer.await.unwrap_or(StatusCode::SERVICE_UNAVAILABLE),
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// Stores arriving callbacks, all waiting ones together, answers them, and applies them. Once closed it accepts nothing
/// more, and ends after those it accepted.
async fn store_arrived(desk: Desk, mut waiting: mpsc::Receiver<Arrived>, mut closed: oneshot::Receiver<()>) {
    let mut writer = Writer { desk, stored: Vec::new(), times: None, is_behind: false };
    let mut arrived = Vec::new();
    loop {
        tokio::select! {
            count = waiting.recv_many(&mut arrived, TOGETHER_MAX) => {
                if count == 0 {
                    writer.apply().await;
                    return;
                }
                writer.store(arrived.drain(..)).await;
                if writer.stored.len() >= APPLIED_TOGETHER || writer.due().is_some_and(|due| due <= Instant::now()) {
                    writer.apply().await;
                }
            }
            () = sleep_until(writer.due().unwrap_or_else(Instant::now)), if writer.due().is_some() => {
                writer.apply().await;
            }
            _ = &mut closed, if !waiting.is_closed() => waiting.close(),
        }
    }
}

/// Callbacks that are stored and answered, and are applied together: to apply one by itself costs as much as many. A
/// sender that waits for each answer would get the next one only after that.
struct Writer {
    desk: Desk,
    stored: Vec<(CallbackKey, RawCallback)>,
    /// When the first and the last of them were stored.
    times: Option<(Instant, Instant)>,
    /// Whether others are stored that could not be applied.
    is_behind: bool,
}

impl Writer {
    fn due(&self) -> Option<Instant> {
        self.times.map(|(first, last)| (first + APPLIED_WITHIN).min(last + APPLIED_AFTER_QUIET))
    }

    async fn store(&mut self, arrived: impl Iterator<Item = Arrived>) {
        let (raw, answers): (Vec<_>, Vec<_>) = arrived.map(|a| (a.raw, a.stored)).unzip();
        let (keys, status) = match self.desk.store_callbacks(&raw).await {
            Ok(keys) => (keys, StatusCode::OK),
            Err(error) => {
                tracing::error!(%error, "callbacks cannot be stored");
                (Vec::new(), StatusCode::SERVICE_UNAVAILABLE)
            }
        };
        for answer in answers {
            // The sender may have disconnected in the meantime; its callback is stored all the same.
            let _ = answer.send(status);
        }
        if !keys.is_empty() {
            let now = Instant::now();
            self.times = Some((self.times.map_or(now, |(first, _)| first), now));
            self.stored.extend(keys.into_iter().zip(raw));
        }
    }

    async fn apply(&mut self) {
        self.times = None;
        let stored = mem::take(&mut self.stored);
        if stored.is_empty() {
            return;
        }
        let applied = if self.is_behind {
            apply::apply_waiting_callbacks(&self.desk).await
        } else {
            self.desk.apply_callbacks(&stored).await
        };
        self.is_behind = applied.is_err();
        if let Err(error) = applied {
            tracing::error!(%error, "callbacks stored but not applied yet");
            backlog::apply_callbacks_later(&self.desk);
        }
    }
}

/// Maximum size of one callback, in bytes.
pub const CALLBACK_BYTES_MAX: usize = 64 * 1024;
