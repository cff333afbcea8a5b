//! Telling the caller how each payout went: one form-encoded POST a payout, to the address in the account
//! profile. A listener that is down for a while misses nothing; one that keeps refusing is given up on.

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
    random::SeededRng,
    state::State,
    state_file::{Line, Place},
};

/// Callbacks on their way at the same time.
const DELIVERIES_MAX: usize = 8;
/// Callbacks waiting for their turn; processing waits behind them.
const WAITING_MAX: usize = 1_024;
const ANSWER_MS_MAX: u64 = 10_000;
/// How often a listener that answers, but not with success, is asked again.
const REFUSALS_MAX: u32 = 5;
/// How long a listener that cannot be reached is waited for.
const UNREACHABLE_MS_MAX: u64 = 10 * 60 * 1_000;
const RETRY_MS_MIN: u64 = 50;
const RETRY_MS_MAX: u64 = 2_000;

/// The fields of one callback, in order.
pub(crate) type Form = Vec<(&'static str, String)>;

/// One payout's callbacks with their numbers: nearly always one; a reversal follows what it reverses.
pub(crate) struct Report {
    pub(crate) of: Place,
    pub(crate) forms: Vec<(usize, Form)>,
    /// Dropped when all of them are through; somebody may be waiting for that.
    pub(crate) told: Option<mpsc::Sender<()>>,
}

/// How a batch's callbacks are sent; all but the first way are faults.
#[derive(Clone, Default)]
pub(crate) enum CallbackDelivery {
    #[default]
    Plain,
    /// Each so many times.
    Repeated(u64),
    /// All so much later.
    Late(Duration),
    /// Before its answer: whoever waits does so until all copies of this are gone.
    Early(mpsc::Sender<()>),
    /// In an order drawn from the dice, and the last of a payout's first.
    Reordered(SeededRng),
}

impl CallbackDelivery {
    pub(crate) const fn late(&self) -> Duration {
        match self {
            Self::Late(late) => *late,
            Self::Plain | Self::Repeated(_) | Self::Early(_) | Self::Reordered(_) => Duration::ZERO,
        }
    }

    /// Which payout's turn it is, by its place in a batch of so many.
    pub(crate) fn order(&self, payouts: usize) -> Vec<usize> {
        let mut order: Vec<_> = (0..payouts).collect();
        if let Self::Reordered(rng) = self {
            let mut rng = rng.clone();
            order.sort_by_cached_key(|_| rng.next());
        }
        order
    }

    /// A payout's callbacks as they are to be sent.
    pub(crate) fn twist(&self, mut forms: Vec<(usize, Form)>) -> Vec<(usize, Form)> {
        match self {
            Self::Plain | Self::Late(_) | Self::Early(_) => {}
            Self::Repeated(times) => forms = (0..*times).flat_map(|_| forms.clone()).collect(),
            Self::Reordered(_) => forms.reverse(),
        }
        forms
    }

    pub(crate) fn told(&self) -> Option<mpsc::Sender<()>> {
        match self {
            Self::Early(told) => Some(told.clone()),
            Self::Plain | Self::Repeated(_) | Self::Late(_) | Self::Reordered(_) => None,
        }
    }
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

    /// Puts a report in the queue; waits where that is full.
    pub(crate) async fn send(&self, report: Report) {
        // Only a service that is being stopped has no receiver.
        let _ = self.0.send(report).await;
    }
}

/// One client for plain HTTP and one for TLS. Reading the system's certificates takes longer than all else that a
/// start does, so that is left to the first callback that needs them.
#[derive(Clone)]
struct Clients {
    plain: reqwest::Client,
    secure: Arc<OnceLock<reqwest::Client>>,
}

impl Clients {
    fn new() -> Result<Self, PracticeError> {
        Ok(Self { plain: client(reqwest::Client::builder().tls_certs_only([]))?, secure: Arc::default() })
    }

    /// The one for this address; none where the system's certificates cannot be had.
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
    // The HTTP client asks for a provider even where only plain HTTP is spoken; whoever was first keeps it.
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
        // The guard goes before the delivery, so that the others can take theirs.
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

/// A request under way is answered before a stop is heeded, so that what the listener took is known here too.
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
        // Asked anew each time, for the address can be set while one waits.
        let Some(url) = state.callback_url() else { return Delivery::LeftOut };
        let Some(client) = client.of(&url) else { break };
        match client.post(url).form(form).send().await {
            Ok(answer) if answer.status().is_success() => {
                // Reading it to its end lets the connection be used again.
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
