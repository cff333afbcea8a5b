use paysheet_domain::{FundingState, ValidationEnd};
use paysheet_practice::CardOutcome;

use crate::{
    cards::charge,
    paying::{patient, send, until_left_alone, until_state, world},
};

#[tokio::test(flavor = "multi_thread")]
async fn closed_by_the_user_or_timed_out() {
    for end in [ValidationEnd::Closed, ValidationEnd::TimedOut] {
        let world = world().await;
        let page = charge(&world, CardOutcome::Redirect, "1000").await.page.unwrap();
        let url = page.url().as_str().to_owned();
        let left = world.desk.end_validation(page.top_up(), end).await.unwrap();
        assert_eq!((left.state, left.validation_end), (FundingState::Pending, Some(end)));
        let pending = until_left_alone(&world.desk, page.top_up()).await;
        assert_eq!(pending.state, FundingState::Pending, "nobody knows, and nothing is made up");
        assert!(pending.can_check);

        // The payer had confirmed on a telephone after all.
        send(&page, &url, "otp=123456&action=confirm").await;
        let checked = world.desk.check_top_up(page.top_up()).await.unwrap();
        assert_eq!(checked.state, FundingState::Funded);
        assert_eq!((world.line.charges_sent(), world.practice.top_ups()[0].completions), (1, 1));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn left_to_itself_it_times_out_by_itself() {
    let world = world().await;
    let page = charge(&world, CardOutcome::Redirect, "1000").await.page.unwrap();
    let pending = until_state(&world.desk, page.top_up(), FundingState::Pending).await;
    assert_eq!(pending.validation_end, Some(ValidationEnd::TimedOut));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_that_nobody_types() {
    let world = world().await;
    let top_up = charge(&world, CardOutcome::Otp, "1000").await.top_up;
    let left = world.desk.end_validation(top_up.id, ValidationEnd::Closed).await.unwrap();
    assert_eq!(left.state, FundingState::Pending);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_in_the_middle_asks_again_once_unlocked() {
    let mut world = world().await;
    world.desk.set_status_pace(patient());
    let page = charge(&world, CardOutcome::Redirect, "1000").await.page.unwrap();
    let url = page.url().as_str().to_owned();
    send(&page, &url, "otp=123456&action=confirm").await;
    let recovery = world.restart().await;
    assert!(recovery.charges_unknown.is_empty());
    until_state(&world.desk, page.top_up(), FundingState::Funded).await;
}
