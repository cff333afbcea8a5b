//! Topping up the balance: a charge by card, its one-time password, the bank's page, the funding status. A charge is
//! never repeated automatically. Only its funding status, or else the user, decides its outcome.
//!
//! Not part of this module: windows (the shell shows [`BankPage`] as `challenge` defines), words, and any data of a
//! card but its brand and last four digits once a call is over.

mod answer;
mod card;
pub mod challenge;
mod charge;
mod decline;
mod export;
mod history;
mod keep;
mod payer;
mod record;
mod shortfall;
mod status;
mod views;
mod watch;

use std::{
    collections::{HashMap, HashSet},
    sync::Mutex,
};

pub use card::{CardInput, OtpInput, Typed};
pub use charge::{BankPage, ChargeStep};
use tokio::task::AbortHandle;
pub use watch::StatusPace;

use crate::{mutex::lock, top_up::challenge::ReturnAddress};

/// How long an earlier charge of the same amount raises a question, in hours.
pub(crate) const SAME_AMOUNT_H: i64 = 24;

/// Charges and status requests that are under way.
#[derive(Default)]
pub(crate) struct Work {
    /// Top-ups whose charge or one-time password is being sent.
    charging: Mutex<HashSet<u32>>,
    /// Top-ups whose status is requested automatically.
    watching: Mutex<HashMap<u32, AbortHandle>>,
    pace: Mutex<StatusPace>,
    /// The return addresses of payers, by top-up. Each is valid once, and until the program ends.
    returns: Mutex<HashMap<u32, ReturnAddress>>,
}

impl Work {
    pub fn is_charging(&self) -> bool {
        !lock(&self.charging).is_empty()
    }

    pub fn is_watching(&self, id: u32) -> bool {
        lock(&self.watching).contains_key(&id)
    }

    pub fn stop_watching_all(&self) {
        for (_, handle) in lock(&self.watching).drain() {
            handle.abort();
        }
    }
}
