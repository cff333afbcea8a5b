//! Parses the wallets of an account. The interface has no such call; services of this kind answer an array of `id`,
//! `name`, `balance`, `enabled`, `currency` and `uref`.

use paysheet_domain::{Currency, Money};

use super::{
    fields::{figure, flag},
    json::{Json, Object},
    text_at,
};

/// Names under which the array, or the only wallet, can stand.
const LISTS: [&str; 4] = ["data", "Data", "wallets", "wallet"];

/// The reference of the main wallet of a currency.
const MAIN: &str = "0";

/// Returns the balance of a currency. It is known only if exactly one wallet may be the one that pays: enabled, of that
/// currency, with a balance that can be read. Of several, it is the one with the profile's reference, and the main one if
/// the profile has none.
pub(crate) fn balance(data: &Json, currency: Currency, reference: &str) -> Option<Money> {
    let of_currency: Vec<_> = wallets(data)?.into_iter().filter(|wallet| may_pay(wallet, currency)).collect();
    let reference = Some(reference.trim()).filter(|reference| !reference.is_empty()).unwrap_or(MAIN);
    let named = of_currency.iter().copied().filter(|wallet| is_named(wallet, reference));
    let wallet = only(of_currency.iter().copied()).or_else(|| only(named))?;
    if !is_enabled(wallet)? {
        return None;
    }
    text_at(wallet, &["currency"])?;
    Money::parse(&figure(wallet.get("balance")?)?, currency).ok()
}

fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.next().is_none().then_some(first)
}

fn is_named(wallet: &Object, reference: &str) -> bool {
    text_at(wallet, &["uref"]).is_some_and(|named| named.trim() == reference)
}

fn wallets(data: &Json) -> Option<Vec<&Object>> {
    match data {
        Json::Array(entries) => Some(entries.iter().filter_map(Json::as_object).collect()),
        Json::Object(object) if object.get("balance").is_some() => Some(vec![object]),
        Json::Object(object) => wallets(LISTS.iter().find_map(|name| object.get(name))?),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => None,
    }
}

/// Whether a wallet may pay in a currency. One without a currency may be any.
fn may_pay(wallet: &Object, currency: Currency) -> bool {
    let is_of_currency =
        text_at(wallet, &["currency"]).is_none_or(|named| named.eq_ignore_ascii_case(&currency.to_string()));
    is_of_currency && is_enabled(wallet) != Some(false)
}

/// Returns none if the flag cannot be read. A service without the flag has no disabled wallets.
fn is_enabled(wallet: &Object) -> Option<bool> {
    match wallet.get("enabled") {
        None | Some(Json::Null) => Some(true),
        Some(value) => flag(value),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::decode::any::any_json;

    fn ngn(data: Value) -> Option<String> {
        balance(&data.into(), Currency::NGN, "").map(Money::digits)
    }

    fn wallet(more: Value) -> Value {
        let mut wallet = json!({
            "id": 7, "name": "Main", "balance": "1500.50", "enabled": true, "currency": "NGN", "uref": "W7"
        });
        wallet.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        wallet
    }

    #[test]
    fn the_only_enabled_wallet_of_a_currency_has_its_balance() {
        let known = Some("1500.50".to_owned());
        let kes = wallet(json!({ "currency": "KES", "balance": 9 }));
        for (data, expected) in [
            (json!([wallet(json!({}))]), known.clone()),
            (json!([wallet(json!({ "balance": 1500.5, "currency": "ngn", "enabled": 1 }))]), known.clone()),
            (json!([wallet(json!({ "enabled": null, "id": null, "name": null }))]), known.clone()),
            (json!([kes, wallet(json!({})), wallet(json!({ "enabled": "false" }))]), known.clone()),
            (json!([null, 3, "x", wallet(json!({}))]), known.clone()),
            (json!({ "data": [wallet(json!({}))] }), known.clone()),
            (json!({ "Status": "Success", "Data": [wallet(json!({}))] }), known.clone()),
            (json!({ "wallets": [wallet(json!({}))] }), known.clone()),
            (json!({ "wallet": wallet(json!({})) }), known.clone()),
            (wallet(json!({})), known),
            (json!([wallet(json!({ "balance": 0 }))]), Some("0.00".to_owned())),
            (json!([wallet(json!({ "balance": "-12.5" }))]), Some("-12.50".to_owned())),
            // In doubt the balance is unknown.
            (json!([wallet(json!({})), wallet(json!({ "balance": 1 }))]), None),
            (json!([wallet(json!({})), wallet(json!({ "enabled": "perhaps" }))]), None),
            (json!([wallet(json!({ "enabled": "perhaps" }))]), None),
            (json!([wallet(json!({ "currency": null }))]), None),
            (json!([wallet(json!({})), wallet(json!({ "currency": null }))]), None),
            (json!([wallet(json!({ "enabled": false }))]), None),
            (json!([wallet(json!({ "currency": "KES" }))]), None),
            (json!([wallet(json!({ "balance": null }))]), None),
            (json!([wallet(json!({ "balance": "1,500.50" }))]), None),
            (json!([wallet(json!({ "balance": "1500.505" }))]), None),
            (json!([wallet(json!({ "balance": 1e30 }))]), None),
            (json!([]), None),
            (json!({}), None),
            (json!({ "data": null }), None),
            (json!("1500.50"), None),
            (json!(null), None),
        ] {
            assert_eq!(ngn(data.clone()), expected, "{data}");
        }
    }

    #[test]
    fn of_several_wallets_the_profile_s_pays_or_the_main_one() {
        let of = |uref: Value, balance: u32| wallet(json!({ "uref": uref, "balance": balance }));
        let (main, second, third) = (of(json!("0"), 1), of(json!("W-2"), 2), of(json!(3), 3));
        for (wallets, reference, expected) in [
            (json!([main, second, third]), "", Some("1.00")),
            (json!([second, main, third]), "W-2", Some("2.00")),
            (json!([second, main, third]), " W-2 ", Some("2.00")),
            (json!([second, main, third]), "3", Some("3.00")),
            (json!([second, main]), "W-9", None),
            (json!([second, third]), "", None),
            (json!([main, main]), "0", None),
            // The only one is the one that pays, whatever it is called.
            (json!([second]), "W-9", Some("2.00")),
        ] {
            let found = balance(&wallets.clone().into(), Currency::NGN, reference).map(Money::digits);
            assert_eq!(found.as_deref(), expected, "{wallets} {reference}");
        }
    }

    proptest! {
        #[test]
        fn any_answer_is_read(data in any_json()) {
            let _ = balance(&data, Currency::NGN, "0");
        }

        #[test]
        fn every_digit_is_kept_as_text_and_as_number(minor in 0_i64..1_000_000_000_000_000) {
            let money = Money::from_minor(minor, Currency::NGN);
            prop_assert_eq!(ngn(json!([wallet(json!({ "balance": money.digits() }))])), Some(money.digits()));
            let number = Json::Object(Object(vec![
                ("balance".to_owned(), Json::Number(money.digits())),
                ("currency".to_owned(), Json::Text("NGN".to_owned())),
            ]));
            prop_assert_eq!(balance(&Json::Array(vec![number]), Currency::NGN, ""), Some(money));
        }

        #[test]
        fn of_several_enabled_wallets_none_is_chosen(balances in prop::collection::vec(0_i64..1_000, 2..5)) {
            let all: Vec<_> = balances.iter().map(|balance| wallet(json!({ "balance": balance }))).collect();
            prop_assert_eq!(ngn(json!(all)), None);
        }
    }
}
