//! Asks the service for the balance, for profiles with a call for it. It is only a figure: a service that does not answer,
//! or answers something unclear, stops nothing.

use std::{collections::HashMap, time::Duration};

use paysheet_domain::Currency;

use crate::{
    access::{token_renewal::with_valid_token, wallets},
    desk::Desk,
    state::{
        reported_balance::{Asked, LastAnswer, ReportedBalance},
        session::settings,
    },
};

/// Longest wait for the balances of a payroll, in seconds. Afterwards the last known balance is shown.
const WAIT_S_MAX: u64 = 5;

/// Returns the balances of these currencies as the service reports them now. A currency is left out if the profile has no
/// call for it, the desk is locked, or the answer is unclear or late.
pub(super) async fn reported(
    desk: &Desk,
    currencies: impl Iterator<Item = Currency>,
) -> HashMap<Currency, ReportedBalance> {
    let deadline = tokio::time::Instant::now() + Duration::from_secs(WAIT_S_MAX);
    let mut all = HashMap::new();
    for currency in currencies {
        if let Some(reported) = ask(desk, currency, deadline).await {
            all.insert(currency, reported);
        }
    }
    all
}

async fn ask(desk: &Desk, currency: Currency, deadline: tokio::time::Instant) -> Option<ReportedBalance> {
    let path = settings::balance_path(&desk.profile().settings)?;
    let secrets = desk.unlocked().ok()?;
    let bound = desk.session.service();
    let account = secrets.account_with(&desk.key().key);
    let reference = wallets::reference_of(&desk.profile().settings, currency).ok()?;
    let of = Asked { binding: bound.binding, account, path };
    if let Some((at, balance)) = desk.reported_balances.recent(currency, &of, desk.now()) {
        return balance.map(|balance| ReportedBalance { balance, at });
    }
    let (service, path, reference) = (&bound.service, &of.path, reference.as_str());
    let question = with_valid_token(desk, &secrets, |token| async move {
        service.balance(&token, path, (currency, reference)).await
    });
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
    let at = desk.now();
    desk.reported_balances.store(currency, LastAnswer { of, at, balance });
    balance.map(|balance| ReportedBalance { balance, at })
}
