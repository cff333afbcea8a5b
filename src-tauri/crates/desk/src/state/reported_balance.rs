//! The last balances that the service reported when it was asked, in memory only.

use std::{collections::HashMap, sync::Mutex};

use jiff::{SignedDuration, Timestamp};
use paysheet_domain::{Currency, Money};
use paysheet_service::CallPath;

use super::session::binding::Binding;
use crate::mutex::lock;

/// Time during which the service is not asked again, in seconds. A screen that is drawn again is no reason to.
const KNOWN_S: i64 = 15;

/// A balance, and when the service reported it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReportedBalance {
    pub balance: Money,
    pub at: Timestamp,
}

/// The last answers, also those without a balance.
#[derive(Default)]
pub(crate) struct ReportedBalances(Mutex<HashMap<Currency, LastAnswer>>);

pub(crate) struct LastAnswer {
    pub of: Asked,
    pub at: Timestamp,
    pub balance: Option<Money>,
}

/// Who was asked, for which account.
#[derive(Clone, PartialEq)]
pub(crate) struct Asked {
    pub binding: Binding,
    pub account: String,
    pub path: CallPath,
}

impl ReportedBalances {
    /// Returns the last answer, if it is of the same account and recent.
    pub(crate) fn recent(
        &self,
        currency: Currency,
        of: &Asked,
        now: Timestamp,
    ) -> Option<(Timestamp, Option<Money>)> {
        let answers = lock(&self.0);
        let answer = answers.get(&currency).filter(|answer| answer.of == *of)?;
        let is_recent = (SignedDuration::ZERO..SignedDuration::from_secs(KNOWN_S))
            .contains(&now.duration_since(answer.at));
        is_recent.then_some((answer.at, answer.balance))
    }

    pub(crate) fn store(&self, currency: Currency, answer: LastAnswer) {
        lock(&self.0).insert(currency, answer);
    }

    /// Forgets the answers: money is about to leave the balance.
    pub(crate) fn forget(&self) {
        lock(&self.0).clear();
    }
}
