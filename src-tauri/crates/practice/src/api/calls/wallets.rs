//! The call that lists the wallets, as services of this kind answer it. The interface does not have it.

use std::sync::Arc;

use axum::extract::{Query, State as Extract};
use paysheet_domain::{Currency, Money};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    records::{
        state::State,
        wallet::{Wallet, wallet_reference},
    },
    wire::answer::{Answer, success},
};

#[derive(Deserialize)]
pub(crate) struct Question {
    currency: Option<Currency>,
}

/// Returns one wallet for each currency that ever had money, or the one that is asked for.
pub(crate) async fn list(Extract(state): Extract<Arc<State>>, Query(question): Query<Question>) -> Answer {
    let balances = state.fundings().wallet_balances();
    let asked = |money: &Money| question.currency.is_none_or(|currency| currency == money.currency());
    let listed = |money: Money| wallet(money, state.wallets.of(money.currency()));
    let wallets: Vec<Value> = balances.into_iter().filter(asked).map(listed).collect();
    success(wallets)
}

fn wallet(balance: Money, own: Option<&Wallet>) -> Value {
    let currency = balance.currency();
    json!({
        "id": 1 + currency as u32,
        "name": format!("{currency} wallet"),
        "balance": serde_json::from_str::<Value>(&balance.digits()).unwrap_or(Value::Null),
        "enabled": true,
        "currency": currency.to_string(),
        "uref": own.map_or_else(|| wallet_reference(currency), |own| own.reference.clone()),
    })
}
