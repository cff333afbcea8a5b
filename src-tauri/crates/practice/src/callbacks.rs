//! Telling the caller how each payout went: one form-encoded POST a payout, to the address in the account
//! profile. A listener that is down for a while misses nothing; one that keeps refusing is given up on.

use std::{sync::Arc, time::Duration};

use tokio::{
    select,
    sync::{Mutex, mpsc},
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::{
    error::PracticeError,
    keep::{Line, Place},
    state::State,
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
}

#[derive(Clone)]
pub(crate) struct Callbacks(mpsc::Sender<Report>);

impl Callbacks {
    pub(crate) fn start(state: Arc<State>, work: &mut JoinSet<()>) -> Result<Self, PracticeError> {
        let client = client()?;
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

fn client() -> Result<reqwest::Client, PracticeError> {
    // The HTTP client asks for a provider even where only plain HTTP is spoken; whoever was first keeps it.
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        let _ = rustls::crypto::ring::default_provider().install_default();
    }
    let client = reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(Duration::from_millis(ANSWER_MS_MAX))
        .pool_max_idle_per_host(DELIVERIES_MAX)
        .build()?;
    Ok(client)
}

async fn deliver_all(
    state: Arc<State>,
    client: reqwest::Client,
    reports: Arc<Mutex<mpsc::Receiver<Report>>>,
) {
    loop {
        // The guard goes before the delivery, so that the others can take theirs.
        let next = async { reports.lock().await.recv().await };
        let report = select! {
            biased;
            () = state.stopping() => return,
            report = next => report,
        };
        let Some(Report { of, forms }) = report else { return };
        for (callback, form) in forms {
            match deliver(&state, &client, &form).await {
                Delivery::Delivered => state.remember(&Line::Delivered { of, callback }),
                Delivery::LeftOut | Delivery::GivenUp => {}
                Delivery::Stopped => return,
            }
        }
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
async fn deliver(state: &State, client: &reqwest::Client, form: &Form) -> Delivery {
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
