use paysheet_domain::FundingState;
use paysheet_practice::CardOutcome;

use crate::{
    cards::charge,
    paying::{patient, until_left_alone, until_state, world},
};

const STATUS_PATH: &str = "/v1/fund/status";

#[tokio::test(flavor = "multi_thread")]
async fn late_money_is_noticed() {
    let world = world().await;
    let top_up = charge(&world, CardOutcome::SettlesLate, "1000").await.top_up;
    until_state(&world.desk, top_up.id, FundingState::Funded).await;
    until_left_alone(&world.desk, top_up.id).await;
    assert_eq!(world.line.asked_at(STATUS_PATH).len(), 3);
    assert_eq!(world.line.charges_sent(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_never_decides_is_left_alone_after_a_while() {
    let world = world().await;
    let top_up = charge(&world, CardOutcome::Pending, "1000").await.top_up;
    let left = until_left_alone(&world.desk, top_up.id).await;
    assert_eq!(left.state, FundingState::Charged, "the answer said so, and the status nothing");
    let asked = world.line.asked_at(STATUS_PATH).len();
    assert!((5..40).contains(&asked), "{asked}: more and more seldom");
    assert_eq!(world.desk.balances().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_asks_where_the_user_stops_it_or_locks() {
    let world = world().await;
    world.desk.set_status_pace(patient());
    let top_up = charge(&world, CardOutcome::Pending, "1000").await.top_up;
    assert!(top_up.watching);
    world.desk.stop_watching(top_up.id);
    assert!(!world.desk.top_up(top_up.id).await.unwrap().top_up.watching);
    world.desk.lock();
    world.desk.watch_open_top_ups().await.unwrap();
    until_left_alone(&world.desk, top_up.id).await;
    assert!(world.desk.check_top_up(top_up.id).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reversal_takes_the_balance_back() {
    let world = world().await;
    let top_up = charge(&world, CardOutcome::Reversed, "1000").await.top_up;
    until_state(&world.desk, top_up.id, FundingState::Funded).await;
    assert_eq!(world.desk.balances().await.unwrap().len(), 1);
    let reversed = world.desk.check_top_up(top_up.id).await.unwrap();
    assert_eq!(reversed.state, FundingState::Reversed);
    assert_eq!(world.desk.balances().await.unwrap(), [], "what it said is no longer so");
}
