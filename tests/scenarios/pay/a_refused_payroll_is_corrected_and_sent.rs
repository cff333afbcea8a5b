//! The service refuses a payroll and names a row. All of it is withdrawn, and paid by a new payroll in which the row is
//! corrected.
//!
//! Nobody is paid twice: the refused batch is never sent again, and as soon as anything says that the service has it after
//! all, the new payroll is not sent without a decision about each person.

use std::collections::BTreeSet;

use paysheet_desk::{
    ErrorCode,
    view::{PayrollStatus, RowFilter, RowState, UnknownDecision},
};
use paysheet_domain::{BatchState, Field, PayoutState, ProblemCode, account::nuban};

use crate::{
    double_payment::{EVERY_PRESS, Left, draft, left, paid_twice, press, queued, staff},
    paying_again::{SALARIES, input, pay, refuse},
    support::{
        Person, Then, World, accept_warnings, code_of, counts, outcomes, states, typed, until, until_closed,
    },
};

const CORRECTED: &str = "November salaries (corrected)";

fn other_account() -> String {
    nuban("058", "040001234").unwrap()
}

/// References of the payouts of a payroll.
async fn references(world: &World, id: u32) -> BTreeSet<String> {
    let payouts = world.desk.payouts(id, &Default::default(), 0, 1_000).await.unwrap();
    payouts.rows.into_iter().map(|row| row.reference).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_five_hundred_with_one_bad_row() {
    let mut world = World::open().await;
    let people: Vec<Person> = staff(0..500);
    let id = draft(&world, &people).await;
    refuse(&world, "recipients[217].accountNumber: the account is closed");
    pay(&world, id, Some(input(SALARIES))).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollStatus::Refused, vec![BatchState::NotAccepted]));
    assert_eq!(track.correctable, 500);
    let refused = references(&world, id).await;

    let new = world.desk.correct(id).await.unwrap();
    assert_ne!(new, id);
    world.restart().await;
    world.listen().await;
    let old = world.desk.payroll(id).await.unwrap();
    assert_eq!(
        (old.state, outcomes(&old)),
        (PayrollStatus::Withdrawn, counts(&[(PayoutState::Withdrawn, 500)]))
    );
    assert_eq!(references(&world, id).await, refused, "what was attempted stays as it was sent");
    let link = &old.paid_again_in[0];
    assert_eq!((link.payroll, link.people, link.is_correction, link.is_draft), (new, 500, true, true));
    let head = world.desk.draft(new).await.unwrap();
    assert_eq!((head.name.as_str(), head.rows, head.to_decide), (CORRECTED, 500, 1));
    assert!(head.reading.is_some(), "it is still read from the file");
    let rows = world.desk.draft_rows(new, &RowFilter::default(), 0, 500).await.unwrap().rows;
    let is_named =
        |problem: &&paysheet_desk::view::ProblemView| problem.code == ProblemCode::RefusedByService;
    let named: Vec<_> = rows.iter().filter(|row| row.problems.iter().any(|it| is_named(&it))).collect();
    assert_eq!((named.len(), named[0].position, named[0].state), (1, 217, RowState::ToDecide));
    let said = &named[0].problems[0];
    assert_eq!(said.value.as_deref(), Some("recipients[217].accountNumber: the account is closed"));

    world.desk.edit_cell(new, 217, Field::AccountNumber, other_account()).await.unwrap();
    pay(&world, new, None).await;
    let track = until_closed(&world.desk, new).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 500)]));
    let from = &track.pays_again[0];
    assert_eq!((from.payroll, from.people, from.is_correction), (id, 500, true));
    assert!(references(&world, new).await.is_disjoint(&refused), "each payment has a reference of its own");
    assert_eq!((queued(&world).len(), paid_twice(&world).len()), (500, 0));
    assert!(queued(&world).contains_key(&other_account()));
}

/// Nothing is to be corrected: it is sent again, the same bytes under the same references.
#[tokio::test(flavor = "multi_thread")]
async fn unless_nothing_of_it_is_wrong() {
    let world = World::open().await;
    let id = draft(&world, &staff(0..3)).await;
    refuse(&world, "try again");
    pay(&world, id, Some(input(SALARIES))).await;
    world.desk.continue_sending(id, None).await.unwrap();
    until_closed(&world.desk, id).await;
    let sent = world.line.sent_values();
    assert!(sent.len() == 2 && sent[0] == sent[1]);
    assert_eq!(world.desk.payrolls().await.unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn but_never_what_the_service_has_or_may_have() {
    let world = World::without_callbacks().await;
    let id = world.sent(&crate::support::people(2)).await;
    assert_eq!(world.desk.payroll(id).await.unwrap().correctable, 0);
    assert_eq!(code_of(world.desk.correct(id).await), ErrorCode::WrongState);
    let lost = World::without_callbacks().await;
    lost.line.next([Then::LoseTheAnswer]);
    let id = lost.sent(&crate::support::people(2)).await;
    assert_eq!(code_of(lost.desk.correct(id).await), ErrorCode::WrongState);
    assert_eq!(states(&lost.desk.payroll(id).await.unwrap()), [BatchState::Unknown]);
}

/// Somebody edits the ledger's file, so that what the service has looks refused, or a late report finds nothing.
#[tokio::test(flavor = "multi_thread")]
async fn nor_what_only_the_file_says_was_refused() {
    for (is_refused, edit) in [
        (false, "UPDATE batches SET state = 'NotAccepted'"),
        (true, "UPDATE payouts SET reference = 'PSX' || substr(reference, 4) WHERE position = 1"),
        (true, "UPDATE payouts SET account_number = '0000000000' WHERE position = 1"),
        (true, "UPDATE batches SET attempts = 0"),
    ] {
        let world = World::open().await;
        let id = draft(&world, &staff(0..2)).await;
        if is_refused {
            refuse(&world, "closed");
        }
        pay(&world, id, Some(input(SALARIES))).await;
        world.on_the_disk(edit).await;
        assert!(world.desk.correct(id).await.is_err(), "{edit}");
        assert_eq!(world.desk.payrolls().await.unwrap().len(), 1, "{edit}");
    }
}

/// Only a person said that the service does not have it: each of its people is decided about.
#[tokio::test(flavor = "multi_thread")]
async fn with_a_question_about_everyone_who_may_have_been_taken() {
    let world = World::open().await;
    let id = left(&world, Left::DecidedNotThere, &staff(0..3), SALARIES).await;
    let new = world.desk.correct(id).await.unwrap();
    accept_warnings(&world.desk, new).await;
    let review = world.review(new, None).await.unwrap();
    assert_eq!(
        review.questions.iter().map(|question| question.open).sum::<u32>(),
        3,
        "{:?}",
        review.questions
    );
    let refused = world.desk.approve(new, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::QuestionsOpen);
    assert_eq!(queued(&world).len(), 0);
}

/// Everywhere else the service said no, or nothing ever left: nothing is asked.
#[tokio::test(flavor = "multi_thread")]
async fn and_without_a_question_about_whom_it_certainly_never_took() {
    for state in [Left::Approved, Left::NotSent, Left::Refused] {
        let world = World::open().await;
        let id = left(&world, state, &staff(0..3), SALARIES).await;
        let new = world.desk.correct(id).await.unwrap();
        pay(&world, new, None).await;
        until_closed(&world.desk, new).await;
        assert_eq!((queued(&world).len(), paid_twice(&world).len()), (3, 0), "{state:?}");
    }
}

/// Refused once more: the third payroll is named after the first one, and everyone is paid once.
#[tokio::test(flavor = "multi_thread")]
async fn also_a_second_time() {
    let world = World::open().await;
    let id = draft(&world, &staff(0..3)).await;
    let mut last = id;
    for name in [CORRECTED, "November salaries (corrected 2)"] {
        refuse(&world, "recipients[1].accountNumber: closed");
        pay(&world, last, (last == id).then(|| input(SALARIES))).await;
        last = world.desk.correct(last).await.unwrap();
        assert_eq!(world.desk.draft(last).await.unwrap().name, name);
        let account = nuban("058", &format!("04000{last:04}")).unwrap();
        world.desk.edit_cell(last, 1, Field::AccountNumber, account).await.unwrap();
    }
    pay(&world, last, None).await;
    until_closed(&world.desk, last).await;
    assert_eq!((queued(&world).len(), paid_twice(&world).len()), (3, 0));
}

/// Whom the file said not to pay stays excluded, and what was accepted stays accepted but for the row that was refused.
#[tokio::test(flavor = "multi_thread")]
async fn with_everything_that_was_decided_in_check() {
    let world = World::open().await;
    let id = draft(&world, &staff(0..4)).await;
    world.desk.exclude(id, vec![3]).await.unwrap();
    world.desk.edit_cell(id, 0, Field::Amount, "77.00".to_owned()).await.unwrap();
    refuse(&world, "recipients[1].amount: over the limit");
    pay(&world, id, Some(input(SALARIES))).await;
    let new = world.desk.correct(id).await.unwrap();
    let rows = world.desk.draft_rows(new, &RowFilter::default(), 0, 10).await.unwrap().rows;
    let excluded = rows.iter().map(|row| row.state == RowState::Excluded);
    assert_eq!(excluded.collect::<Vec<_>>(), [false, false, false, true]);
    assert_eq!(rows[0].amount.as_deref(), Some("77.00"));
    // The same refusal of the same row is decided anew.
    refuse(&world, "recipients[1].amount: over the limit");
    pay(&world, new, None).await;
    let again = world.desk.correct(new).await.unwrap();
    assert_eq!(world.desk.draft(again).await.unwrap().to_decide, 1);
}

/// The draft was deleted: its people are in no payroll, until they are corrected once more.
#[tokio::test(flavor = "multi_thread")]
async fn and_once_more_after_the_new_payroll_was_deleted() {
    let world = World::open().await;
    let id = draft(&world, &staff(0..3)).await;
    refuse(&world, "closed");
    pay(&world, id, Some(input(SALARIES))).await;
    let new = world.desk.correct(id).await.unwrap();
    assert_eq!(world.desk.correct(id).await.unwrap(), new, "a second click opens the same draft");
    assert_eq!(world.desk.payroll(id).await.unwrap().correctable, 0);
    world.desk.discard_draft(new).await.unwrap();
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.correctable, track.paid_again_in.len()), (3, 0));
    let again = world.desk.correct(id).await.unwrap();
    pay(&world, again, None).await;
    until_closed(&world.desk, again).await;
    assert_eq!(code_of(world.desk.correct(id).await), ErrorCode::WrongState);
    assert_eq!((queued(&world).len(), paid_twice(&world).len()), (3, 0));
}

/// The program is killed right after: the new payroll is there with all its people, and the old one is withdrawn.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_crash_leaves_all_of_it_or_nothing() {
    let world = World::open().await;
    let id = draft(&world, &staff(0..3)).await;
    refuse(&world, "closed");
    pay(&world, id, Some(input(SALARIES))).await;
    let new = world.desk.correct(id).await.unwrap();
    let (_folder, desk, _) = world.after_a_crash().await;
    assert!(desk.payrolls().await.unwrap().iter().all(|line| line.damaged_at.is_none()));
    let track = desk.payroll(id).await.unwrap();
    assert_eq!((track.state, track.paid_again_in[0].payroll), (PayrollStatus::Withdrawn, new));
}

/// Its answer was lost and nobody knows what came of it: that is decided first.
#[tokio::test(flavor = "multi_thread")]
async fn after_an_unknown_batch_of_it_was_decided() {
    let world = World::open().await;
    world.set_batch_size(2).await;
    let id = draft(&world, &staff(0..4)).await;
    world.line.next([Then::Cut]);
    pay(&world, id, Some(input(SALARIES))).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((states(&track), track.correctable), (vec![BatchState::Unknown, BatchState::Approved], 2));
    let no = UnknownDecision::TheServiceDoesNotHaveIt;
    world.desk.decide_unknown(id, track.batches[0].key, no, "They looked").await.unwrap();
    assert_eq!(until(&world.desk, id, |track| track.correctable == 4).await.correctable, 4);
}

/// Somebody edits the file so that a batch which the service has looks withdrawn, or as if nobody had doubted it.
#[tokio::test(flavor = "multi_thread")]
async fn and_whom_only_the_file_says_nobody_has_is_asked_about() {
    for edits in [
        &["UPDATE batches SET was_unknown = 0"][..],
        &[
            "UPDATE batches SET state = 'NotAccepted', was_unknown = 0",
            "UPDATE payouts SET state = 'Planned'",
        ],
    ] {
        let world = World::open().await;
        let state = if edits.len() == 1 { Left::DecidedNotThere } else { Left::Approved };
        let id = left(&world, state, &staff(0..3), SALARIES).await;
        if edits.len() == 1 {
            world.desk.withdraw(id, None, "Paid in cash").await.unwrap();
        } else {
            world.desk.send(id).await.unwrap();
            until_closed(&world.desk, id).await;
        }
        for edit in edits {
            world.on_the_disk(edit).await;
        }
        let _ = world.desk.withdraw(id, None, "Paid in cash").await;
        let Ok(new) = world.desk.correct(id).await else { continue };
        let review = world.review(new, None).await.unwrap();
        assert_eq!(review.questions.iter().map(|question| question.open).sum::<u32>(), 3, "{edits:?}");
    }
}

/// What the service said is still there when the first draft was deleted.
#[tokio::test(flavor = "multi_thread")]
async fn with_the_words_of_the_refusal_each_time() {
    let world = World::open().await;
    let id = draft(&world, &staff(0..3)).await;
    refuse(&world, "recipients[1].accountNumber: closed");
    pay(&world, id, Some(input(SALARIES))).await;
    for _ in 0..2 {
        let new = world.desk.correct(id).await.unwrap();
        assert_eq!(world.desk.draft(new).await.unwrap().to_decide, 1);
        world.desk.discard_draft(new).await.unwrap();
    }
}

/// Whatever is pressed in the old payroll, nothing of it is sent.
#[tokio::test(flavor = "multi_thread")]
async fn and_nothing_of_the_old_one_is_sent_any_more() {
    for state in [Left::Approved, Left::NotSent, Left::Refused, Left::DecidedNotThere] {
        for button in EVERY_PRESS {
            let world = World::open().await;
            let id = left(&world, state, &staff(0..2), SALARIES).await;
            let sent = world.line.sent().len();
            world.desk.correct(id).await.unwrap();
            press(&world, button, id).await;
            let _ = world.desk.send(id).await;
            assert_eq!(world.line.sent().len(), sent, "{state:?} {button:?}");
        }
    }
}
