use paysheet_domain::FundingState;
use paysheet_practice::CardOutcome;

use crate::{
    cards::charge,
    paying::{until_state, world},
    support::{call_back, eventually, report},
};

const STATUS: &str = "/v1/fund/status";

/// It is no result of a payment, and proves nothing: the service is asked.
#[tokio::test(flavor = "multi_thread")]
async fn and_is_no_report_about_an_unknown_reference() {
    let world = world().await;
    world.listen().await;
    let charged = charge(&world, CardOutcome::SettlesLate, "1200.50").await.top_up;
    world.desk.stop_watching(charged.id);
    let asked = world.line.asked_at(STATUS).len();
    let reference = charged.reference.unwrap();
    assert_eq!(call_back(&world.heard_at, &report(&reference.to_lowercase(), "00")).await, 200);
    until_state(&world.desk, charged.id, FundingState::Funded).await;
    assert!(world.line.asked_at(STATUS).len() > asked);
    assert_eq!(world.desk.unknown_reports().await.unwrap().total, 0);
}

/// Anybody who has the address could send them.
#[tokio::test(flavor = "multi_thread")]
async fn and_many_of_them_ask_once() {
    let world = world().await;
    world.listen().await;
    let charged = charge(&world, CardOutcome::Success, "1200.50").await.top_up;
    until_state(&world.desk, charged.id, FundingState::Funded).await;
    world.desk.stop_watching(charged.id);
    let asked = world.line.asked_at(STATUS).len();
    let reference = charged.reference.unwrap();
    for _ in 0..50 {
        call_back(&world.heard_at, &report(&reference, "RV")).await;
    }
    eventually(async || {
        let now = world.line.asked_at(STATUS).len();
        if now > asked { Ok(()) } else { Err("not asked yet".to_owned()) }
    })
    .await;
    assert_eq!(world.line.asked_at(STATUS).len(), asked + 1);
    let entry = world.desk.top_up(charged.id).await.unwrap();
    assert_eq!(entry.top_up.state, FundingState::Funded, "a callback is no proof");
}
