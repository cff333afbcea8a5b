//! Configuration of a practice service.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
};

use data_encoding::HEXLOWER;
use paysheet_domain::{Currency, Money};
use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use crate::{
    error::PracticeError,
    faults::{Faults, Tls},
    records::wallet::{self, Wallet},
};

/// Milliseconds between two payouts of practice mode: slow enough to watch, quick enough not to wait for.
const PACE_MS: u64 = 15;
/// As the interface writes it.
const CARD_PATH: &str = "card";
const TOKEN_BYTES: usize = 24;
/// Two hours, as services of this kind give them.
const TOKEN_LIFE_S: u32 = 2 * 60 * 60;
const LOCK_BYTES: usize = 8;

#[derive(Debug)]
pub struct PracticeConfig {
    /// A loopback address; port 0 takes any free one.
    pub listen: SocketAddr,
    pub token: SecretString,
    pub lock: SecretString,
    /// The wallets of the account; none: a wallet of every currency, which `lock` opens and which never runs out.
    pub wallets: Vec<Wallet>,
    /// A batch above the balance is accepted, and paid until the money is gone.
    pub runs_short: bool,
    /// What each payment costs beside its amount, as decimal digits: taken from the balance, and told with the outcome.
    pub payout_fee: Option<String>,
    /// What a token is given for.
    pub api_key: SecretString,
    pub api_secret: SecretString,
    /// Seconds after which a token ends that was given for key and secret.
    pub token_life_s: u32,
    /// The last part of the path of a card charge: letters, digits and `-`. Real services have the name of their card
    /// processor there.
    pub card_path: String,
    /// The address of callbacks, as the account profile of a real service stores it. None: no callbacks.
    pub callback_url: Option<String>,
    /// Pause after each payout of a batch, in milliseconds.
    pub pace_ms: u64,
    /// The seed of batch numbers: the same seed gives the same numbers. References of charges are new at each start.
    pub seed: u64,
    /// The file to which each request is appended as a line of JSON; never a secret.
    pub journal: Option<PathBuf>,
    /// The state file, in which accepted requests outlive the service: a service that starts on the file of an earlier
    /// one continues from there. One service at a time uses it; never a secret. None: everything is forgotten at the
    /// end.
    pub state: Option<PathBuf>,
    /// The faults and when they apply; none by default.
    pub faults: Faults,
    /// Serve https with certificates that are generated at start; none: plain http.
    pub tls: Option<Tls>,
}

impl PracticeConfig {
    /// Makes the configuration of a service on any free port, with a token and a lock that are generated now and exist
    /// only in memory.
    ///
    /// # Errors
    /// `NoRandomness`.
    pub fn made_up(seed: u64) -> Result<Self, PracticeError> {
        Ok(Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            token: random_secret(TOKEN_BYTES)?,
            lock: random_secret(LOCK_BYTES)?,
            wallets: Vec::new(),
            runs_short: false,
            payout_fee: None,
            api_key: random_secret(TOKEN_BYTES)?,
            api_secret: random_secret(TOKEN_BYTES)?,
            token_life_s: TOKEN_LIFE_S,
            card_path: CARD_PATH.to_owned(),
            callback_url: None,
            pace_ms: PACE_MS,
            seed,
            journal: None,
            state: None,
            faults: Default::default(),
            tls: None,
        })
    }

    pub(crate) fn check(&self) -> Result<(), PracticeError> {
        if !self.listen.ip().is_loopback() {
            return Err(PracticeError::NotLoopback(self.listen));
        }
        let secrets = [&self.token, &self.lock, &self.api_key, &self.api_secret];
        if secrets.iter().any(|secret| secret.expose_secret().is_empty()) {
            return Err(PracticeError::EmptySecret);
        }
        if !wallet::are_valid(&self.wallets) {
            return Err(PracticeError::Wallets);
        }
        let is_fee = |fee: &str| Money::parse(fee, Currency::NGN).is_ok_and(Money::is_positive);
        if self.payout_fee.as_deref().is_some_and(|fee| !is_fee(fee)) {
            return Err(PracticeError::PayoutFee);
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if self.card_path.is_empty() || !self.card_path.chars().all(is_part) {
            return Err(PracticeError::CardPath(self.card_path.clone()));
        }
        Ok(())
    }
}

fn random_secret(bytes: usize) -> Result<SecretString, PracticeError> {
    let mut random = Zeroizing::new(vec![0; bytes]);
    getrandom::fill(&mut random).map_err(|_| PracticeError::NoRandomness)?;
    Ok(SecretString::from(HEXLOWER.encode(&random)))
}
