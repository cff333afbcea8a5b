//! A running service: start, inspect, stop.

use std::{
    net::SocketAddr,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use paysheet_domain::Money;
use secrecy::SecretString;
use tokio::{net::TcpListener, sync::mpsc, task::JoinSet, time::timeout};

#[cfg(feature = "faults")]
use crate::faults::{Arrived, FaultScript};
use crate::{
    api::{bank, batch, callbacks::Callbacks},
    config::PracticeConfig,
    error::PracticeError,
    faults::FaultInjector,
    http::{accept_loop::receive_all, acceptor::Acceptor, server},
    records::{
        accepted_batch::QueuedBatch,
        access::Access,
        funding::TopUpTaken,
        journal::{Journal, JournalLine},
        state::{Parts, State},
        state_file::StateFile,
        wallet::Wallets,
    },
};

/// Milliseconds that requests and callbacks in progress may take to end when the service stops.
const STOP_MS_MAX: u64 = 2_000;

/// A running service. Dropping it ends it at once, including payouts in progress.
pub struct Practice {
    address: SocketAddr,
    state: Arc<State>,
    acceptor: Arc<Acceptor>,
    /// Connections; aborted when dropped.
    server: JoinSet<()>,
    /// The bank's pages; aborted when dropped.
    bank: JoinSet<()>,
    /// Aborted when dropped.
    processing: JoinSet<()>,
    /// Callbacks; aborted when dropped.
    deliveries: JoinSet<()>,
}

impl Practice {
    /// Starts the service within the current tokio runtime; it accepts requests when this returns.
    ///
    /// # Errors
    /// A listening address that is not loopback or is taken, an empty secret, a journal or a state that cannot be
    /// written, an HTTP client that cannot be built, a fault that needs TLS where the service uses none, certificates
    /// that cannot be made.
    pub async fn start(config: PracticeConfig) -> Result<Self, PracticeError> {
        config.check()?;
        let PracticeConfig {
            listen,
            token,
            lock,
            wallets,
            runs_short,
            payout_fee,
            api_key,
            api_secret,
            token_life_s,
            card_path,
            callback_url,
            pace_ms,
            seed,
            journal,
            state,
            faults,
            tls,
        } = config;
        let bind = |source| PracticeError::Bind { address: listen, source };
        let journal = Journal::open(journal)?;
        let listener = TcpListener::bind(listen).await.map_err(bind)?;
        let address = listener.local_addr().map_err(bind)?;
        let (injector, arrivals) = FaultInjector::new(faults, tls, address, listener)?;
        let (state_file, past) = StateFile::open(state)?;
        let (queue, accepted) = mpsc::unbounded_channel();
        // Any free port: the bank has another origin than the service.
        let bank = SocketAddr::new(address.ip(), 0);
        let bank_listener =
            TcpListener::bind(bank).await.map_err(|source| PracticeError::Bind { address: bank, source })?;
        let bank_url = format!("http://{}", bank_listener.local_addr().map_err(bind)?);
        let wallets = Wallets { lock, own: wallets };
        let access = Access::new(api_key, api_secret, token_life_s);
        let parts = Parts {
            token,
            wallets,
            runs_short,
            payout_fee,
            access,
            bank_url,
            seed,
            journal,
            queue,
            callback_url,
            state_file,
            past,
        };
        let state = Arc::new(State::new(parts));

        let (mut processing, mut deliveries) = (JoinSet::new(), JoinSet::new());
        let callbacks = Callbacks::start(Arc::clone(&state), &mut deliveries)?;
        let pace = Duration::from_millis(pace_ms);
        processing.spawn(batch::process_all(Arc::clone(&state), accepted, callbacks, pace));
        let router = server::router(Arc::clone(&state), &card_path);
        let acceptor = Arc::new(Acceptor { state: Arc::clone(&state), router, injector });
        let mut server = JoinSet::new();
        server.spawn(receive_all(Arc::clone(&acceptor), arrivals));
        let mut bank = JoinSet::new();
        bank.spawn(bank::serve(bank_listener, Arc::clone(&state)));
        Ok(Self { address, state, acceptor, server, bank, processing, deliveries })
    }

    /// Returns `http://127.0.0.1:8787` with the real port; `https` if the service uses TLS.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("{}://{}", self.acceptor.injector.scheme(), self.address)
    }

    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers each question about an account after this time from now on.
    pub fn answer_about_accounts_after_ms(&self, wait_ms: u64) {
        self.state.resolve_ms.store(wait_ms, Ordering::Relaxed);
    }

    #[must_use]
    pub fn token(&self) -> &SecretString {
        &self.state.token
    }

    /// Returns key and secret, for which a token is given.
    #[must_use]
    pub fn key_and_secret(&self) -> (&SecretString, &SecretString) {
        (&self.state.access.key, &self.state.access.secret)
    }

    /// Ends the tokens that were given for key and secret, as if their time was over.
    pub fn end_given_tokens(&self) {
        self.state.access.end_tokens();
    }

    #[must_use]
    pub fn lock(&self) -> &SecretString {
        &self.state.wallets.lock
    }

    /// Adds money to the wallet of its currency, as a bank transfer does.
    pub fn add_money(&self, money: Money) {
        self.state.fundings().add_money(money);
    }

    /// Changes the address of callbacks, also for callbacks that are not delivered yet, including those of an earlier
    /// service on the same state file.
    pub fn set_callback_url(&self, url: Option<String>) {
        self.state.set_callback_url(url);
    }

    /// Returns every request that was received completely so far.
    #[must_use]
    pub fn journal(&self) -> Vec<JournalLine> {
        self.state.journal.lines()
    }

    /// Returns how many requests began: their heads were read, whatever happened to the rest.
    #[must_use]
    pub fn begun(&self) -> u64 {
        self.state.begun()
    }

    /// Returns how many connections were accepted.
    #[must_use]
    pub fn connections(&self) -> u64 {
        self.state.connections()
    }

    /// Returns the batches accepted since the start, once for each acceptance.
    #[must_use]
    pub fn queued(&self) -> Vec<QueuedBatch> {
        self.state.queued()
    }

    /// Returns whether every payout that was accepted has an outcome.
    #[must_use]
    pub fn has_settled_all(&self) -> bool {
        self.state.payouts().are_settled()
    }

    /// Returns how many card charges were accepted, whatever their outcome.
    #[must_use]
    pub fn charges(&self) -> usize {
        self.state.fundings().count()
    }

    /// Returns the outcomes of the top-ups, from the service's own record.
    #[must_use]
    pub fn top_ups(&self) -> Vec<TopUpTaken> {
        self.state.fundings().taken()
    }

    /// Returns the address of the bank's pages: an origin of their own, always plain http on this computer.
    #[must_use]
    pub fn bank_url(&self) -> &str {
        &self.state.bank_url
    }

    /// Stops the service: requests and callbacks in progress are finished. Payouts in progress stay as they are; the
    /// next service on the same state file continues them. Returns false if something was cut short because it did not
    /// end within two seconds.
    pub async fn stop(self) -> bool {
        let Self { state, mut server, mut bank, mut processing, mut deliveries, .. } = self;
        processing.shutdown().await;
        bank.shutdown().await;
        state.begin_stop();
        let ended = async {
            while deliveries.join_next().await.is_some() {}
            server.join_next().await;
        };
        let in_time = timeout(Duration::from_millis(STOP_MS_MAX), ended).await.is_ok();
        if !in_time {
            tracing::warn!("the practice service was cut short");
        }
        server.shutdown().await;
        deliveries.shutdown().await;
        state.end_keeping();
        in_time
    }
}

#[cfg(feature = "faults")]
impl Practice {
    /// Returns the requests that reached the default redirect target; none arrive there if the faults name another one.
    #[must_use]
    pub fn redirected(&self) -> Vec<Arrived> {
        self.acceptor.injector.redirect_sink.arrived()
    }

    /// Returns the faults, to set, clear or inspect them.
    #[must_use]
    pub fn faults(&self) -> &FaultScript {
        &self.acceptor.injector.script
    }

    /// Returns the certificate, as PEM, of the authority that signed the service's; none if it uses plain HTTP.
    #[must_use]
    pub fn root_pem(&self) -> Option<&str> {
        self.acceptor.injector.certificates.as_ref().map(|certificates| certificates.root_pem.as_str())
    }
}
