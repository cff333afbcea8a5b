use paysheet_desk::view::QuestionKind;
use paysheet_domain::PayoutState;

use crate::{
    double_payment::{
        DECEMBER, EVERY_LEFT, NOVEMBER, OCTOBER, approve, draft, left, nobody, paid, paid_twice, queued,
        review, sent, staff, try_pay,
    },
    support::{HandClock, Person, Then, World, counts, outcomes, references, until_closed},
};

/// Ten others, and one who is in the payroll of `staff(0..3)`.
fn with_one_of_them() -> Vec<Person> {
    [staff(2..3), staff(20..30)].concat()
}

/// Pays them under a name of their own, deciding nothing, and answers whether anything left the desk.
async fn left_the_desk(world: &World, period: &str) -> bool {
    let before = world.line.sent().len();
    let id = draft(world, &with_one_of_them()).await;
    let refused = try_pay(world, id, "Night shift", period).await.is_err();
    let left = world.line.sent().len() > before;
    assert_eq!(refused, !left, "what is not sent is said");
    left
}

async fn world(clock: &HandClock) -> World {
    let world = World::at_the_time_of(clock).await;
    world.listen().await;
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn under_way() {
    let world = World::without_callbacks().await;
    sent(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    assert!(!left_the_desk(&world, NOVEMBER).await);
    assert!(!left_the_desk(&world, DECEMBER).await, "whatever it is for");
    assert_eq!(paid_twice(&world), nobody());
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown() {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    sent(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    assert!(!left_the_desk(&world, NOVEMBER).await);
    assert!(!left_the_desk(&world, DECEMBER).await, "whatever it is for");
    assert_eq!(paid_twice(&world), nobody());
}

/// One click would pay them by it.
#[tokio::test(flavor = "multi_thread")]
async fn that_waits_for_a_click() {
    let mut gone = Vec::new();
    for state in EVERY_LEFT {
        for period in [NOVEMBER, DECEMBER] {
            let world = World::without_callbacks().await;
            left(&world, state, &staff(0..3), "November salaries").await;
            if left_the_desk(&world, period).await {
                gone.push(format!("{state:?}, {period}"));
            }
        }
    }
    assert_eq!(gone, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn paid_for_the_same_period() {
    let clock = HandClock::default();
    let world = world(&clock).await;
    paid(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    clock.pass_days(20);
    assert!(!left_the_desk(&world, NOVEMBER).await);
    assert_eq!(paid_twice(&world), nobody());
}

#[tokio::test(flavor = "multi_thread")]
async fn paid_three_days_ago() {
    let clock = HandClock::default();
    let world = world(&clock).await;
    paid(&world, &staff(0..3), "October salaries", OCTOBER).await;
    clock.pass_days(3);
    assert!(!left_the_desk(&world, NOVEMBER).await);
    assert_eq!(paid_twice(&world), nobody());
}

/// The computer's clock was weeks ahead that day, and was put right since.
#[tokio::test(flavor = "multi_thread")]
async fn paid_on_a_day_that_is_yet_to_come() {
    let clock = HandClock::default();
    let world = world(&clock).await;
    clock.pass_days(40);
    paid(&world, &staff(0..3), "October salaries", OCTOBER).await;
    clock.pass_days(-40);
    assert!(!left_the_desk(&world, NOVEMBER).await);
    assert_eq!(paid_twice(&world), nobody());
}

/// The service took them long ago and never told what became of it.
#[tokio::test(flavor = "multi_thread")]
async fn under_way_for_weeks() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    sent(&world, &staff(0..3), "October salaries", OCTOBER).await;
    clock.pass_days(60);
    assert!(!left_the_desk(&world, NOVEMBER).await);
}

/// Every month's payroll.
#[tokio::test(flavor = "multi_thread")]
async fn but_who_was_paid_weeks_ago_for_an_earlier_period_is() {
    let clock = HandClock::default();
    let world = world(&clock).await;
    paid(&world, &staff(0..3), "October salaries", OCTOBER).await;
    clock.pass_days(20);
    assert!(left_the_desk(&world, NOVEMBER).await);
    assert_eq!(queued(&world)[&staff(2..3)[0].account], 2);
}

/// A draft pays nobody, nor does what stands on the Approve screen, and who was left out is in no payroll.
#[tokio::test(flavor = "multi_thread")]
async fn and_so_is_who_is_in_no_approved_payroll() {
    let world = World::without_callbacks().await;
    draft(&world, &staff(0..3)).await;
    let shown = draft(&world, &staff(0..3)).await;
    review(&world, shown, "November salaries", NOVEMBER).await.unwrap();
    let id = draft(&world, &staff(0..3)).await;
    world.desk.exclude(id, vec![2]).await.unwrap();
    try_pay(&world, id, "All but one", NOVEMBER).await.unwrap();
    assert!(left_the_desk(&world, NOVEMBER).await);
    assert_eq!(queued(&world)[&staff(2..3)[0].account], 1);
}

/// Whom the bank did not pay may be paid, once the user says how that is known: callbacks are not signed.
#[tokio::test(flavor = "multi_thread")]
async fn and_so_is_whose_payout_failed() {
    let world = World::open().await;
    let account = crate::double_payment::account_ending("0004");
    let failing = [Person { account, ..staff(2..3).remove(0) }];
    let id = sent(&world, &failing, "November salaries", NOVEMBER).await;
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Failed, 1)]));
    let again = draft(&world, &[failing.to_vec(), staff(20..30)].concat()).await;
    let name = "Whom the bank did not pay";
    let refused = try_pay(&world, again, name, NOVEMBER).await;
    assert_eq!(crate::support::code_of(refused), paysheet_desk::ErrorCode::QuestionsOpen);
    crate::paying_again::decide_reported_failures(&world, again).await;
    try_pay(&world, again, name, NOVEMBER).await.unwrap();
    assert_eq!(world.line.sent().len(), 2);
}

/// The answer was that the payment failed. It says nothing about one that arrived.
#[tokio::test(flavor = "multi_thread")]
async fn but_not_if_it_turns_out_to_be_paid() {
    for then in ["before the approval", "before it is sent"] {
        let world = World::open().await;
        let account = crate::double_payment::account_ending("0004");
        let failing = [Person { account, ..staff(2..3).remove(0) }];
        let id = sent(&world, &failing, "November salaries", NOVEMBER).await;
        until_closed(&world.desk, id).await;
        let again = draft(&world, &[failing.to_vec(), staff(20..30)].concat()).await;
        let shown = review(&world, again, "Night shift", NOVEMBER).await.unwrap();
        crate::paying_again::decide_reported_failures(&world, again).await;
        if then == "before it is sent" {
            approve(&world, &shown).await.unwrap();
        }
        let reference = references(&world.desk, id).await.into_values().next().unwrap();
        crate::paying_again::late_success(&world, id, &reference).await;
        if then == "before the approval" {
            approve(&world, &shown).await.unwrap_err();
        } else {
            world.desk.send(again).await.unwrap_err();
        }
        assert_eq!(world.line.sent().len(), 1, "{then}");
        let questions = world.desk.questions(again).await.unwrap();
        let of_person = questions.iter().find(|it| it.kind == QuestionKind::UnderWay).unwrap();
        assert_eq!(of_person.open, 1, "{then}");
    }
}
