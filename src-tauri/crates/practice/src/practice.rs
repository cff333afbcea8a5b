//! A running service: started, looked at, stopped.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use secrecy::SecretString;
use tokio::{
    net::TcpListener,
    sync::{mpsc, oneshot},
    task::JoinSet,
    time::timeout,
};

use crate::{
    batch,
    callbacks::Callbacks,
    config::PracticeConfig,
    error::PracticeError,
    journal::{Journal, JournalLine},
    keep::Keep,
    server,
    state::{Parts, State},
};

/// How long requests and callbacks under way may take to end when the service stops.
const STOP_MS_MAX: u64 = 2_000;

/// A running service. Dropping it ends it at once, payouts under way included.
pub struct Practice {
    address: SocketAddr,
    state: Arc<State>,
    stop: oneshot::Sender<()>,
    server: JoinSet<()>,
    /// Aborted when dropped.
    processing: JoinSet<()>,
    /// Callbacks; aborted when dropped.
    deliveries: JoinSet<()>,
}

impl Practice {
    /// Starts it within the current tokio runtime; it answers when this returns.
    ///
    /// # Errors
    /// A listening address that is not loopback or is taken, an empty secret, a journal or a state that cannot
    /// be written, an HTTP client that cannot be built.
    pub async fn start(config: PracticeConfig) -> Result<Self, PracticeError> {
        config.check()?;
        let PracticeConfig { listen, token, lock, callback_url, pace_ms, seed, journal, state } = config;
        let bind = |source| PracticeError::Bind { address: listen, source };
        let journal = Journal::open(journal)?;
        let listener = TcpListener::bind(listen).await.map_err(bind)?;
        let address = listener.local_addr().map_err(bind)?;
        let (keep, past) = Keep::open(state)?;
        let (queue, accepted) = mpsc::unbounded_channel();
        let base_url = format!("http://{address}");
        let parts = Parts { token, lock, base_url, seed, journal, queue, callback_url, keep, past };
        let state = Arc::new(State::new(parts));

        let (mut processing, mut deliveries) = (JoinSet::new(), JoinSet::new());
        let callbacks = Callbacks::start(Arc::clone(&state), &mut deliveries)?;
        let pace = Duration::from_millis(pace_ms);
        processing.spawn(batch::process_all(Arc::clone(&state), accepted, callbacks, pace));
        let (stop, stopped) = oneshot::channel();
        let router = server::router(Arc::clone(&state));
        let mut server = JoinSet::new();
        server.spawn(async move {
            let until = async move {
                // A dropped sender stops it too.
                let _ = stopped.await;
            };
            if let Err(error) = axum::serve(listener, router).with_graceful_shutdown(until).await {
                tracing::error!(%error, "the practice service ended");
            }
        });
        Ok(Self { address, state, stop, server, processing, deliveries })
    }

    /// `http://127.0.0.1:8787`, with the port it really has.
    #[must_use]
    pub fn base_url(&self) -> String {
        self.state.base_url.clone()
    }

    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    #[must_use]
    pub fn token(&self) -> &SecretString {
        &self.state.token
    }

    #[must_use]
    pub fn lock(&self) -> &SecretString {
        &self.state.lock
    }

    /// Changes where callbacks go, for those not delivered yet too, also those of an earlier service on the same
    /// state file.
    pub fn set_callback_url(&self, url: Option<String>) {
        self.state.set_callback_url(url);
    }

    /// Every request received so far.
    #[must_use]
    pub fn journal(&self) -> Vec<JournalLine> {
        self.state.journal.lines()
    }

    /// Stops it: requests and callbacks under way are answered, payouts under way are left as they are, to the
    /// next service where there is a state file.
    pub async fn stop(self) {
        let Self { state, stop, mut server, mut processing, mut deliveries, .. } = self;
        processing.shutdown().await;
        state.begin_stop();
        // Nobody listens any more where the server has ended by itself.
        let _ = stop.send(());
        let ended = async {
            while deliveries.join_next().await.is_some() {}
            server.join_next().await;
        };
        if timeout(Duration::from_millis(STOP_MS_MAX), ended).await.is_err() {
            tracing::warn!("the practice service was cut short");
        }
        server.abort_all();
        deliveries.shutdown().await;
        state.end_keeping();
    }
}
