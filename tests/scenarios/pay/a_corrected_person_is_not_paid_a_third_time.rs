//! A batch was refused and its people were corrected, and the corrected payment failed. Then a report proves that the service
//! had the refused batch after all, so that one person has two payments.
//!
//! Nobody is paid twice: the two are of one chain, in which only the last payment is paid again, and not without a decision
//! while another one is paid or may be.

use paysheet_desk::{ErrorCode, view::QuestionKind};
use paysheet_domain::{BatchState, PayoutState, account::nuban};

use crate::{
    double_payment::{account_ending, draft, staff},
    paying_again::{SALARIES, approve, correct, decide_reported_failures, input, pay, refuse},
    support::{World, call_back, code_of, counts, outcomes, report, states, typed, until},
};

const ROW: u32 = 1;

/// Three people in a batch that was refused. One was corrected, and all were sent: that one failed. Returns the payroll, the
/// one that corrects it, and the reference of the refused payment.
async fn corrected_and_failed(world: &World) -> (u32, u32, String) {
    let id = draft(world, &staff(0..3)).await;
    refuse(world, "recipients[1].accountNumber: closed");
    pay(world, id, Some(input(SALARIES))).await;
    let payouts = world.desk.payouts(id, &Default::default(), 0, 10).await.unwrap().rows;
    let refused = payouts.into_iter().find(|row| row.position == ROW).unwrap().reference;
    let new = world.desk.correct(id).await.unwrap();
    correct(world, new, ROW, &account_ending("0004")).await;
    pay(world, new, None).await;
    let wanted = counts(&[(PayoutState::Paid, 2), (PayoutState::Failed, 1)]);
    until(&world.desk, new, |track| outcomes(track) == wanted).await;
    (id, new, refused)
}

async fn payable_again(world: &World, id: u32) -> u32 {
    world.desk.payroll(id).await.unwrap().payable_again.iter().map(|total| total.count).sum()
}

async fn deliver(world: &World, id: u32, reference: &str, code: &str) {
    assert_eq!(call_back(&world.heard_at, &report(reference, code)).await, 200);
    until(&world.desk, id, |track| states(track) != [BatchState::Withdrawn]).await;
}

/// The retry is made after the report, or before it, and reviewed before it or not.
#[tokio::test(flavor = "multi_thread")]
async fn if_the_first_one_is_paid_or_may_be() {
    for (code, kind) in [("00", QuestionKind::NoLongerFailed), ("02", QuestionKind::UnderWay)] {
        for heard_at_step in 0..3 {
            let world = World::open().await;
            let (id, new, refused) = corrected_and_failed(&world).await;
            assert_eq!(payable_again(&world, new).await, 1);
            if heard_at_step == 0 {
                deliver(&world, id, &refused, code).await;
            }
            let retry = world.desk.pay_failed(new).await.unwrap();
            correct(&world, retry, 0, &nuban("058", "040001234").unwrap()).await;
            if heard_at_step == 1 {
                deliver(&world, id, &refused, code).await;
            }
            let review = world.review(retry, None).await.unwrap();
            if heard_at_step == 2 {
                deliver(&world, id, &refused, code).await;
            }
            decide_reported_failures(&world, retry).await;
            let open: Vec<_> = world.desk.questions(retry).await.unwrap();
            let open: Vec<_> = open.iter().filter(|it| it.open > 0).map(|it| it.kind).collect();
            assert_eq!(open, [kind], "{code} {heard_at_step}");
            let approval = world.desk.approve(retry, &review.fingerprint, &typed(&review)).await;
            assert_eq!(code_of(approval), ErrorCode::QuestionsOpen);
        }
    }
}

/// The corrected payment failed and was paid again, and then the refused one is reported as failed.
#[tokio::test(flavor = "multi_thread")]
async fn if_the_retry_of_the_other_is_paid() {
    let world = World::open().await;
    let (id, new, refused) = corrected_and_failed(&world).await;
    let retry = world.desk.pay_failed(new).await.unwrap();
    correct(&world, retry, 0, &nuban("058", "040001234").unwrap()).await;
    pay(&world, retry, None).await;
    until(&world.desk, retry, |track| outcomes(track) == counts(&[(PayoutState::Paid, 1)])).await;
    deliver(&world, id, &refused, "51").await;
    until(&world.desk, id, |track| outcomes(track).contains_key("Failed")).await;
    assert_eq!(payable_again(&world, id).await, 0);
    assert!(world.desk.pay_failed(id).await.is_err());
}

/// Where both failed, the last one is paid again, once.
#[tokio::test(flavor = "multi_thread")]
async fn but_a_second_time_if_both_failed() {
    let world = World::open().await;
    let (id, new, refused) = corrected_and_failed(&world).await;
    deliver(&world, id, &refused, "51").await;
    until(&world.desk, id, |track| outcomes(track).contains_key("Failed")).await;
    assert_eq!((payable_again(&world, id).await, payable_again(&world, new).await), (0, 1));
    let retry = world.desk.pay_failed(new).await.unwrap();
    assert!(world.desk.pay_failed(id).await.is_err() && world.desk.pay_failed(new).await.is_err());
    correct(&world, retry, 0, &nuban("058", "040001234").unwrap()).await;
    approve(&world, retry, None).await;
}

/// A retry was refused and corrected, twice, while the service had its first batch. What it was to pay again is not offered
/// to another retry.
#[tokio::test(flavor = "multi_thread")]
async fn if_the_retry_itself_was_corrected() {
    let world = World::open().await;
    let failing: Vec<_> = staff(0..2)
        .into_iter()
        .zip(["10004", "20004"])
        .map(|(person, end)| crate::support::Person { account: account_ending(end), ..person })
        .collect();
    let failed = draft(&world, &failing).await;
    pay(&world, failed, Some(input("October salaries"))).await;
    until(&world.desk, failed, |track| outcomes(track) == counts(&[(PayoutState::Failed, 2)])).await;

    let retry = world.desk.pay_failed(failed).await.unwrap();
    correct(&world, retry, 0, &nuban("058", "040001234").unwrap()).await;
    correct(&world, retry, 1, &nuban("058", "040001235").unwrap()).await;
    refuse(&world, "closed");
    pay(&world, retry, None).await;
    let refused =
        world.desk.payouts(retry, &Default::default(), 0, 10).await.unwrap().rows[0].reference.clone();
    let second = world.desk.correct(retry).await.unwrap();
    refuse(&world, "closed");
    pay(&world, second, None).await;
    let third = world.desk.correct(second).await.unwrap();
    assert_eq!(payable_again(&world, failed).await, 0);
    assert!(world.desk.pay_failed(failed).await.is_err());
    deliver(&world, retry, &refused, "00").await;
    assert_eq!(payable_again(&world, failed).await, 0);
    assert!(world.desk.pay_failed(failed).await.is_err());
    let review = world.review(third, None).await.unwrap();
    decide_reported_failures(&world, third).await;
    let approval = world.desk.approve(third, &review.fingerprint, &typed(&review)).await;
    assert_eq!(
        code_of(approval),
        ErrorCode::QuestionsOpen,
        "the service has both of its people in the first batch"
    );
}

/// Somebody is excluded from a retry, which is refused and corrected. Included once more there, they are still who was to be
/// paid again.
#[tokio::test(flavor = "multi_thread")]
async fn if_they_were_excluded_from_what_was_corrected() {
    let world = World::open().await;
    let failing: Vec<_> = staff(0..2)
        .into_iter()
        .zip(["10004", "20004"])
        .map(|(person, end)| crate::support::Person { account: account_ending(end), ..person })
        .collect();
    let failed = draft(&world, &failing).await;
    pay(&world, failed, Some(input("October salaries"))).await;
    until(&world.desk, failed, |track| outcomes(track) == counts(&[(PayoutState::Failed, 2)])).await;
    let payouts = world.desk.payouts(failed, &Default::default(), 0, 10).await.unwrap().rows;
    let first = payouts.into_iter().find(|row| row.position == 0).unwrap().reference;

    let retry = world.desk.pay_failed(failed).await.unwrap();
    world.desk.exclude(retry, vec![0]).await.unwrap();
    correct(&world, retry, 1, &nuban("058", "040001235").unwrap()).await;
    refuse(&world, "closed");
    pay(&world, retry, None).await;
    let new = world.desk.correct(retry).await.unwrap();
    world.desk.restore(new, vec![0]).await.unwrap();
    correct(&world, new, 0, &nuban("058", "040001234").unwrap()).await;
    assert_eq!(payable_again(&world, failed).await, 0, "the new payroll has both");
    assert!(world.desk.pay_failed(failed).await.is_err());
    assert_eq!(call_back(&world.heard_at, &report(&first, "00")).await, 200);
    until(&world.desk, failed, |track| {
        !track.outcomes.is_empty() && outcomes(track).get("Failed") == Some(&1)
    })
    .await;
    let review = world.review(new, None).await.unwrap();
    decide_reported_failures(&world, new).await;
    let open: Vec<_> = world.desk.questions(new).await.unwrap();
    let open: Vec<_> = open.iter().filter(|it| it.open > 0).map(|it| (it.kind, it.open)).collect();
    assert_eq!(open, [(QuestionKind::NoLongerFailed, 1)]);
    let approval = world.desk.approve(new, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(approval), ErrorCode::QuestionsOpen);
}
