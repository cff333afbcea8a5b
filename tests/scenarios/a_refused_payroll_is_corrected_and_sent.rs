//! The service refuses a batch and names a row. It is corrected in Check; the others keep their references.

use std::collections::BTreeMap;

use paysheet_desk::{
    ErrorCode,
    view::{PayrollStatus, ResendInput, RowFilter, RowState, TypedTotal, UnknownDecision},
};
use paysheet_domain::{BatchState, Currency, Field, PayoutState, ProblemCode, account::nuban};
use serde_json::json;

use crate::{
    double_payment::staff,
    paying_again::{SALARIES, approve, input, pay},
    support::{
        Person, Then, World, call_back, code_of, counts, outcomes, report, states, typed, until, until_closed,
    },
};

/// The service refuses the next batch, with these words.
fn refuse(world: &World, message: &str) {
    let answer = json!({ "status": "error", "message": message, "code": "INVALID_RECIPIENT" });
    world.line.next([Then::answer(400, &answer.to_string())]);
}

/// References by row.
async fn by_row(world: &World, id: u32) -> BTreeMap<Option<u32>, String> {
    let payouts = world.desk.payouts(id, &Default::default(), 0, 1_000).await.unwrap();
    payouts.rows.into_iter().map(|row| (row.row, row.reference)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_five_hundred_with_one_bad_row() {
    let mut world = World::open().await;
    let people: Vec<Person> = staff(0..500);
    let id = crate::double_payment::draft(&world, &people).await;
    refuse(&world, "recipients[217].accountNumber: the account is closed");
    pay(&world, id, Some(input(SALARIES))).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollStatus::Refused, vec![BatchState::NotAccepted]));
    let refused = by_row(&world, id).await;

    world.desk.take_back(id).await.unwrap();
    world.restart().await;
    world.listen().await;
    let rows = world.desk.draft_rows(id, &RowFilter::default(), 0, 500).await.unwrap().rows;
    let named: Vec<_> = rows
        .iter()
        .filter(|row| row.problems.iter().any(|problem| problem.code == ProblemCode::RefusedByService))
        .collect();
    assert_eq!(named.len(), 1);
    assert_eq!(named[0].position, 217);
    let said = &named[0].problems[0];
    assert_eq!(said.value.as_deref(), Some("recipients[217].accountNumber: the account is closed"));
    assert_eq!(named[0].state, RowState::ToDecide, "the row that was named is decided first");

    let account = nuban("058", "040001234").unwrap();
    world.desk.edit_cell(id, 217, Field::AccountNumber, account.clone()).await.unwrap();
    pay(&world, id, Some(input(SALARIES))).await;
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 500)]));

    let paid = by_row(&world, id).await;
    let changed: Vec<_> = refused.iter().filter(|(row, reference)| paid[row] != **reference).collect();
    assert_eq!(changed.len(), 1, "499 references are the same");
    let batches = world.practice.queued();
    assert_eq!(batches.len(), 1, "everybody once");
    let mut bodies = world.line.sent_values();
    let body = bodies.pop().unwrap();
    assert_ne!(body["ref"], bodies[0]["ref"], "a batch that is another one has another reference");
    let recipients = body["recipients"].as_array().unwrap();
    assert_eq!(recipients.len(), 500);
    assert_eq!(recipients[217]["accountNumber"], account.as_str());
}

/// Nothing is changed: the service would recognise the batch if it took it after all.
#[tokio::test(flavor = "multi_thread")]
async fn or_sent_under_the_same_keys_if_nothing_was_corrected() {
    let world = World::open().await;
    let id = crate::double_payment::draft(&world, &staff(0..3)).await;
    for _ in 0..2 {
        refuse(&world, "try again");
        pay(&world, id, Some(input(SALARIES))).await;
        world.desk.take_back(id).await.unwrap();
    }
    pay(&world, id, Some(input(SALARIES))).await;
    let sent = world.line.sent_values();
    assert!(sent.len() == 3 && sent.iter().all(|body| *body == sent[0]));
}

/// What may be at the service is not edited.
#[tokio::test(flavor = "multi_thread")]
async fn but_never_what_the_service_has_or_may_have() {
    let world = World::without_callbacks().await;
    let id = world.sent(&crate::support::people(2)).await;
    assert_eq!(code_of(world.desk.take_back(id).await), ErrorCode::WrongState);
    let lost = World::without_callbacks().await;
    lost.line.next([Then::LoseTheAnswer]);
    let id = lost.sent(&crate::support::people(2)).await;
    assert_eq!(code_of(lost.desk.take_back(id).await), ErrorCode::WrongState);
}

/// Somebody edits the ledger's file so that a batch which the service has looks refused.
#[tokio::test(flavor = "multi_thread")]
async fn nor_what_only_the_file_says_was_refused() {
    let world = World::without_callbacks().await;
    let id = world.sent(&crate::support::people(2)).await;
    world.on_the_disk("UPDATE batches SET state = 'NotAccepted'").await;
    assert!(world.desk.take_back(id).await.is_err());
    assert_eq!(world.desk.payouts(id, &Default::default(), 0, 10).await.unwrap().rows.len(), 2);
}

/// The provider refused it and took it all the same. Under another name nothing would recognise that.
#[tokio::test(flavor = "multi_thread")]
async fn under_its_own_name_and_not_deleted() {
    let world = World::open().await;
    let id = crate::double_payment::draft(&world, &staff(0..3)).await;
    refuse(&world, "this schedule is known");
    pay(&world, id, Some(input(SALARIES))).await;
    world.desk.take_back(id).await.unwrap();
    let renamed = world.review(id, Some(input("November salaries, corrected"))).await;
    assert_eq!(code_of(renamed), ErrorCode::AlreadyAttempted);
    assert_eq!(code_of(world.desk.discard_draft(id).await), ErrorCode::AlreadyAttempted);
    assert!(world.review(id, Some(input(SALARIES))).await.is_ok());
}

/// A late callback about a row that was changed since proves that the service took the batch.
#[tokio::test(flavor = "multi_thread")]
async fn unless_a_report_says_that_it_was_taken() {
    let world = World::open().await;
    let id = crate::double_payment::draft(&world, &staff(0..3)).await;
    refuse(&world, "recipients[1].accountNumber: closed");
    pay(&world, id, Some(input(SALARIES))).await;
    let old = by_row(&world, id).await;
    world.desk.take_back(id).await.unwrap();
    let account = nuban("058", "040001234").unwrap();
    world.desk.edit_cell(id, 1, Field::AccountNumber, account).await.unwrap();
    let review = world.review(id, Some(input(SALARIES))).await.unwrap();
    let reference = old.values().nth(1).unwrap();
    assert_eq!(call_back(&world.heard_at, &report(reference, "00")).await, 200);
    assert!(world.desk.approve(id, &review.fingerprint, &typed(&review)).await.is_err());
    assert!(world.practice.queued().is_empty());
}

/// The reference of the row that the provider named, in the payroll as it was refused. Then that row is corrected and
/// the payroll approved again.
async fn corrected(world: &World, id: u32) -> String {
    let old = by_row(world, id).await;
    world.desk.take_back(id).await.unwrap();
    let account = nuban("058", "040001234").unwrap();
    world.desk.edit_cell(id, 1, Field::AccountNumber, account).await.unwrap();
    approve(world, id, Some(input(SALARIES))).await;
    old.into_values().nth(1).unwrap()
}

async fn report_paid(world: &World, reference: &str) {
    assert_eq!(call_back(&world.heard_at, &report(reference, "00")).await, 200);
}

/// Its answer was lost, and then the service reports on the batch that it had refused: it has the people of both.
#[tokio::test(flavor = "multi_thread")]
async fn nor_sent_again_after_a_report_on_what_was_refused() {
    let world = World::open().await;
    let id = crate::double_payment::draft(&world, &staff(0..3)).await;
    refuse(&world, "recipients[1].accountNumber: closed");
    pay(&world, id, Some(input(SALARIES))).await;
    let former = corrected(&world, id).await;
    world.line.next([Then::Cut]);
    world.desk.send(id).await.unwrap();
    report_paid(&world, &former).await;
    let key = world.desk.payroll(id).await.unwrap().batches[0].key;
    let again = world.desk.send_again(id, key, None).await;
    assert_eq!(code_of(again), ErrorCode::AlreadyReported);
    assert_eq!(world.line.sent_values().len(), 2);
}

/// Smaller batches after the refusal: a report on one person proves that the service has the one large batch.
#[tokio::test(flavor = "multi_thread")]
async fn nor_in_other_batches_after_a_report_on_an_unchanged_row() {
    let world = World::open().await;
    let id = crate::double_payment::draft(&world, &staff(0..4)).await;
    refuse(&world, "too many recipients");
    pay(&world, id, Some(input(SALARIES))).await;
    world.desk.take_back(id).await.unwrap();
    world.set_batch_size(2).await;
    approve(&world, id, Some(input(SALARIES))).await;
    let kept = by_row(&world, id).await.into_values().next().unwrap();
    report_paid(&world, &kept).await;
    until(&world.desk, id, |track| track.state == PayrollStatus::Draft).await;
    let _ = world.desk.send(id).await;
    let sent = world.desk.draft(id).await.unwrap().sent_after_all.remove(0);
    assert_eq!(
        (sent.people, states(&world.desk.payroll(sent.payroll).await.unwrap())),
        (4, vec![BatchState::Settling])
    );
    assert_eq!(world.line.sent_values().len(), 1);
}

/// The rest is in a payroll of its own: the report is about people of the first one.
#[tokio::test(flavor = "multi_thread")]
async fn nor_after_the_rest_was_taken_back_to_another_payroll() {
    let world = World::open().await;
    world.set_batch_size(2).await;
    let id = crate::double_payment::draft(&world, &staff(0..4)).await;
    refuse(&world, "recipients[1].accountNumber: closed");
    pay(&world, id, Some(input(SALARIES))).await;
    let former = corrected(&world, id).await;
    world.line.next([Then::Cut]);
    world.desk.send(id).await.unwrap();
    let key = world.desk.payroll(id).await.unwrap().batches[0].key;
    let not_there = UnknownDecision::TheServiceDoesNotHaveIt;
    world.desk.decide_unknown(id, key, not_there, "They looked").await.unwrap();
    assert_ne!(world.desk.take_back(id).await.unwrap(), id);
    report_paid(&world, &former).await;
    let sum = world.desk.payroll(id).await.unwrap().batches[0].total.sum.clone();
    let total = TypedTotal { currency: Currency::NGN, text: sum };
    let resend = ResendInput { totals: vec![total], ..ResendInput::default() };
    world.desk.continue_sending(id, Some(resend)).await.unwrap();
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert!(track.stopped.is_some(), "{track:?}");
    assert_eq!(world.line.sent_values().len(), 2);
}

/// The references in the file are not those that were sent: a late report would find nothing.
#[tokio::test(flavor = "multi_thread")]
async fn nor_taken_back_with_other_references_than_were_sent() {
    let world = World::open().await;
    let id = crate::double_payment::draft(&world, &staff(0..3)).await;
    refuse(&world, "recipients[1].accountNumber: closed");
    pay(&world, id, Some(input(SALARIES))).await;
    world
        .on_the_disk("UPDATE payouts SET reference = 'PSX' || substr(reference, 4) WHERE position = 1")
        .await;
    assert!(world.desk.take_back(id).await.is_err());
}

/// A late "paid" that names no amount would settle the new amount, if both had one reference.
#[tokio::test(flavor = "multi_thread")]
async fn with_another_amount_under_another_reference() {
    let world = World::open().await;
    let id = crate::double_payment::draft(&world, &staff(0..3)).await;
    refuse(&world, "recipients[1].amount: over the limit");
    pay(&world, id, Some(input(SALARIES))).await;
    let refused = by_row(&world, id).await;
    world.desk.take_back(id).await.unwrap();
    world.desk.edit_cell(id, 1, Field::Amount, "77.00".to_owned()).await.unwrap();
    refuse(&world, "recipients[1].amount: below the minimum");
    pay(&world, id, Some(input(SALARIES))).await;
    let corrected = by_row(&world, id).await;
    let same: Vec<bool> = refused.iter().map(|(row, reference)| corrected[row] == *reference).collect();
    assert_eq!(same, [true, false, true]);

    // What was sent first is sent under the first reference again.
    world.desk.take_back(id).await.unwrap();
    let sent = world.line.sent_values();
    let first = sent[0]["recipients"][1]["amount"].as_str().unwrap().to_owned();
    world.desk.edit_cell(id, 1, Field::Amount, first).await.unwrap();
    pay(&world, id, Some(input(SALARIES))).await;
    assert_eq!(by_row(&world, id).await, refused);
    let sent = world.line.sent_values();
    assert_eq!(sent[0]["recipients"], sent[2]["recipients"]);
}

/// Two rows of one account: a changed amount changes their order, and each keeps its own reference or gets a new one.
#[tokio::test(flavor = "multi_thread")]
async fn also_if_one_account_is_paid_twice() {
    let world = World::open().await;
    let mut people = staff(0..3);
    people[1].account = people[0].account.clone();
    let id = crate::double_payment::draft(&world, &people).await;
    refuse(&world, "recipients[0].amount: over the limit");
    pay(&world, id, Some(input(SALARIES))).await;
    let refused = by_row(&world, id).await;
    world.desk.take_back(id).await.unwrap();
    let larger = world.line.sent_values()[0]["recipients"][0]["amount"].as_str().unwrap() == "2001.00";
    world.desk.edit_cell(id, u32::from(larger), Field::Amount, "1.00".to_owned()).await.unwrap();
    pay(&world, id, Some(input(SALARIES))).await;
    let corrected = by_row(&world, id).await;
    let same = refused.iter().filter(|(row, reference)| corrected[row] == **reference).count();
    assert_eq!(same, 2);
    let distinct: std::collections::BTreeSet<&String> = corrected.values().chain(refused.values()).collect();
    assert_eq!(distinct.len(), 4);
}
