//! The wallets of the account, and which password opens which.

use std::str::FromStr;

use axum::http::StatusCode;
use paysheet_domain::{Currency, Money};
use secrecy::{ExposeSecret, SecretString};

use crate::{secret::is_secret, wire::answer::Refusal};

/// A wallet that pays one currency.
#[derive(Clone, Debug)]
pub struct Wallet {
    pub currency: Currency,
    pub reference: String,
    pub lock: SecretString,
    /// The money in it at the start; none if it never runs out.
    pub balance: Option<Money>,
}

/// The text names no wallet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a wallet is CURRENCY:REFERENCE:PASSWORD or CURRENCY:REFERENCE:PASSWORD:BALANCE")]
pub struct NoWallet;

impl FromStr for Wallet {
    type Err = NoWallet;

    fn from_str(text: &str) -> Result<Self, NoWallet> {
        let mut parts = text.splitn(4, ':');
        let mut part = || parts.next().filter(|part| !part.is_empty()).ok_or(NoWallet);
        let currency: Currency = part()?.parse().map_err(|_| NoWallet)?;
        let (reference, lock) = (part()?.to_owned(), SecretString::from(part()?));
        let balance = parts.next().map(|digits| Money::parse(digits, currency)).transpose();
        Ok(Self { currency, reference, lock, balance: balance.map_err(|_| NoWallet)? })
    }
}

/// The wallets of the account.
pub(crate) struct Wallets {
    pub(crate) lock: SecretString,
    /// Without any, the account has a wallet of every currency that never runs out, and `lock` opens them all.
    pub(crate) own: Vec<Wallet>,
}

impl Wallets {
    /// Refuses a password that does not open the wallet of a currency.
    pub(crate) fn open(&self, currency: Currency, lock: &str) -> Result<(), Refusal> {
        let right = match self.of(currency) {
            Some(wallet) => &wallet.lock,
            None if self.own.is_empty() => &self.lock,
            None => {
                let message = format!("the account has no {currency} wallet");
                return Err(Refusal::bad("NO_WALLET", message).about(currency.to_string()));
            }
        };
        if is_secret(right, lock) {
            return Ok(());
        }
        let message = "the lock does not open the balance";
        Err(Refusal::with(StatusCode::FORBIDDEN, "WRONG_LOCK", message))
    }

    /// Returns the currency of the wallet with a reference.
    pub(crate) fn currency_of(&self, reference: &str) -> Option<Currency> {
        let own = self.own.iter().find(|wallet| wallet.reference == reference);
        own.map(|wallet| wallet.currency).or_else(|| reference.strip_prefix(REFERENCE_PREFIX)?.parse().ok())
    }

    pub(crate) fn of(&self, currency: Currency) -> Option<&Wallet> {
        self.own.iter().find(|wallet| wallet.currency == currency)
    }
}

const REFERENCE_PREFIX: &str = "PSW-";

/// Returns the reference of the wallet of a currency, where the account has one of every currency.
#[must_use]
pub fn wallet_reference(currency: Currency) -> String {
    format!("{REFERENCE_PREFIX}{currency}")
}

/// Checks that each currency has one wallet, with a password.
pub(crate) fn are_valid(wallets: &[Wallet]) -> bool {
    let is_first = |at: usize, wallet: &Wallet| {
        wallets.iter().position(|other| other.currency == wallet.currency) == Some(at)
    };
    wallets
        .iter()
        .enumerate()
        .all(|(at, wallet)| is_first(at, wallet) && !wallet.lock.expose_secret().is_empty())
}
