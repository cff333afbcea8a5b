//! The owner of a funding record: a known top-up, a charge whose answer was lost, or none.

use paysheet_domain::{ChargeResponse, ChargeStage, FundingState, StatusWord};

use super::states::{charged, naira, of_figure, reading};
use crate::{
    FundingFilter, LedgerError, StatusReading,
    tests::support::{at, open},
};

#[tokio::test]
async fn a_record_without_a_currency_is_compared_by_its_digits() {
    for (figure, is_taken) in [
        (Some("500000"), true),
        (Some("500000.00"), true),
        (Some("5000"), false),
        (Some("500000.01"), false),
        (Some("50000000"), false),
        (Some("500000.001"), false),
        (Some("much"), false),
        (None, false),
    ] {
        let (_dir, ledger) = open().await;
        let lost = charged(&ledger, 50_000_000, ChargeResponse::Unknown, &[]).await;
        let mut record = reading("F-1", &[StatusWord::Completed], None, 30);
        record.figure = figure.map(str::to_owned);
        let claimed = ledger.claim_record(lost.id, &record, at(30)).await;
        let state = ledger.funding(lost.id).await.unwrap().state;
        if is_taken {
            assert_eq!(claimed.unwrap().state, FundingState::Funded, "{figure:?}");
        } else {
            assert!(matches!(claimed, Err(LedgerError::NotThisFunding(id)) if id == lost.id), "{figure:?}");
            assert_eq!(state, FundingState::Unknown, "{figure:?}");
        }
    }
}

#[tokio::test]
async fn a_record_is_never_taken_for_another_top_ups() {
    let (_dir, ledger) = open().await;
    let known = charged(&ledger, 500, ChargeResponse::Charged, &["C-1", "CUSTOMER-7"]).await;
    let look_up = async |reading: StatusReading| ledger.look_up(&reading, at(30)).await.unwrap();
    let completed = |reference: &str| reading(reference, &[StatusWord::Completed], None, 30);

    let mut same_customer = completed("F-1");
    same_customer.processor_reference = Some("CUSTOMER-7".to_owned());
    let seen = look_up(same_customer.clone()).await;
    assert_ne!(seen.id, known.id, "others have that reference as well");
    assert_eq!(seen.references, ["F-1"], "and it is never asked by it");
    let found = FundingFilter { text: Some("customer-7".to_owned()), ..FundingFilter::default() };
    assert_eq!(ledger.fundings(&found, 0, 10).await.unwrap().0, 2, "but found by it");
    assert_eq!(look_up(same_customer).await.id, seen.id, "one record is one top-up");

    let mut elsewhere = completed("F-2");
    elsewhere.references.push("C-1".to_owned());
    elsewhere.destination = "https://other.example.com/".to_owned();
    assert_ne!(look_up(elsewhere).await.id, known.id);
    let mut of_another_amount = of_figure(completed("F-3"), "7.00");
    of_another_amount.references.push("C-1".to_owned());
    assert_ne!(look_up(of_another_amount).await.id, known.id);
    assert_eq!(
        ledger.funding(known.id).await.unwrap().state,
        FundingState::Charged,
        "nothing was said of it"
    );

    let mut its_own = of_figure(completed("F-4"), "5");
    its_own.references.push("C-1".to_owned());
    let after = look_up(its_own).await;
    assert_eq!((after.id, after.state), (known.id, FundingState::Funded));
}

#[tokio::test]
async fn a_record_that_is_a_charges_by_a_later_reference_is_not_claimed() {
    let (_dir, ledger) = open().await;
    let lost = charged(&ledger, 500, ChargeResponse::Unknown, &[]).await;
    charged(&ledger, 500, ChargeResponse::Charged, &["C-1", "P-1"]).await;
    let seen = ledger.look_up(&reading("TYPED", &[StatusWord::Completed], None, 20), at(20)).await.unwrap();
    let claim = async |own: Option<&str>, processor: Option<&str>| {
        let mut record = of_figure(reading("TYPED", &[StatusWord::Completed], None, 30), "5.00");
        record.references.extend(own.map(str::to_owned));
        record.processor_reference = processor.map(str::to_owned);
        ledger.claim_record(lost.id, &record, at(30)).await
    };
    assert!(matches!(claim(Some("C-1"), None).await, Err(LedgerError::NotThisFunding(_))));
    assert!(matches!(claim(Some("F-1"), Some("P-1")).await, Err(LedgerError::NotThisFunding(_))));
    assert_eq!(ledger.funding(seen.id).await.unwrap(), seen, "what was looked up stays");
    assert_eq!(claim(Some("F-1"), Some("P-2")).await.unwrap().state, FundingState::Funded);
}

#[tokio::test]
async fn a_lost_charge_gets_its_record_and_no_other() {
    let (_dir, ledger) = open().await;
    let lost = charged(&ledger, 500, ChargeResponse::Unknown, &[]).await;
    let known = charged(&ledger, 600, ChargeResponse::Charged, &["C-2"]).await;
    let mut record = reading("F-1", &[StatusWord::Completed], Some("5.00"), 30);
    record.references.push("P-1".to_owned());
    record.amount = Some(naira(501));
    record.figure = Some("5.00".to_owned());
    let other_amount = ledger.claim_record(lost.id, &record, at(30)).await;
    assert!(matches!(other_amount, Err(LedgerError::NotThisFunding(_))));
    let of_another =
        ledger.claim_record(lost.id, &of_figure(reading("C-2", &[], None, 30), "5.00"), at(30)).await;
    assert!(matches!(of_another, Err(LedgerError::NotThisFunding(id)) if id == lost.id));
    let has_one = ledger.claim_record(known.id, &record, at(30)).await;
    assert!(matches!(has_one, Err(LedgerError::NotThisFunding(_))));

    record.amount = Some(naira(500));
    let seen = ledger.look_up(&record, at(31)).await.unwrap();
    assert_eq!((seen.stage, seen.state), (ChargeStage::LookedUp, FundingState::Funded));
    let claimed = ledger.claim_record(lost.id, &record, at(32)).await.unwrap();
    assert_eq!((claimed.stage, claimed.state), (ChargeStage::Unknown, FundingState::Funded));
    assert_eq!(claimed.references, ["F-1", "P-1"]);
    assert_eq!(ledger.fundings(&FundingFilter::default(), 0, 10).await.unwrap().0, 2, "there is one of it");
    assert_eq!(ledger.balances().await.unwrap()[0].funding, lost.id);
    let fresh = ledger.look_up(&reading("E-1", &[StatusWord::Open], None, 40), at(40)).await.unwrap();
    assert!(fresh.id > seen.id, "an id is never given twice");
}
