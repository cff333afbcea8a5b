//! The service refuses a batch, and it is taken back to Check. Then a report proves that the service has it all the same:
//! the batch is tracked as it was sent, its people are excluded from the draft, and nobody is paid twice.

use std::collections::BTreeMap;

use paysheet_desk::{
    ErrorCode,
    view::{DraftView, PayrollStatus, RowFilter},
};
use paysheet_domain::{BatchState, Field, PayoutState, account::nuban};
use serde_json::json;

use tokio::time::timeout;

use crate::{
    double_payment::{draft, paid_twice, staff},
    outcome_files::{apply, export, look},
    paying_again::{SALARIES, approve, input, pay},
    support::{
        Then, WAIT, World, accept_warnings, call_back, changed, code_of, counts, outcomes, report, states,
        typed, until,
    },
};

/// References by account.
async fn by_account(world: &World, id: u32) -> BTreeMap<String, String> {
    let payouts = world.desk.payouts(id, &Default::default(), 0, 1_000).await.unwrap();
    payouts.rows.into_iter().map(|row| (row.account_number, row.reference)).collect()
}

fn refuse(world: &World) {
    let answer =
        json!({ "status": "error", "message": "recipients[1].accountNumber: closed", "code": "INVALID" });
    world.line.next([Then::answer(400, &answer.to_string())]);
}

/// A payroll of three people in one batch that was refused and taken back. Returns it with the references by account.
async fn refused(world: &World) -> (u32, BTreeMap<String, String>) {
    let id = draft(world, &staff(0..3)).await;
    refuse(world);
    pay(world, id, Some(input(SALARIES))).await;
    let references = by_account(world, id).await;
    assert_eq!(world.desk.take_back(id).await.unwrap(), id);
    (id, references)
}

async fn hear(world: &World, reference: &str, code: &str) {
    assert_eq!(call_back(&world.heard_at, &report(reference, code)).await, 200);
}

fn other_account() -> String {
    nuban("058", "040001234").unwrap()
}

/// Waits until the draft is as wished: reports are applied after they were answered.
async fn until_draft(world: &World, id: u32, done: impl Fn(&DraftView) -> bool) -> DraftView {
    let mut events = world.desk.events();
    let wait = async {
        loop {
            let draft = world.desk.draft(id).await.unwrap();
            if done(&draft) {
                return draft;
            }
            changed(&mut events).await;
        }
    };
    timeout(WAIT, wait).await.expect("the draft is as wished")
}

/// The payroll in which the batch is tracked.
async fn tracked(world: &World, draft: u32) -> u32 {
    let links = until_draft(world, draft, |draft| !draft.sent_after_all.is_empty()).await.sent_after_all;
    assert_eq!(links.len(), 1, "{links:?}");
    assert_eq!(links[0].name.as_deref(), Some(SALARIES));
    links[0].payroll
}

fn payable(draft: &DraftView) -> u32 {
    draft.payable.iter().map(|total| total.count).sum()
}

/// Before, the draft could neither be approved nor deleted, and nobody was shown as paid.
#[tokio::test(flavor = "multi_thread")]
async fn while_it_is_a_draft_and_it_is_tracked_as_it_was_sent() {
    let mut world = World::open().await;
    let (id, references) = refused(&world).await;
    assert_eq!(payable(&world.desk.draft(id).await.unwrap()), 3);
    let one = references.values().next().unwrap();
    hear(&world, one, "00").await;

    let sent = tracked(&world, id).await;
    let track = world.desk.payroll(sent).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollStatus::BeingPaid, vec![BatchState::Settling]));
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 1), (PayoutState::Sent, 2)]));
    assert_eq!(track.sent_after_all, 3);
    assert_eq!(by_account(&world, sent).await, references);
    // Its rows are excluded, also in memory.
    until_draft(&world, id, |draft| payable(draft) == 0).await;

    world.restart().await;
    world.listen().await;
    for reference in references.values() {
        hear(&world, reference, "00").await;
    }
    until(&world.desk, sent, |track| track.state == PayrollStatus::Closed).await;
    world.desk.discard_draft(id).await.unwrap();
    assert_eq!(world.line.sent_values().len(), 1);
    let lines = world.desk.payrolls().await.unwrap();
    assert!(lines.iter().all(|line| line.damaged_at.is_none()));
}

/// Its rows are included again by hand: each is refused, because it is in the other payroll.
#[tokio::test(flavor = "multi_thread")]
async fn and_its_rows_are_not_paid_again() {
    let world = World::open().await;
    let (id, references) = refused(&world).await;
    world.desk.edit_cell(id, 1, Field::AccountNumber, other_account()).await.unwrap();
    hear(&world, references.values().next().unwrap(), "00").await;
    tracked(&world, id).await;
    until_draft(&world, id, |draft| payable(draft) == 0).await;
    for positions in [vec![0], vec![1]] {
        world.desk.restore(id, positions.clone()).await.unwrap();
        accept_warnings(&world.desk, id).await;
        let rows = world.desk.draft_rows(id, &RowFilter::default(), 0, 3).await.unwrap().rows;
        assert_eq!(rows[1].account_number, other_account(), "its edits are kept");
        let stopped = code_of(world.review(id, Some(input("November salaries, once more"))).await);
        assert_eq!(stopped, ErrorCode::AlreadyReported);
        world.desk.exclude(id, positions).await.unwrap();
    }
    assert_eq!(world.line.sent_values().len(), 1);
}

/// The same file under another name: the guard asks about everyone.
#[tokio::test(flavor = "multi_thread")]
async fn and_the_same_file_is_asked_about() {
    let world = World::open().await;
    let (_, references) = refused(&world).await;
    hear(&world, references.values().next().unwrap(), "00").await;
    let again = draft(&world, &staff(0..3)).await;
    accept_warnings(&world.desk, again).await;
    let review = world.review(again, Some(input("November salaries, second try"))).await.unwrap();
    let asked: u32 = review.questions.iter().map(|question| question.open).sum();
    assert!(asked >= 3, "{:?}", review.questions);
    let approval = world.desk.approve(again, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(approval), ErrorCode::QuestionsOpen);
}

/// It is shown on Approve when the report arrives: it goes back to Check.
#[tokio::test(flavor = "multi_thread")]
async fn while_it_is_reviewed_again() {
    let world = World::open().await;
    let (id, references) = refused(&world).await;
    world.desk.edit_cell(id, 1, Field::AccountNumber, other_account()).await.unwrap();
    accept_warnings(&world.desk, id).await;
    let review = world.review(id, Some(input(SALARIES))).await.unwrap();
    hear(&world, references.values().next().unwrap(), "00").await;
    assert!(world.desk.approve(id, &review.fingerprint, &typed(&review)).await.is_err());
    let sent = tracked(&world, id).await;
    assert_eq!(by_account(&world, sent).await, references);
    assert_eq!(world.line.sent_values().len(), 1);
}

/// Corrected, approved and not sent yet. Its batch has other people, so the service cannot have that one.
#[tokio::test(flavor = "multi_thread")]
async fn while_it_waits_to_be_sent_again() {
    let world = World::open().await;
    let (id, references) = refused(&world).await;
    world.desk.edit_cell(id, 1, Field::AccountNumber, other_account()).await.unwrap();
    approve(&world, id, Some(input(SALARIES))).await;
    let unchanged = &references[&by_account(&world, id).await.into_keys().next().unwrap()];
    hear(&world, unchanged, "00").await;
    let sent = tracked(&world, id).await;
    assert_eq!(by_account(&world, sent).await, references);
    let again = world.desk.payroll(id).await.unwrap();
    assert_eq!(again.state, PayrollStatus::Draft);
    let _ = world.desk.send(id).await;
    assert_eq!(world.line.sent_values().len(), 1, "the corrected row is not sent before somebody looked");
}

/// The corrected batch is at the service, too: only the person who was changed is tracked in a payroll of their own.
#[tokio::test(flavor = "multi_thread")]
async fn after_the_corrected_one_was_sent() {
    let world = World::open().await;
    let (id, references) = refused(&world).await;
    world.desk.edit_cell(id, 1, Field::AccountNumber, other_account()).await.unwrap();
    pay(&world, id, Some(input(SALARIES))).await;
    let corrected = by_account(&world, id).await;
    let (account, former) = references.iter().find(|(account, _)| !corrected.contains_key(*account)).unwrap();
    hear(&world, former, "00").await;
    let sent = tracked(&world, id).await;
    assert_eq!(by_account(&world, sent).await, BTreeMap::from([(account.clone(), former.clone())]));
    until(&world.desk, sent, |track| track.state == PayrollStatus::Closed).await;
    until(&world.desk, id, |track| track.state == PayrollStatus::Closed).await;
    assert!(paid_twice(&world).is_empty());
}

/// A part of a payroll: the batch is in that payroll again, which adds up as it was approved.
#[tokio::test(flavor = "multi_thread")]
async fn and_it_was_a_part_of_a_payroll() {
    let world = World::open().await;
    world.set_batch_size(2).await;
    let id = draft(&world, &staff(0..6)).await;
    let answer = json!({ "status": "error", "message": "closed", "code": "INVALID" });
    world.line.next([Then::Pass, Then::answer(400, &answer.to_string())]);
    pay(&world, id, Some(input(SALARIES))).await;
    let refused = world.line.sent_values().pop().unwrap();
    let part = world.desk.take_back(id).await.unwrap();
    hear(&world, refused["recipients"][0]["ref"].as_str().unwrap(), "00").await;
    assert_eq!(tracked(&world, part).await, id);
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(track.batches.iter().map(|batch| batch.number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((track.sent_after_all, track.taken_back_to[0].people), (2, 2));
    until_draft(&world, part, |rest| (payable(rest), rest.excluded) == (2, 2)).await;
    pay(&world, part, None).await;
    until(&world.desk, part, |track| track.state == PayrollStatus::Closed).await;
    assert_eq!(world.line.sent_values().len(), 3);
    assert!(paid_twice(&world).is_empty());
    assert!(world.desk.payrolls().await.unwrap().iter().all(|line| line.damaged_at.is_none()));
}

/// A list of the provider names what was refused: it is shown, and applied like any other.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_list_of_outcomes_says_so() {
    let world = World::open().await;
    let (id, references) = refused(&world).await;
    let path = export(&world, references.values().map(|reference| (reference.as_str(), "Successful")));
    let shown = look(&world, &path).await;
    assert_eq!((shown.applicable, shown.to_confirm), (3, 0));
    let applied = apply(&world, &path, &shown, &[]).await.unwrap();
    assert_eq!(applied.payouts, 3);
    let sent = tracked(&world, id).await;
    assert_eq!(world.desk.payroll(sent).await.unwrap().state, PayrollStatus::Closed);
}

/// Somebody edits what was stored of the batch: it proves nothing, and the draft stays stopped.
#[tokio::test(flavor = "multi_thread")]
async fn but_not_with_a_body_that_was_not_sent() {
    let world = World::open().await;
    let (id, references) = refused(&world).await;
    world.on_the_disk("UPDATE attempted_batches SET body = replace(body, '058', '011')").await;
    hear(&world, references.values().next().unwrap(), "00").await;
    assert!(world.desk.draft(id).await.unwrap().sent_after_all.is_empty());
    accept_warnings(&world.desk, id).await;
    let review = world.review(id, Some(input(SALARIES))).await;
    assert_eq!(code_of(review), ErrorCode::AlreadyReported);
}

/// Somebody removes what was attempted from the file, so that a late report would find nothing.
#[tokio::test(flavor = "multi_thread")]
async fn and_what_was_attempted_cannot_be_removed() {
    for statement in [
        "DELETE FROM former_references",
        "DELETE FROM former_payouts WHERE position = 1",
        "UPDATE attempted_batches SET body_sha256 = 'x'",
        "UPDATE events SET data = '{}' WHERE kind = 'taken_back'",
    ] {
        let world = World::open().await;
        let (id, _) = refused(&world).await;
        accept_warnings(&world.desk, id).await;
        let review = world.review(id, Some(input(SALARIES))).await.unwrap();
        world.on_the_disk(statement).await;
        let approval = world.desk.approve(id, &review.fingerprint, &typed(&review)).await;
        assert!(approval.is_err(), "{statement}");
    }
}
