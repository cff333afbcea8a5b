use paysheet_desk::{
    ErrorCode,
    view::{RecordField, TopUpKind, TopUpRecordView},
};
use paysheet_domain::FundingState;
use paysheet_practice::CardOutcome;

use crate::{
    cards::charge,
    paying::{until_state, world},
    support::code_of,
};

fn value(record: &TopUpRecordView, name: RecordField) -> Option<&str> {
    record.fields.iter().find(|field| field.name == name).map(|field| field.value.as_str())
}

fn custom<'a>(record: &'a TopUpRecordView, name: &str) -> Option<&'a str> {
    record.custom.iter().find(|field| field.name == name).map(|field| field.value.as_str())
}

#[tokio::test(flavor = "multi_thread")]
async fn of_e_bills_pos_and_vouchers_with_the_whole_record() {
    let world = world().await;
    for (reference, state, amount) in [
        (" EBILLS-1001 ", FundingState::Funded, "36000000.00"),
        ("POS-1002", FundingState::Pending, "2500000.00"),
        ("VOUCHER-1003", FundingState::Failed, "500000.00"),
    ] {
        let found = world.desk.look_up_reference(reference).await.unwrap();
        assert_eq!((found.state, found.kind), (state, TopUpKind::LookedUp));
        assert_eq!(found.amount.as_deref(), Some(amount));
        let again = world.desk.look_up_reference(reference).await.unwrap();
        assert_eq!(again.id, found.id, "one reference is one top-up");
    }
    let detail = world.desk.top_up(1).await.unwrap();
    let record = detail.record.unwrap();
    assert_eq!(value(&record, RecordField::Status), Some("completed"));
    assert_eq!(value(&record, RecordField::SystemType), Some("wallet-fund"));
    assert_eq!(value(&record, RecordField::WalletCharged), Some("true"));
    assert_eq!(value(&record, RecordField::LinkingReference), None, "what it does not say is not shown");
    assert_eq!(custom(&record, "customerName"), Some("KOLA FOODS LTD"));
    assert_eq!(custom(&record, "sourceBankName"), Some("Practice Bank"));
    assert_eq!(custom(&record, "token"), Some("[removed]"), "it may open something");
    assert_eq!(detail.events.len(), 3);
    assert_eq!(world.desk.balances().await.unwrap()[0].balance, "36000000.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_card_it_is_the_top_up_that_is_known_already() {
    let world = world().await;
    let top_up = charge(&world, CardOutcome::Success, "1000").await.top_up;
    until_state(&world.desk, top_up.id, FundingState::Funded).await;
    let taken = world.practice.top_ups().remove(0);
    for reference in [taken.reference, taken.processor_reference] {
        assert_eq!(world.desk.look_up_reference(&reference).await.unwrap().id, top_up.id);
    }
    assert_eq!(world.desk.top_ups(&Default::default(), 0, 10).await.unwrap().total, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_nobody_knows_leaves_no_trace() {
    let world = world().await;
    let refused = async |reference| code_of(world.desk.look_up_reference(reference).await);
    assert_eq!(refused("NOBODY-1").await, ErrorCode::ServiceRefused);
    assert_eq!(refused("  ").await, ErrorCode::ValueInvalid);
    assert_eq!(refused(&"x".repeat(121)).await, ErrorCode::ValueInvalid);
    assert_eq!(world.desk.top_ups(&Default::default(), 0, 10).await.unwrap().total, 0);
}
