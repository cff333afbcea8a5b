use paysheet_desk::{AppError, ErrorCode};
use paysheet_domain::PayoutState;

use crate::{
    double_payment::{EVERY_LEFT, NOVEMBER, account_ending, draft, left, review, sent, staff},
    support::{Person, Then, World, counts, outcomes, until_closed},
};

const NAME: &str = "November salaries";

/// What the review of the same people under the same name says of those who were paid.
async fn said(world: &World, people: &[Person]) -> AppError {
    let id = draft(world, people).await;
    AppError::from(&review(world, id, NAME, NOVEMBER).await.unwrap_err())
}

/// Nobody has a kobo by the first payroll: it may be sent again or withdrawn, and nobody is called paid.
#[tokio::test(flavor = "multi_thread")]
async fn not_where_the_payroll_was_never_taken() {
    let mut called_paid = Vec::new();
    for state in EVERY_LEFT {
        let world = World::without_callbacks().await;
        left(&world, state, &staff(0..3), NAME).await;
        let said = said(&world, &staff(0..3)).await;
        if said.code() == ErrorCode::AlreadyPaid {
            called_paid.push(format!("{state:?}: {said:?}"));
        }
    }
    assert_eq!(called_paid, Vec::<String>::new());
}

/// Nobody knows yet: under way is not paid, and neither is unknown.
#[tokio::test(flavor = "multi_thread")]
async fn not_where_nobody_knows() {
    for then in [Then::Pass, Then::LoseTheAnswer] {
        let world = World::without_callbacks().await;
        world.line.next([then]);
        sent(&world, &staff(0..3), NAME, NOVEMBER).await;
        assert_ne!(said(&world, &staff(0..3)).await.code(), ErrorCode::AlreadyPaid);
    }
}

/// It only stands on the Approve screen.
#[tokio::test(flavor = "multi_thread")]
async fn not_where_nothing_was_approved() {
    let world = World::without_callbacks().await;
    let id = draft(&world, &staff(0..3)).await;
    review(&world, id, NAME, NOVEMBER).await.unwrap();
    let again = draft(&world, &staff(0..3)).await;
    let said = review(&world, again, NAME, NOVEMBER).await;
    assert_ne!(said.err().map(|error| AppError::from(&error).code()), Some(ErrorCode::AlreadyPaid));
}

/// One of the three was not: two were.
#[tokio::test(flavor = "multi_thread")]
async fn person_by_person() {
    let world = World::open().await;
    let mut people = staff(0..3);
    people[1].account = account_ending("0004");
    let id = sent(&world, &people, NAME, NOVEMBER).await;
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 2), (PayoutState::Failed, 1)]));
    let said = said(&world, &people).await;
    assert!(matches!(said, AppError::AlreadyPaid { people: 2, .. }), "{said:?}");
}

/// Other people altogether, who got nothing by it.
#[tokio::test(flavor = "multi_thread")]
async fn not_those_who_were_not_in_it() {
    let world = World::open().await;
    let id = sent(&world, &staff(0..3), NAME, NOVEMBER).await;
    until_closed(&world.desk, id).await;
    let said = said(&world, &staff(40..44)).await;
    assert!(!matches!(said, AppError::AlreadyPaid { people: 1.., .. }), "{said:?}");
}
