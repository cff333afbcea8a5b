//! The service refuses a batch although it takes it. The batch is corrected and sent again, and that is refused as well: some
//! of its references exist already. A report about somebody who is in both of them proves only that the service has one of the
//! two. Neither is counted as sent, all people are tracked, and whoever pays one of them again is asked.

use paysheet_domain::{BatchState, PayoutState};

use crate::{
    double_payment::{draft, staff},
    former_batches::{corrected, hear, last_references, people_of},
    outcome_files::{apply, export, look},
    paying_again::input,
    support::{Then, World, accept_warnings, call_back, eventually, report, states, until},
};

/// Answers that refuse a batch, or say that the service has some of it already.
const REFUSALS: [(u16, &str); 3] = [
    (400, r#"{"status":"error","message":"recipients[1].accountNumber: closed","code":"INVALID"}"#),
    (400, r#"{"status":"error","message":"Duplicate reference"}"#),
    (409, r#"{"status":"error","message":"Conflict"}"#),
];

/// The corrected batch is refused. Returns its payroll, and the references of the first and the second batch. They have the
/// first and the third person in common.
async fn refused_again(world: &World, (status, answer): (u16, &str)) -> (u32, Vec<String>, Vec<String>) {
    let (id, first) = corrected(world).await;
    world.line.next([Then::answer(status, answer)]);
    world.desk.send(id).await.unwrap();
    let second = last_references(world);
    assert_eq!((second.len(), first[0] == second[0], first[1] == second[1]), (4, true, false));
    (id, first, second)
}

/// The state in which a person is tracked outside of this payroll, with that of their batch.
async fn tracked_elsewhere(world: &World, id: u32, reference: &str) -> (PayoutState, BatchState) {
    eventually(async || {
        for line in world.desk.payrolls().await.unwrap().iter().filter(|line| line.id != id) {
            let track = world.desk.payroll(line.id).await.unwrap();
            if let Some(state) = people_of(world, line.id).await.get(reference) {
                return Ok((*state, states(&track)[0]));
            }
        }
        Err(format!(
            "not tracked, and the corrected batch is {:?}",
            states(&world.desk.payroll(id).await.unwrap())
        ))
    })
    .await
}

/// Before, the corrected batch counted as sent, and the payment of the refused one was tracked nowhere.
#[tokio::test(flavor = "multi_thread")]
async fn and_neither_is_counted_as_sent() {
    for refusal in REFUSALS {
        let world = World::open().await;
        let (id, first, second) = refused_again(&world, refusal).await;
        for reference in [&first[0], &first[2], &first[0]] {
            hear(&world, reference).await;
        }
        let rest = tracked_elsewhere(&world, id, &first[1]).await;
        assert_eq!(rest, (PayoutState::Sent, BatchState::Unknown), "{refusal:?}");
        let track = until(&world.desk, id, |_| true).await;
        assert_eq!(states(&track), [BatchState::Unknown], "{refusal:?}");
        let people = people_of(&world, id).await;
        assert_eq!((people[&first[0]], people[&second[3]]), (PayoutState::Paid, PayoutState::Sent));
        assert!(world.desk.take_back(id).await.is_err());

        // The old account of the corrected row, and the new person.
        let again = draft(&world, &[staff(1..2), staff(3..4)].concat()).await;
        accept_warnings(&world.desk, again).await;
        let review = world.review(again, Some(input("November salaries, once more"))).await.unwrap();
        let asked: u32 = review.questions.iter().map(|question| question.open).sum();
        assert!(asked >= 2, "{:?}", review.questions);
        assert_eq!(world.line.sent_values().len(), 2);
    }
}

/// It is about somebody who is only in the corrected batch, which the service has then.
#[tokio::test(flavor = "multi_thread")]
async fn until_one_is_about_somebody_of_the_second_only() {
    for refusal in REFUSALS {
        let world = World::open().await;
        let (id, first, second) = refused_again(&world, refusal).await;
        hear(&world, &first[0]).await;
        tracked_elsewhere(&world, id, &first[1]).await;
        hear(&world, &second[3]).await;
        until(&world.desk, id, |track| states(track) == [BatchState::Settling]).await;
    }
}

/// It is about somebody who is only in the first batch, which the service has then.
#[tokio::test(flavor = "multi_thread")]
async fn until_one_is_about_somebody_of_the_first_only() {
    for refusal in REFUSALS {
        let world = World::open().await;
        let (id, first, _) = refused_again(&world, refusal).await;
        hear(&world, &first[0]).await;
        assert_eq!(tracked_elsewhere(&world, id, &first[1]).await.1, BatchState::Unknown);
        assert_eq!(call_back(&world.heard_at, &report(&first[1], "51")).await, 200);
        eventually(async || match tracked_elsewhere(&world, id, &first[1]).await {
            (PayoutState::Failed, _) => Ok(()),
            other => Err(format!("{other:?}")),
        })
        .await;
        assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Unknown]);
    }
}

/// A list of the provider has everyone of the corrected batch: nothing is in doubt, in whatever order it is written.
#[tokio::test(flavor = "multi_thread")]
async fn unless_a_list_has_everyone_of_the_second() {
    for refusal in REFUSALS {
        let world = World::open().await;
        let (id, _, second) = refused_again(&world, refusal).await;
        let path = export(&world, second.iter().map(|reference| (reference.as_str(), "Successful")));
        let shown = look(&world, &path).await;
        assert_eq!(apply(&world, &path, &shown, &[]).await.unwrap().payouts, 4);
        until(&world.desk, id, |track| states(track) == [BatchState::Closed]).await;
        assert_eq!(world.desk.payrolls().await.unwrap().len(), 1, "{refusal:?}");
    }
}
