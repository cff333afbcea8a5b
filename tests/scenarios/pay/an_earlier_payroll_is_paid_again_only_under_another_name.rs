use paysheet_desk::ErrorCode;
use paysheet_domain::{PayoutState, ProblemCode};

use crate::support::{
    World, approve_anyway, called, code_of, counts, names, outcomes, people, references, until_closed,
};

#[tokio::test(flavor = "multi_thread")]
async fn with_new_references_and_nothing_accepted_in_advance() {
    let world = World::open().await;
    let id = world.import(&people(3)).await;
    world.desk.exclude(id, vec![2]).await.unwrap();
    world
        .desk
        .accept_warning_alike(id, ProblemCode::AccountNumberCheckDigit, "Looked at it", None)
        .await
        .unwrap();
    let total = world.total(id).await;
    world.pay(id, &total).await.unwrap();
    until_closed(&world.desk, id).await;

    let again = world.desk.pay_again(id).await.unwrap();
    let draft = world.desk.draft(again).await.unwrap();
    assert_eq!((draft.period.as_str(), draft.accepted, draft.excluded), ("2026-12", 0, 1));
    assert_eq!(names(&world.desk, again).await.len(), 2);
    let same = called("November 2026 salaries", "2026-11");
    assert_eq!(code_of(world.review(again, same).await), ErrorCode::AlreadyPaid);
    let december = called("December 2026 salaries", "2026-12");
    // Paid this morning: that is a question, whatever the month is.
    approve_anyway(&world.desk, again, december).await;
    world.desk.send(again).await.unwrap();
    let track = until_closed(&world.desk, again).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 2)]));
    let (first, second) = (references(&world.desk, id).await, references(&world.desk, again).await);
    assert!(first.values().all(|reference| !second.values().any(|other| other == reference)));
}

/// Nobody was paid for that month yet.
#[tokio::test(flavor = "multi_thread")]
async fn for_the_same_month_where_it_was_withdrawn() {
    let world = World::open().await;
    let id = world.import(&people(3)).await;
    approve_anyway(&world.desk, id, called("November 2026 salaries", "2026-11")).await;
    world.desk.withdraw(id, None, "The amounts were of October").await.unwrap();

    let again = world.desk.pay_again(id).await.unwrap();
    let draft = world.desk.draft(again).await.unwrap();
    assert_eq!((draft.name.as_str(), draft.period.as_str()), ("November 2026 salaries (again)", "2026-11"));
    approve_anyway(&world.desk, again, called(&draft.name, &draft.period)).await;
    world.desk.send(again).await.unwrap();
    assert_eq!(outcomes(&until_closed(&world.desk, again).await), counts(&[(PayoutState::Paid, 3)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_name_is_shortened_where_it_would_be_too_long() {
    let world = World::open().await;
    let id = world.import(&people(3)).await;
    let longest = "N".repeat(80);
    approve_anyway(&world.desk, id, called(&longest, "2026-11")).await;
    world.desk.withdraw(id, None, "The amounts were of October").await.unwrap();
    let again = world.desk.pay_again(id).await.unwrap();
    let draft = world.desk.draft(again).await.unwrap();
    assert_eq!(draft.name, format!("{} (again)", "N".repeat(72)));
    approve_anyway(&world.desk, again, called(&draft.name, &draft.period)).await;
}
