//! Somebody asks what became of a payment: its page says how it was sent, and what the account got before and after.

use paysheet_desk::{AppError, ErrorCode, view::PaymentView};
use paysheet_domain::{AttemptResult, PayoutStatus};

use crate::{
    double_payment::{NOVEMBER, paid, pay_anyway, staff},
    support::{Then, World, people, until, until_closed},
};

/// The page of the payment to the first person.
async fn page(world: &World, id: u32) -> PaymentView {
    let payouts = world.desk.payouts(id, &Default::default(), 0, 10).await.unwrap();
    world.desk.payment(id, &payouts.rows[0].reference).await.unwrap()
}

/// The payrolls of the earlier payments to the account, and of the later ones.
fn names(page: &PaymentView) -> [Vec<&str>; 2] {
    [&page.account.earlier, &page.account.later]
        .map(|payments| payments.iter().map(|payment| payment.payroll_name.as_str()).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn of_all_payrolls() {
    let world = World::open().await;
    let october = paid(&world, &staff(0..2), "October salaries", "2026-10").await;
    let first = page(&world, october).await;
    assert_eq!(names(&first), [vec![], vec![]] as [Vec<&str>; 2], "nobody else's payments");
    pay_anyway(&world, &staff(0..1), "November salaries", NOVEMBER).await;
    let lines = world.desk.payrolls().await.unwrap();
    let november = lines.iter().find(|line| line.name == "November salaries").unwrap().id;
    until_closed(&world.desk, november).await;

    let page_of_november = page(&world, november).await;
    assert_eq!(names(&page_of_november), [vec!["October salaries"], vec![]]);
    let earlier = &page_of_november.account.earlier[0];
    assert_eq!((earlier.payroll, &earlier.reference), (october, &first.payout.reference));
    assert_eq!((earlier.amount.as_str(), earlier.status), (first.payout.amount.as_str(), PayoutStatus::Paid));
    assert!(earlier.at.is_some());
    assert_eq!(names(&page(&world, october).await), [vec![], vec!["November salaries"]]);

    let person = world.desk.person(&page_of_november.account.person).await.unwrap();
    assert_eq!(person.payments.len(), 2, "the person's page has all of them");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_each_attempt_to_send_it() {
    let world = World::without_callbacks().await;
    world.line.next([Then::answer(400, r#"{"status":"error","message":"Insufficient balance"}"#)]);
    let id = world.sent(&people(2)).await;
    world.desk.continue_sending(id, None).await.unwrap();
    until(&world.desk, id, |track| !track.sending).await;

    let payment = page(&world, id).await;
    let outcomes: Vec<_> = payment.attempts.iter().map(|attempt| (attempt.number, attempt.outcome)).collect();
    let [accepted, refused] = [AttemptResult::Accepted, AttemptResult::NotAccepted];
    assert_eq!(outcomes, [(2, Some(accepted)), (1, Some(refused))], "the last one first");
    assert_eq!(payment.attempts[1].message.as_deref(), Some("Insufficient balance"));
    assert_eq!(payment.account.earlier, [], "the attempts are of one payment");
    assert!(payment.payout.can_decide);
    let unknown = world.desk.payment(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ").await.unwrap_err();
    assert_eq!(AppError::from(&unknown).code(), ErrorCode::NotFound);
}

#[tokio::test(flavor = "multi_thread")]
async fn before_it_was_sent() {
    let world = World::without_callbacks().await;
    let id = world.approved(&people(1)).await;
    let payment = page(&world, id).await;
    assert_eq!((payment.attempts.len(), payment.sent_at, payment.payout.can_decide), (0, None, false));
}
