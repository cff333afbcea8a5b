//! A batch was refused and taken back, a row was corrected and sent again, and then a report proves that the service had the
//! refused batch after all. The person of that row has two payments. What is known of one decides about the other.

use paysheet_desk::{ErrorCode, view::QuestionKind};
use paysheet_domain::{PayoutState, account::nuban};

use crate::{
    double_payment::{account_ending, draft, staff},
    former_batches::{hear, last_references, refuse, refused, tracked},
    paying_again::{SALARIES, approve, correct, decide_reported_failures, input, pay},
    support::{World, call_back, code_of, counts, outcomes, report, typed, until},
};

const ROW: u32 = 1;

/// Three people in a batch that was refused. One was corrected, and all were sent: that one failed. Returns the payroll
/// and the reference of the refused payment.
async fn corrected_and_failed(world: &World) -> (u32, String) {
    let (id, first) = refused(world, 3).await;
    correct(world, id, ROW, &account_ending("0004")).await;
    pay(world, id, Some(input(SALARIES))).await;
    let wanted = counts(&[(PayoutState::Paid, 2), (PayoutState::Failed, 1)]);
    until(&world.desk, id, |track| outcomes(track) == wanted).await;
    (id, first[ROW as usize].clone())
}

async fn payable_again(world: &World, id: u32) -> u32 {
    world.desk.payroll(id).await.unwrap().payable_again.iter().map(|total| total.count).sum()
}

/// What is reported of the refused payment, and whether somebody is paid again for the corrected one that failed.
#[tokio::test(flavor = "multi_thread")]
async fn if_the_first_one_is_paid_or_may_be() {
    for code in ["00", "02"] {
        let world = World::open().await;
        let (id, first) = corrected_and_failed(&world).await;
        assert_eq!(payable_again(&world, id).await, 1);
        assert_eq!(call_back(&world.heard_at, &report(&first, code)).await, 200);
        tracked(&world, id).await;
        assert_eq!(payable_again(&world, id).await, 0, "{code}");
        assert!(world.desk.pay_failed(id).await.is_err(), "{code}");
    }
}

/// The retry was made before that report arrives.
#[tokio::test(flavor = "multi_thread")]
async fn if_the_first_one_is_paid_after_the_retry_was_made() {
    for is_reviewed in [false, true] {
        let world = World::open().await;
        let (id, first) = corrected_and_failed(&world).await;
        let retry = world.desk.pay_failed(id).await.unwrap();
        correct(&world, retry, 0, &nuban("058", "040001234").unwrap()).await;
        let before = if is_reviewed { Some(world.review(retry, None).await.unwrap()) } else { None };
        hear(&world, &first).await;
        tracked(&world, id).await;
        let review = match before {
            Some(before) => before,
            None => world.review(retry, None).await.unwrap(),
        };
        decide_reported_failures(&world, retry).await;
        let open: Vec<_> = world.desk.questions(retry).await.unwrap();
        let open: Vec<_> = open.iter().filter(|it| it.open > 0).map(|it| it.kind).collect();
        assert_eq!(open, [QuestionKind::NoLongerFailed]);
        let refused = world.desk.approve(retry, &review.fingerprint, &typed(&review)).await;
        assert_eq!(code_of(refused), ErrorCode::QuestionsOpen);
    }
}

/// The corrected payment failed and was paid again, and then the refused one is reported as failed.
#[tokio::test(flavor = "multi_thread")]
async fn if_the_retry_of_the_other_is_paid() {
    let world = World::open().await;
    let (id, first) = corrected_and_failed(&world).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    correct(&world, retry, 0, &nuban("058", "040001234").unwrap()).await;
    pay(&world, retry, None).await;
    let wanted = counts(&[(PayoutState::Paid, 1)]);
    until(&world.desk, retry, |track| outcomes(track) == wanted).await;
    assert_eq!(call_back(&world.heard_at, &report(&first, "51")).await, 200);
    let former = tracked(&world, id).await;
    until(&world.desk, former, |track| outcomes(track).contains_key("Failed")).await;
    assert_eq!(payable_again(&world, former).await, 0);
    assert!(world.desk.pay_failed(former).await.is_err());
}

/// Where both failed, one of them is paid again, once.
#[tokio::test(flavor = "multi_thread")]
async fn but_a_second_time_if_both_failed() {
    let world = World::open().await;
    let (id, first) = corrected_and_failed(&world).await;
    assert_eq!(call_back(&world.heard_at, &report(&first, "51")).await, 200);
    let former = tracked(&world, id).await;
    until(&world.desk, former, |track| outcomes(track).contains_key("Failed")).await;
    assert_eq!((payable_again(&world, id).await, payable_again(&world, former).await), (1, 1));
    let retry = world.desk.pay_failed(former).await.unwrap();
    assert_eq!((payable_again(&world, id).await, payable_again(&world, former).await), (0, 0));
    assert!(world.desk.pay_failed(id).await.is_err());
    correct(&world, retry, 0, &nuban("058", "040001234").unwrap()).await;
    approve(&world, retry, None).await;
}

/// A retry was refused in part, corrected, refused again and taken back, while the service had its first batch. What it
/// was to pay again is not offered to another retry.
#[tokio::test(flavor = "multi_thread")]
async fn if_the_retry_itself_was_taken_back() {
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
    world.set_batch_size(1).await;
    refuse(&world);
    pay(&world, retry, None).await;
    let first = last_references(&world);
    world.desk.take_back(retry).await.unwrap();
    correct(&world, retry, 0, &nuban("058", "040005678").unwrap()).await;
    refuse(&world);
    pay(&world, retry, None).await;
    hear(&world, &first[0]).await;
    tracked(&world, retry).await;
    let _ = world.desk.take_back(retry).await;
    approve(&world, retry, None).await;
    assert_eq!(payable_again(&world, failed).await, 0);
    assert!(world.desk.pay_failed(failed).await.is_err());
}

/// Both batches were refused although the service had them, and the draft that both were taken back to has nobody left. Its
/// row is forgotten with it, and not that its two payments were one.
#[tokio::test(flavor = "multi_thread")]
async fn although_their_draft_was_discarded() {
    let world = World::open().await;
    let (id, first) = refused(&world, 1).await;
    correct(&world, id, 0, &nuban("058", "040001234").unwrap()).await;
    refuse(&world);
    pay(&world, id, Some(input(SALARIES))).await;
    let second = last_references(&world);
    assert_ne!(first, second);
    world.desk.take_back(id).await.unwrap();
    assert_eq!(call_back(&world.heard_at, &report(&first[0], "51")).await, 200);
    assert_eq!(call_back(&world.heard_at, &report(&second[0], "00")).await, 200);
    let links = until(&world.desk, id, |track| track.sent_after_all_in.len() == 2).await.sent_after_all_in;
    let mut offered = Vec::new();
    for is_discarded in [false, true] {
        if is_discarded {
            world.desk.discard_draft(id).await.unwrap();
        }
        for link in &links {
            offered.push(payable_again(&world, link.payroll).await);
            assert!(world.desk.pay_failed(link.payroll).await.is_err(), "{is_discarded}");
        }
    }
    assert_eq!(offered, [0; 4]);
}
