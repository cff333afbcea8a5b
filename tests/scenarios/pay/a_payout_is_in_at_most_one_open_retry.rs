use paysheet_desk::{ErrorCode, view::PayrollStatus};
use paysheet_domain::PayoutState;

use crate::{
    double_payment::{account_ending, draft},
    paying_again::{SALARIES, approve, failing, input, one_failed, pay},
    support::{Person, World, code_of, counts, outcomes, until, until_closed},
};

#[tokio::test(flavor = "multi_thread")]
async fn from_the_draft_to_the_failure_of_the_retry() {
    let mut world = World::open().await;
    let (id, _) = one_failed(&world).await;
    let deleted = world.desk.pay_failed(id).await.unwrap();
    assert_eq!(code_of(world.desk.pay_failed(id).await), ErrorCode::NotPayableAgain);
    world.desk.discard_draft(deleted).await.unwrap();

    let retry = world.desk.pay_failed(id).await.unwrap();
    world.review(retry, None).await.unwrap();
    assert_eq!(code_of(world.desk.pay_failed(id).await), ErrorCode::NotPayableAgain, "frozen");
    approve(&world, retry, None).await;
    assert_eq!(code_of(world.desk.pay_failed(id).await), ErrorCode::NotPayableAgain, "approved");
    world.restart().await;
    world.listen().await;
    world.desk.send(retry).await.unwrap();
    until_closed(&world.desk, retry).await;

    // It failed again: it is paid again from there, and not from the first payroll a second time.
    assert_eq!(code_of(world.desk.pay_failed(id).await), ErrorCode::NotPayableAgain, "failed again");
    let second = world.desk.pay_failed(retry).await.unwrap();
    assert_eq!(code_of(world.desk.pay_failed(retry).await), ErrorCode::NotPayableAgain);
    pay(&world, second, None).await;
    let names: Vec<String> = world.desk.payrolls().await.unwrap().into_iter().map(|line| line.name).collect();
    assert_eq!(names[0], "November salaries (retry 2)");
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_withdrawn_retry_leaves_it_to_another() {
    let world = World::open().await;
    let (id, _) = one_failed(&world).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    approve(&world, retry, None).await;
    world.desk.withdraw(retry, None, "Another account first").await.unwrap();
    world.desk.pay_failed(id).await.unwrap();
}

/// Two clicks, or two windows.
#[tokio::test(flavor = "multi_thread")]
async fn whichever_of_two_clicks_is_first() {
    let world = World::open().await;
    let (id, _) = one_failed(&world).await;
    let (one, other) = tokio::join!(world.desk.pay_failed(id), world.desk.pay_failed(id));
    assert!(one.is_ok() != other.is_ok());
}

/// Excluded from a retry that was approved, it is free: the approved one cannot go back to Check and include it again.
#[tokio::test(flavor = "multi_thread")]
async fn also_if_it_was_excluded_from_the_first() {
    let world = World::open().await;
    let other = Person::new("Dayo Failed", &account_ending("0005"), "5000.00");
    let id = draft(&world, &[failing(), other]).await;
    pay(&world, id, Some(input(SALARIES))).await;
    let wanted = counts(&[(PayoutState::Failed, 2)]);
    until(&world.desk, id, |track| outcomes(track) == wanted && track.state == PayrollStatus::Closed).await;
    let first = world.desk.pay_failed(id).await.unwrap();
    world.desk.exclude(first, vec![0]).await.unwrap();
    approve(&world, first, None).await;
    let second = world.desk.pay_failed(id).await.unwrap();
    world.desk.back_to_check(first).await.ok();
    assert_eq!(code_of(world.desk.restore(first, vec![0]).await.map(drop)), ErrorCode::WrongState);
    assert_eq!(world.desk.payroll(first).await.unwrap().state, PayrollStatus::Approved);
    approve(&world, second, None).await;
}
