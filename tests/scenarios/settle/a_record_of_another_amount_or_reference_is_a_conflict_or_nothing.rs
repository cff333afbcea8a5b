use paysheet_desk::view::PayrollStatus;
use paysheet_domain::PayoutState;
use serde_json::{Value, json};

use crate::{
    asking::{answer_with, ask, asking_world, paid_record},
    support::{World, counts, outcomes, people, references},
};

async fn sent_to_one() -> (World, u32, String) {
    let world = asking_world().await;
    let id = world.sent(&people(1)).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    (world, id, reference)
}

fn with(mut record: Value, name: &str, value: Value) -> Value {
    record[name] = value;
    record
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contradiction_is_kept_and_nobody_is_paid_by_it() {
    for (name, value) in [
        ("amount", json!(100)),
        ("amount", json!("1000.001")),
        ("currency", json!("GHS")),
        ("providerResponseCode", json!("51")),
        ("status", json!("failed")),
    ] {
        let (world, id, reference) = sent_to_one().await;
        answer_with(&world, &with(paid_record(&reference, &json!("1000.00")), name, value.clone()));
        let (_, track) = ask(&world, id).await;
        assert_eq!(outcomes(&track), counts(&[(PayoutState::Conflict, 1)]), "{name} {value}");
        assert_ne!(track.state, PayrollStatus::Closed);
        // A later answer that agrees does not hide the contradiction.
        answer_with(&world, &paid_record(&reference, &json!(1000)));
        let (_, track) = ask(&world, id).await;
        assert_eq!(outcomes(&track), counts(&[(PayoutState::Conflict, 1)]), "{name} {value}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_of_something_else_or_without_an_end_changes_nothing() {
    let (world, id, reference) = sent_to_one().await;
    let paid = paid_record(&reference, &json!(1000));
    for (name, value) in [
        ("ref", json!("SOMEBODY-ELSE")),
        ("ref", json!(null)),
        ("system_type", json!("wallet-fund")),
        ("status", json!("pending")),
        ("status", json!("started")),
        ("status", json!("success")),
        ("providerResponseCode", json!(null)),
    ] {
        answer_with(&world, &with(paid.clone(), name, value.clone()));
        let (_, track) = ask(&world, id).await;
        assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 1)]), "{name} {value}");
    }
    answer_with(&world, &paid);
    let (_, track) = ask(&world, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 1)]));
    assert_eq!(track.state, PayrollStatus::Closed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reversal_that_is_reported_when_asked_needs_no_confirmation() {
    let (world, id, reference) = sent_to_one().await;
    answer_with(&world, &with(paid_record(&reference, &json!(1000)), "reversed", json!(true)));
    let (_, track) = ask(&world, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Reversed, 1)]));
}
