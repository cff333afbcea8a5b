use paysheet_domain::{BankKind, Country};

use crate::{
    BankListKind, BankListRecord, EventKind,
    tests::support::{at, open},
};

fn list(country: Country, kind: BankListKind, second: i64, entries: &[(&str, &str)]) -> BankListRecord {
    let entries = entries.iter().map(|(code, name)| ((*code).to_owned(), (*name).to_owned())).collect();
    BankListRecord { country, kind, fetched_at: at(second), entries }
}

#[tokio::test]
async fn a_list_replaces_the_one_before_and_no_other() {
    let (_dir, ledger) = open().await;
    let banks = BankListKind::Destinations(BankKind::Bank);
    let wallets = BankListKind::Destinations(BankKind::MobileMoney);
    let branches = BankListKind::Branches { bank: "044".to_owned() };
    let kept = [
        list(Country::NG, banks.clone(), 2, &[("044", "Access Bank"), ("058", "GTBank")]),
        list(Country::NG, wallets, 3, &[]),
        list(Country::NG, branches, 4, &[("044150149", "Marina")]),
        list(Country::KE, banks.clone(), 5, &[("01", "KCB Bank")]),
    ];
    ledger.store_bank_list("https://a", &list(Country::NG, banks.clone(), 1, &[("1", "Old")])).await.unwrap();
    for list in &kept {
        ledger.store_bank_list("https://a", list).await.unwrap();
    }
    ledger
        .store_bank_list("https://b", &list(Country::NG, banks, 6, &[("9", "Other service")]))
        .await
        .unwrap();
    let mut stored = ledger.bank_lists("https://a").await.unwrap();
    stored.sort_by_key(|list| list.fetched_at);
    assert_eq!(stored, kept);
    let events: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM events WHERE kind = $1")
        .bind(EventKind::BankListKept.to_string())
        .fetch_one(&ledger.reader)
        .await
        .unwrap();
    assert_eq!(events, 6);
    ledger.verify_chain().await.unwrap();
}

#[tokio::test]
async fn a_list_that_cannot_be_read_is_missing() {
    let (_dir, ledger) = open().await;
    let banks = BankListKind::Destinations(BankKind::Bank);
    for country in [Country::NG, Country::KE] {
        ledger.store_bank_list("https://a", &list(country, banks.clone(), 1, &[("1", "One")])).await.unwrap();
    }
    sqlx::query("UPDATE bank_lists SET entries_json = 'no list' WHERE country = 'NG'")
        .execute(&ledger.writer)
        .await
        .unwrap();
    let stored = ledger.bank_lists("https://a").await.unwrap();
    assert_eq!(stored.iter().map(|list| list.country).collect::<Vec<_>>(), [Country::KE]);
}
