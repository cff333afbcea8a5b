//! Stopped after a part was sent: the rest is withdrawn and corrected in a payroll of its own.
//!
//! Nobody is paid twice: the new payroll has exactly those whose batches never reached the service, these batches are never
//! sent, and whoever the first part pays as well is asked about.

use std::{collections::BTreeSet, sync::Arc};

use paysheet_desk::{
    ErrorCode,
    view::{PayrollStatus, TrackView},
};
use paysheet_domain::{BatchState, Field, PayoutState, account::nuban};
use tokio::sync::Notify;

use crate::{
    double_payment::{draft, paid_twice, queued, staff},
    paying_again::{SALARIES, input, pay},
    support::{
        Person, Then, World, accept_warnings, call_back, code_of, counts, outcomes, report, states, typed,
        until, until_closed,
    },
};

const REST: &str = "November salaries (corrected)";

/// Refuses the next batch but one.
fn take_one_and_refuse_one(world: &World) {
    let refusal = r#"{"status":"error","message":"recipients[1].accountNumber: closed","code":"INVALID"}"#;
    world.line.next([Then::Pass, Then::answer(400, refusal)]);
}

/// Three batches of two: the first is at the service, the second was refused, the third never sent.
async fn one_taken_one_refused(world: &World, people: &[Person]) -> u32 {
    world.set_batch_size(2).await;
    let id = draft(world, people).await;
    take_one_and_refuse_one(world);
    pay(world, id, Some(input(SALARIES))).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track)[1..3], [BatchState::NotAccepted, BatchState::Approved]);
    id
}

/// What Track and Payrolls show of a payroll.
async fn shown_states(world: &World, id: u32) -> [PayrollStatus; 2] {
    let lines = world.desk.payrolls().await.unwrap();
    let line = lines.into_iter().find(|line| line.id == id).unwrap();
    [world.desk.payroll(id).await.unwrap().state, line.state]
}

/// Whom a payroll pays itself.
fn payees(track: &TrackView) -> u32 {
    track.payees.iter().map(|total| total.count).sum()
}

fn other_account() -> String {
    nuban("058", "040001234").unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn after_batch_two_of_twenty_with_one_row_corrected() {
    let mut world = World::without_callbacks().await;
    world.set_batch_size(2).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::Pass, Then::HoldTheAnswer(Arc::clone(&answer))]);
    let id = world.approved(&staff(0..40)).await;
    let name = world.desk.payroll(id).await.unwrap().name;
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(2).await;
    world.desk.stop_sending(id);
    // A batch is being sent meanwhile.
    assert_eq!(code_of(world.desk.correct(id).await), ErrorCode::SendingGoesOn);
    assert_eq!(shown_states(&world, id).await, [PayrollStatus::Sending; 2]);
    answer.notify_one();
    until(&world.desk, id, |track| !track.sending).await;
    // Nothing goes out until the user decides: it must not read as if it were still being sent.
    assert_eq!(shown_states(&world, id).await, [PayrollStatus::PartlySent; 2]);

    let rest = world.desk.correct(id).await.unwrap();
    assert_eq!(world.desk.correct(id).await.unwrap(), rest, "a second click opens the same draft");
    world.restart().await;
    let (old, new) = (world.desk.payroll(id).await.unwrap(), world.desk.payroll(rest).await.unwrap());
    assert_eq!((old.batches.len(), new.state), (20, PayrollStatus::Draft));
    assert_eq!(payees(&old), 40, "a draft pays nobody");
    assert_eq!(outcomes(&old), counts(&[(PayoutState::Sent, 4), (PayoutState::Withdrawn, 36)]));
    assert_eq!(new.name, format!("{name} (corrected)"));
    assert_eq!((old.paid_again_in[0].payroll, old.paid_again_in[0].people), (rest, 36));
    assert_eq!((new.pays_again[0].payroll, new.pays_again[0].people), (id, 36));
    assert_eq!(world.line.sent().len(), 2, "nothing is sent by it");

    world.listen().await;
    world.desk.edit_cell(rest, 7, Field::AccountNumber, other_account()).await.unwrap();
    pay(&world, rest, None).await;
    for payroll in [id, rest] {
        until_closed(&world.desk, payroll).await;
    }
    let accounts = queued(&world);
    assert!(
        accounts.len() == 40 && accounts.values().all(|times| *times == 1),
        "everyone once: {accounts:?}"
    );
    assert!(accounts.contains_key(&other_account()));
    let (old, new) = (world.desk.payroll(id).await.unwrap(), world.desk.payroll(rest).await.unwrap());
    assert_eq!((payees(&old), payees(&new)), (4, 36), "whom another payroll pays is not waited for");
}

#[tokio::test(flavor = "multi_thread")]
async fn and_everyone_of_it_has_a_reference_of_their_own() {
    let world = World::open().await;
    let id = one_taken_one_refused(&world, &staff(0..6)).await;
    let rest = world.desk.correct(id).await.unwrap();
    pay(&world, rest, None).await;
    assert_eq!(outcomes(&until_closed(&world.desk, rest).await), counts(&[(PayoutState::Paid, 4)]));
    let bodies = world.line.sent_values();
    let references: Vec<String> = bodies
        .iter()
        .flat_map(|body| body["recipients"].as_array().unwrap())
        .map(|recipient| recipient["ref"].as_str().unwrap().to_owned())
        .collect();
    let distinct: BTreeSet<&String> = references.iter().collect();
    assert_eq!((references.len(), distinct.len(), queued(&world).len()), (8, 8, 6));
}

/// A person who is in both payrolls is asked about; nobody else is.
#[tokio::test(flavor = "multi_thread")]
async fn with_a_question_about_whom_the_first_part_pays_too() {
    let world = World::open().await;
    let mut people = staff(0..6);
    people[4].account = people[0].account.clone();
    let id = one_taken_one_refused(&world, &people).await;
    let rest = world.desk.correct(id).await.unwrap();
    accept_warnings(&world.desk, rest).await;
    let review = world.review(rest, None).await.unwrap();
    let asked: u32 = review.questions.iter().map(|question| question.open).sum();
    assert_eq!(asked, 1, "{:?}", review.questions);
    let refused = world.desk.approve(rest, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::QuestionsOpen);
}

/// The service refused it and took it all the same: the batch is sent, and the new payroll is not approved unasked.
#[tokio::test(flavor = "multi_thread")]
async fn unless_a_late_report_says_that_it_was_taken() {
    for is_changed in [false, true] {
        let world = World::open().await;
        let id = one_taken_one_refused(&world, &staff(0..6)).await;
        let refused = world.line.sent_values().pop().unwrap();
        let reference = refused["recipients"][1]["ref"].as_str().unwrap().to_owned();
        let rest = world.desk.correct(id).await.unwrap();
        if is_changed {
            world.desk.edit_cell(rest, 1, Field::AccountNumber, other_account()).await.unwrap();
        }
        accept_warnings(&world.desk, rest).await;
        let review = world.review(rest, None).await.unwrap();
        assert_eq!(call_back(&world.heard_at, &report(&reference, "00")).await, 200);
        let track = until(&world.desk, id, |track| states(track)[1] == BatchState::Settling).await;
        assert_eq!(states(&track)[2], BatchState::Withdrawn, "nothing else of it was attempted");
        let approval = world.desk.approve(rest, &review.fingerprint, &typed(&review)).await;
        assert_eq!(code_of(approval), ErrorCode::QuestionsOpen, "changed: {is_changed}");
        assert_eq!(world.practice.queued().len(), 1, "only the first batch");
    }
}

/// People whose payment failed are in one open retry at most, also if a part of it is corrected.
#[tokio::test(flavor = "multi_thread")]
async fn and_what_it_pays_again_is_paid_again_once() {
    let world = World::open().await;
    let accounts = (0..99_999).filter_map(|serial| nuban("058", &format!("0300{serial:05}")));
    let failing = accounts.filter(|account| account.ends_with("0004")).take(4).enumerate();
    let failing: Vec<Person> = failing
        .map(|(number, account)| {
            Person::new(&format!("Chidi Failed{number}"), &account, &format!("40{number}0.00"))
        })
        .collect();
    let id = draft(&world, &failing).await;
    pay(&world, id, Some(input(SALARIES))).await;
    until_closed(&world.desk, id).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    world.set_batch_size(2).await;
    world.line.next([Then::Pass, Then::answer(400, r#"{"status":"error","message":"closed"}"#)]);
    pay(&world, retry, None).await;
    let rest = world.desk.correct(retry).await.unwrap();
    let track = world.desk.payroll(id).await.unwrap();
    assert!(track.payable_again.iter().all(|total| total.count == 0), "{:?}", track.payable_again);
    assert!(world.desk.pay_failed(id).await.is_err());
    // Once the corrected rest is deleted, the two are in no payroll, and can be paid again by either way.
    world.desk.discard_draft(rest).await.unwrap();
    let left: u32 = world.desk.payroll(id).await.unwrap().payable_again.iter().map(|total| total.count).sum();
    assert_eq!((left, world.desk.payroll(retry).await.unwrap().correctable), (2, 2));
    world.desk.correct(retry).await.unwrap();
    assert!(world.desk.pay_failed(id).await.is_err());
}

/// The rest of a rest is named after the first payroll.
#[tokio::test(flavor = "multi_thread")]
async fn and_again_in_part() {
    let world = World::open().await;
    let id = one_taken_one_refused(&world, &staff(0..8)).await;
    let first = world.desk.correct(id).await.unwrap();
    assert_eq!(world.desk.payroll(first).await.unwrap().name, REST);
    take_one_and_refuse_one(&world);
    pay(&world, first, None).await;
    let second = world.desk.correct(first).await.unwrap();
    assert_eq!(world.desk.payroll(second).await.unwrap().name, format!("{SALARIES} (corrected 2)"));
    pay(&world, second, None).await;
    for payroll in [id, first, second] {
        until_closed(&world.desk, payroll).await;
    }
    assert_eq!((queued(&world).len(), paid_twice(&world).len()), (8, 0));
}
