//! Topping up the balance: a charge by card, its one-time password, the bank's page, the funding status. A charge is
//! never made again by itself; what became of one only its status tells, or else the user.
//!
//! Deliberately not here: windows (the shell shows [`BankPage`] as `challenge` says), words, and anything of a card
//! but its brand and last four digits once a call is over.

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

/// An earlier charge of the same amount is asked about for so long, in hours.
pub(crate) const SAME_AMOUNT_H: i64 = 24;

/// What is going on right now.
#[derive(Default)]
pub(crate) struct Work {
    /// Top-ups whose charge or one-time password is on its way.
    charging: Mutex<HashSet<u32>>,
    /// Top-ups whose status is asked for by itself.
    watching: Mutex<HashMap<u32, AbortHandle>>,
    pace: Mutex<StatusPace>,
    /// Where payers come back to, by top-up; each is good once, and as long as the program runs.
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
