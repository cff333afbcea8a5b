//! The balance that the service reports when it is asked, for profiles with a call for it. It is only a figure: a service
//! that does not answer, or answers something unclear, stops nothing. It is stored in memory only.

use std::{collections::HashMap, sync::Mutex, time::Duration};

use jiff::{SignedDuration, Timestamp};
use paysheet_domain::{Currency, Money};
use paysheet_service::CallPath;

use crate::{
    context::Context,
    mutex::lock,
    session::{binding::Binding, settings},
};

/// Longest wait for the balances of a payroll, in seconds. Afterwards the last known balance is shown.
const WAIT_S_MAX: u64 = 5;
/// Time during which the service is not asked again, in seconds. A screen that is drawn again is no reason to.
const KNOWN_S: i64 = 15;

/// A balance, and when the service reported it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReportedBalance {
    pub balance: Money,
    pub at: Timestamp,
}

/// The last answers, also those without a balance.
#[derive(Default)]
pub(crate) struct ReportedBalances(Mutex<HashMap<Currency, LastAnswer>>);

struct LastAnswer {
    of: Asked,
    at: Timestamp,
    balance: Option<Money>,
}

/// Who was asked, for which account.
#[derive(Clone, PartialEq)]
struct Asked {
    binding: Binding,
    account: String,
    path: CallPath,
}

impl ReportedBalances {
    /// Returns the last answer, if it is of the same account and recent.
    fn recent(&self, currency: Currency, of: &Asked, now: Timestamp) -> Option<(Timestamp, Option<Money>)> {
        let answers = lock(&self.0);
        let answer = answers.get(&currency).filter(|answer| answer.of == *of)?;
        let is_recent = (SignedDuration::ZERO..SignedDuration::from_secs(KNOWN_S))
            .contains(&now.duration_since(answer.at));
        is_recent.then_some((answer.at, answer.balance))
    }

    fn keep(&self, currency: Currency, answer: LastAnswer) {
        lock(&self.0).insert(currency, answer);
    }

    /// Forgets the answers: money is about to leave the balance.
    pub(crate) fn forget(&self) {
        lock(&self.0).clear();
    }
}

/// Returns the balances of these currencies as the service reports them now. A currency is left out if the profile has no
/// call for it, the desk is locked, or the answer is unclear or late.
pub(super) async fn reported(
    context: &Context,
    currencies: impl Iterator<Item = Currency>,
) -> HashMap<Currency, ReportedBalance> {
    let deadline = tokio::time::Instant::now() + Duration::from_secs(WAIT_S_MAX);
    let mut all = HashMap::new();
    for currency in currencies {
        if let Some(reported) = ask(context, currency, deadline).await {
            all.insert(currency, reported);
        }
    }
    all
}

async fn ask(
    context: &Context,
    currency: Currency,
    deadline: tokio::time::Instant,
) -> Option<ReportedBalance> {
    let path = settings::balance_path(&context.profile().settings)?;
    let secrets = context.unlocked().ok()?;
    let bound = context.bound_service();
    let account = secrets.account_with(&context.key().key);
    let of = Asked { binding: bound.binding, account, path };
    if let Some((at, balance)) = context.reported_balances.recent(currency, &of, context.now()) {
        return balance.map(|balance| ReportedBalance { balance, at });
    }
    let question = bound.service.balance(&secrets.token, &of.path, currency);
    let answer = tokio::time::timeout_at(deadline, question).await;
    let balance = match answer {
        Ok(Ok(balance)) => balance,
        Ok(Err(error)) => {
            tracing::warn!(%error, "the service did not report the balance");
            None
        }
        Err(_) => {
            tracing::warn!("the service did not report the balance in time");
            None
        }
    };
    let at = context.now();
    context.reported_balances.keep(currency, LastAnswer { of, at, balance });
    balance.map(|balance| ReportedBalance { balance, at })
}
