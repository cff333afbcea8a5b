//! The last known balance, and what was sent since: reading the status again never hides a shortfall.

use paysheet_domain::{ChargeResponse, StatusWord};

use super::states::{charged, naira, reading};
use crate::{
    Ledger, OutcomeKind, StatusReading,
    tests::support::{accepted, approved, at, open, send},
};

#[tokio::test]
async fn the_last_known_balance_is_that_of_the_latest_record() {
    let (_dir, ledger) = open().await;
    let first = charged(&ledger, 500, ChargeResponse::Charged, &["C-1"]).await;
    let second = charged(&ledger, 600, ChargeResponse::Charged, &["C-2"]).await;
    let read = async |id, reference: &str, words: &[StatusWord], balance, as_of| {
        ledger.read_status(id, &reading(reference, words, Some(balance), as_of), at(90)).await.unwrap();
        ledger.balances().await.unwrap()
    };
    assert_eq!(read(first.id, "C-1", &[StatusWord::Open], "1.00", 50).await, []);
    let known = read(second.id, "C-2", &[StatusWord::Completed], "52480250.00", 60).await;
    assert_eq!((known[0].balance, known[0].at), (naira(5_248_025_000), at(60)));
    let known = read(first.id, "C-1", &[StatusWord::Completed], "5.00", 50).await;
    assert_eq!(known[0].balance, naira(5_248_025_000), "an earlier record says what was");

    let id = approved(&ledger, "November", &[3, 2]).await;
    send(&ledger, id, accepted()).await;
    send(&ledger, id, crate::tests::support::outcome(OutcomeKind::Unknown)).await;
    let stale = ledger.balances().await.unwrap();
    assert_eq!(
        (stale[0].accepted_since, stale[0].under_way),
        (naira(0), naira(0)),
        "sent before it was told"
    );
    let known = read(second.id, "C-2", &[StatusWord::Completed], "100.00", 60).await;
    assert_eq!(known[0].balance, naira(10_000), "the same record, read again");
    assert_eq!(read(second.id, "C-2", &[StatusWord::Reversed], "100.00", 61).await, []);

    let third = charged(&ledger, 700, ChargeResponse::Charged, &["C-3"]).await;
    let known = read(third.id, "C-3", &[StatusWord::Completed], "90.00", 3).await;
    assert_eq!((known[0].accepted_since, known[0].under_way), (naira(600), naira(900)));
}

/// Records a top-up, reads its status with a balance, and then has a payroll of 600 accepted.
async fn paid_after_it_was_told(ledger: &Ledger, told: &StatusReading) -> crate::FundingId {
    let funding = charged(ledger, 500, ChargeResponse::Charged, &["C-1"]).await.id;
    let known_at = at(3);
    ledger.read_status(funding, told, known_at).await.unwrap();
    let id = approved(ledger, "November", &[3]).await;
    send(ledger, id, accepted()).await;
    assert_eq!(ledger.balances().await.unwrap()[0].accepted_since, naira(600));
    funding
}

#[tokio::test]
async fn a_balance_that_is_told_again_is_no_new_one() {
    let completed = |as_of: Option<i64>| StatusReading {
        as_of: as_of.map(at),
        ..reading("C-1", &[StatusWord::Completed], Some("10.00"), 0)
    };
    for (first, again) in
        [(None, None), (Some(2), Some(2)), (Some(2), Some(90)), (Some(2), None), (None, Some(90))]
    {
        let (_dir, ledger) = open().await;
        let funding = paid_after_it_was_told(&ledger, &completed(first)).await;
        let before = ledger.balances().await.unwrap();
        ledger.read_status(funding, &completed(again), at(100)).await.unwrap();
        assert_eq!(ledger.balances().await.unwrap(), before, "{first:?}, then {again:?}");
    }
}

#[tokio::test]
async fn an_old_balance_does_not_take_the_place_of_a_later_one() {
    for as_of in [None, Some(at(95))] {
        let (_dir, ledger) = open().await;
        let old = StatusReading { as_of, ..reading("C-1", &[StatusWord::Completed], Some("10.00"), 0) };
        let funding = paid_after_it_was_told(&ledger, &old).await;
        let later = charged(&ledger, 700, ChargeResponse::Charged, &["C-2"]).await.id;
        let told = reading("C-2", &[StatusWord::Completed], Some("11.00"), 80);
        ledger.read_status(later, &told, at(90)).await.unwrap();
        ledger.read_status(funding, &old, at(100)).await.unwrap();
        let known = ledger.balances().await.unwrap();
        assert_eq!((known[0].balance, known[0].funding, known[0].at), (naira(1_100), later, at(80)));
    }
}

#[tokio::test]
async fn a_record_of_tomorrow_hides_nothing_that_goes_out_today() {
    let (_dir, ledger) = open().await;
    paid_after_it_was_told(&ledger, &reading("C-1", &[StatusWord::Completed], Some("10.00"), 86_400)).await;
}
