//! Reports the outcome of each payout to the caller: one form-encoded POST per payout, to the address in the account
//! profile. A listener that is down for a while misses nothing; a listener that keeps refusing is given up.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use tokio::{
    select,
    sync::{Mutex, mpsc},
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::{
    error::PracticeError,
    records::{accepted_batch::Place, state::State, state_file::Line},
    wire::callback_form::Form,
};

/// Most callbacks that are sent at the same time: so many may come again after the service was killed.
pub const DELIVERIES_MAX: usize = 50;
/// Most callbacks in the queue; processing waits while it is full.
const WAITING_MAX: usize = 1_024;
const ANSWER_MS_MAX: u64 = 10_000;
/// Most tries for a listener that responds, but not with success.
const REFUSALS_MAX: u32 = 5;
/// Milliseconds during which an unreachable listener is retried.
const UNREACHABLE_MS_MAX: u64 = 10 * 60 * 1_000;
const RETRY_MS_MIN: u64 = 50;
const RETRY_MS_MAX: u64 = 2_000;

/// One payout's callbacks with their numbers: nearly always one; a reversal follows the callback that it reverses.
pub(crate) struct Report {
    pub(crate) of: Place,
    pub(crate) forms: Vec<(usize, Form)>,
    /// Dropped when all callbacks of the report are finished; another task may be waiting for that.
    pub(crate) told: Option<mpsc::Sender<()>>,
}

#[derive(Clone)]
pub(crate) struct Callbacks(mpsc::Sender<Report>);

impl Callbacks {
    pub(crate) fn start(state: Arc<State>, work: &mut JoinSet<()>) -> Result<Self, PracticeError> {
        let client = Clients::new()?;
        let (sender, receiver) = mpsc::channel(WAITING_MAX);
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..DELIVERIES_MAX {
            work.spawn(deliver_all(Arc::clone(&state), client.clone(), Arc::clone(&receiver)));
        }
        Ok(Self(sender))
    }

    /// Adds a report to the queue; waits while the queue is full.
    pub(crate) async fn send(&self, report: Report) {
        // There is no receiver only if the service is being stopped.
        let _ = self.0.send(report).await;
    }
}

/// One client for plain HTTP and one for TLS. Reading the system's certificates takes longer than everything else at
/// start, so the first callback that needs them reads them.
#[derive(Clone)]
struct Clients {
    plain: reqwest::Client,
    secure: Arc<OnceLock<reqwest::Client>>,
}

impl Clients {
    fn new() -> Result<Self, PracticeError> {
        Ok(Self { plain: client(reqwest::Client::builder().tls_certs_only([]))?, secure: Arc::default() })
    }

    /// Returns the client for this address. Returns none if the system's certificates cannot be read.
    fn of(&self, url: &str) -> Option<reqwest::Client> {
        if url.starts_with("http:") {
            return Some(self.plain.clone());
        }
        if let Some(secure) = self.secure.get() {
            return Some(secure.clone());
        }
        let made = client(reqwest::Client::builder())
            .inspect_err(|error| tracing::warn!(%error, "callbacks over TLS cannot be sent"))
            .ok()?;
        Some(self.secure.get_or_init(|| made).clone())
    }
}

fn client(builder: reqwest::ClientBuilder) -> Result<reqwest::Client, PracticeError> {
    // The HTTP client requires a TLS provider even for plain HTTP. A provider that is already installed stays.
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        let _ = rustls::crypto::ring::default_provider().install_default();
    }
    let client = builder
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(Duration::from_millis(ANSWER_MS_MAX))
        .pool_max_idle_per_host(DELIVERIES_MAX)
        .build()?;
    Ok(client)
}

async fn deliver_all(state: Arc<State>, client: Clients, reports: Arc<Mutex<mpsc::Receiver<Report>>>) {
    loop {
        // The guard is dropped before the delivery, so that the other tasks can take their reports.
        let next = async { reports.lock().await.recv().await };
        let report = select! {
            biased;
            () = state.stopping() => return,
            report = next => report,
        };
        let Some(Report { of, forms, told }) = report else { return };
        for (callback, form) in forms {
            match deliver(&state, &client, &form).await {
                Delivery::Delivered => state.remember(&Line::Delivered { of, callback }),
                Delivery::LeftOut | Delivery::GivenUp => {}
                Delivery::Stopped => return,
            }
        }
        drop(told);
    }
}

/// How the delivery of one callback ended.
enum Delivery {
    Delivered,
    /// There is no address for callbacks.
    LeftOut,
    GivenUp,
    /// The service is being stopped.
    Stopped,
}

/// Delivers one callback. A request in progress is finished before a stop takes effect, so that this service records
/// what the listener has accepted.
async fn deliver(state: &State, client: &Clients, form: &Form) -> Delivery {
    select! {
        biased;
        () = state.stopping() => return Delivery::Stopped,
        _ = state.awaited_callback_url() => {}
    }
    let given_up = Instant::now() + Duration::from_millis(UNREACHABLE_MS_MAX);
    let mut pause_ms = RETRY_MS_MIN;
    let mut refusals = 0;
    while refusals < REFUSALS_MAX && Instant::now() < given_up {
        // Read again for each try, because the address can be set during a wait.
        let Some(url) = state.callback_url() else { return Delivery::LeftOut };
        let Some(client) = client.of(&url) else { break };
        match client.post(url).form(form).send().await {
            Ok(answer) if answer.status().is_success() => {
                // The connection can be reused only after the response is read to its end.
                let _ = answer.bytes().await;
                return Delivery::Delivered;
            }
            Ok(_) => refusals += 1,
            Err(error) if error.is_builder() => break,
            Err(_) => {}
        }
        select! {
            biased;
            () = state.stopping() => return Delivery::Stopped,
            () = sleep(Duration::from_millis(pause_ms)) => {}
        }
        pause_ms = (pause_ms * 2).min(RETRY_MS_MAX);
    }
    tracing::warn!("a callback could not be delivered");
    Delivery::GivenUp
}
