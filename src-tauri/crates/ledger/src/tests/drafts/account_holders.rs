use jiff::{SignedDuration, Timestamp};
use paysheet_domain::{AccountAt, Country};

use crate::{
    HOLDER_REUSED_DAYS, HolderAnswer, KnownHolder, Ledger, is_holder_fresh,
    tests::support::{accepted, approved, at, killed_and_started_again, open, send},
};

const SERVICE: &str = "https://a";

fn account(number: &str) -> AccountAt {
    AccountAt { country: Country::NG, bank_code: "058".to_owned(), account_number: number.to_owned() }
}

async fn store(ledger: &Ledger, number: &str, holder: Option<&str>, now: Timestamp) {
    let answer = HolderAnswer { account: account(number), holder: holder.map(str::to_owned) };
    ledger.store_holders(SERVICE, &[answer], now).await.unwrap();
}

async fn known(ledger: &Ledger, number: &str) -> Option<KnownHolder> {
    ledger
        .known_holders(SERVICE, &[account(number), account("9999999999")])
        .await
        .unwrap()
        .remove(&account(number))
}

#[tokio::test]
async fn an_answer_is_known_with_its_date_also_after_the_program_was_killed() {
    let (dir, ledger) = open().await;
    assert_eq!(known(&ledger, "0000000001").await, None);
    store(&ledger, "0000000001", Some("OBI ADA"), at(1)).await;
    store(&ledger, "0000000002", None, at(2)).await;
    let answer = |holder: Option<&str>, asked_at| {
        Some(KnownHolder { holder: holder.map(str::to_owned), asked_at, when_paid: None })
    };
    assert_eq!(known(&ledger, "0000000001").await, answer(Some("OBI ADA"), at(1)));
    store(&ledger, "0000000001", Some("OBI ADA"), at(3)).await;
    drop(ledger);
    let (_dir, ledger, _) = killed_and_started_again(&dir).await;
    assert_eq!(known(&ledger, "0000000001").await, answer(Some("OBI ADA"), at(3)), "the date moves");
    assert_eq!(known(&ledger, "0000000002").await, answer(None, at(2)));
}

#[tokio::test]
async fn the_same_account_elsewhere_is_another_one() {
    let (_dir, ledger) = open().await;
    store(&ledger, "0000000001", Some("OBI ADA"), at(1)).await;
    let elsewhere = AccountAt { country: Country::GH, ..account("0000000001") };
    let other_bank = AccountAt { bank_code: "044".to_owned(), ..account("0000000001") };
    assert!(ledger.known_holders(SERVICE, &[elsewhere, other_bank]).await.unwrap().is_empty());
    assert!(ledger.known_holders("https://b", &[account("0000000001")]).await.unwrap().is_empty());
}

/// An account that is in a payroll that was sent: the last name it had before the approval.
#[tokio::test]
async fn the_name_at_the_last_payment_is_known() {
    let (_dir, ledger) = open().await;
    let when_paid =
        async |ledger: &Ledger, number| known(ledger, number).await.and_then(|known| known.when_paid);
    let early = at(-1_000_000);
    store(&ledger, "0000000000", Some("OBI ADA"), early).await;
    assert_eq!(when_paid(&ledger, "0000000000").await, None, "it was never paid");
    let id = approved(&ledger, "October", &[2]).await;
    assert_eq!(when_paid(&ledger, "0000000000").await, None, "what was approved is not paid yet");
    send(&ledger, id, accepted()).await;
    let number = ledger.all_payouts(id).await.unwrap()[0].account_number.clone();
    let bank = ledger.all_payouts(id).await.unwrap()[0].bank_code.clone();
    let paid = AccountAt { country: Country::NG, bank_code: bank, account_number: number };
    for (holder, now, expected) in [
        (Some("OBI ADA"), early, Some("OBI ADA")),
        (Some("OBI ADA GRACE"), at(1_000_000), Some("OBI ADA")),
        (None, at(1_000_001), Some("OBI ADA")),
    ] {
        let answer = HolderAnswer { account: paid.clone(), holder: holder.map(str::to_owned) };
        ledger.store_holders(SERVICE, &[answer], now).await.unwrap();
        let known =
            ledger.known_holders(SERVICE, std::slice::from_ref(&paid)).await.unwrap().remove(&paid).unwrap();
        assert_eq!((known.holder.as_deref(), known.when_paid.as_deref()), (holder, expected));
    }
}

#[tokio::test]
async fn very_many_accounts_are_read_at_once() {
    let (_dir, ledger) = open().await;
    let accounts: Vec<AccountAt> = (0..2_000).map(|number| account(&format!("{number:010}"))).collect();
    let answers: Vec<HolderAnswer> = accounts
        .iter()
        .map(|account| HolderAnswer { account: account.clone(), holder: Some("OBI ADA".to_owned()) })
        .collect();
    ledger.store_holders(SERVICE, &answers, at(1)).await.unwrap();
    assert_eq!(ledger.known_holders(SERVICE, &accounts).await.unwrap().len(), 2_000);
}

#[test]
fn an_answer_is_used_for_ninety_days() {
    assert_eq!(HOLDER_REUSED_DAYS, 90);
    let days = |days: i64| at(1) + SignedDuration::from_hours(24 * days);
    assert!(is_holder_fresh(at(1), days(90) - SignedDuration::from_secs(1)));
    assert!(!is_holder_fresh(at(1), days(90)));
}
