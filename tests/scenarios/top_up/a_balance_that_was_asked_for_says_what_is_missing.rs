use paysheet_desk::view::BalanceSource;
use paysheet_domain::{FundingState, PayoutState};
use paysheet_practice::CardOutcome;
use serde_json::json;

use crate::{
    cards::charge,
    paying::{until_state, world},
    support::{Person, World, counts, outcomes, until_closed},
};

const CALL: &str = "/v1/wallet?currency=NGN";

async fn with_the_path(world: &World) {
    let mut settings = world.desk.profile().settings;
    "v1/wallet".clone_into(&mut settings.balance_path);
    world.desk.save_profile(settings).await.unwrap();
}

/// 40,000,000.00 for two people. The practice account has 36,000,000.00.
async fn too_much(world: &World) -> u32 {
    let staff = [("Ada Obi", "0100000199"), ("Bola Ade", "0100000299")];
    world.approved(&staff.map(|(name, account)| Person::new(name, account, "20000000.00"))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn before_anything_was_topped_up() {
    let world = world().await;
    with_the_path(&world).await;
    let id = too_much(&world).await;
    let short = world.desk.shortfall(id).await.unwrap().remove(0);
    let balance = short.balance.unwrap();
    assert_eq!((balance.source, balance.left.as_str()), (BalanceSource::Asked, "36000000.00"));
    assert_eq!(short.missing.as_deref(), Some("4000000.00"));
    assert_eq!(balance.at, "2026-11-20T08:30:00Z", "the time of the answer");

    // A screen that is drawn again does not ask again.
    world.desk.shortfall(id).await.unwrap();
    assert_eq!(world.line.heads_at(CALL).len(), 1);
}

/// Locked, nobody is asked; what was asked before is not shown, either.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_locked_desk_asks_nobody() {
    let world = world().await;
    with_the_path(&world).await;
    let id = too_much(&world).await;
    world.desk.lock();
    assert_eq!(world.desk.shortfall(id).await.unwrap().remove(0).balance, None);
    assert_eq!(world.line.heads_at(CALL).len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn and_without_a_clear_answer_paying_goes_on() {
    let two = json!([{ "balance": 1, "currency": "NGN" }, { "balance": 2, "currency": "NGN" }]);
    for (status, answer) in [
        (500, json!({ "status": "error" })),
        (404, json!({ "status": "error", "message": "no such call" })),
        (200, json!({ "status": "success", "data": two })),
    ] {
        let world = world().await;
        with_the_path(&world).await;
        world.line.answer_at(CALL, status, &answer);
        world.listen().await;
        let id = too_much(&world).await;
        let unknown = world.desk.shortfall(id).await.unwrap().remove(0);
        assert_eq!((unknown.balance, unknown.missing), (None, None), "{status}");
        world.desk.send(id).await.unwrap();
        let track = until_closed(&world.desk, id).await;
        assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 2)]), "{status}");
    }
}

/// Where a top-up reported a balance, that one is shown in place of an answer.
#[tokio::test(flavor = "multi_thread")]
async fn or_the_last_known_balance_is_shown() {
    let world = world().await;
    with_the_path(&world).await;
    world.line.answer_at(CALL, 500, &json!({}));
    let top_up = charge(&world, CardOutcome::Success, "500.50").await.top_up;
    until_state(&world.desk, top_up.id, FundingState::Funded).await;
    let id = too_much(&world).await;
    let short = world.desk.shortfall(id).await.unwrap().remove(0);
    assert_eq!(short.missing.as_deref(), Some("3999499.50"));
    assert_eq!(short.balance.unwrap().source, BalanceSource::TopUp);
}

/// The balance from before the money arrived would still be known.
#[tokio::test(flavor = "multi_thread")]
async fn and_not_after_a_top_up() {
    let world = world().await;
    with_the_path(&world).await;
    let id = too_much(&world).await;
    assert!(world.desk.shortfall(id).await.unwrap().remove(0).missing.is_some());
    let top_up = charge(&world, CardOutcome::Success, "4000000.00").await.top_up;
    until_state(&world.desk, top_up.id, FundingState::Funded).await;
    let enough = world.desk.shortfall(id).await.unwrap().remove(0);
    assert_eq!((enough.missing, enough.balance.unwrap().source), (None, BalanceSource::Asked));
}
