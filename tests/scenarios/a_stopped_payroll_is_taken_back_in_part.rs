//! Stopped after a part was sent: the rest goes back to Check as a draft of its own, and everyone is paid once.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use paysheet_desk::{
    ErrorCode,
    view::{PayrollStatus, ResendInput, TypedTotal, UnknownDecision},
};
use paysheet_domain::{BatchState, Currency, Field, PayoutState, account::nuban};
use serde_json::json;
use tokio::sync::Notify;

use crate::{
    double_payment::{draft, queued, staff},
    paying_again::{SALARIES, input, pay},
    support::{
        Person, Then, World, call_back, code_of, counts, outcomes, report, states, typed, until, until_closed,
    },
};

/// References by account.
async fn by_account(world: &World, id: u32) -> BTreeMap<String, String> {
    let payouts = world.desk.payouts(id, &Default::default(), 0, 1_000).await.unwrap();
    payouts.rows.into_iter().map(|row| (row.account_number, row.reference)).collect()
}

/// Refuses the next batch but one.
fn take_one_and_refuse_one(world: &World) {
    let refusal =
        json!({ "status": "error", "message": "recipients[1].accountNumber: closed", "code": "INVALID" });
    world.line.next([Then::Pass, Then::answer(400, &refusal.to_string())]);
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

fn other_account() -> String {
    nuban("058", "040001234").unwrap()
}

/// Accounts in all bodies that reached the service, in order.
fn sent_accounts(world: &World) -> Vec<String> {
    let recipients = |body: serde_json::Value| body["recipients"].as_array().unwrap().clone();
    let account = |recipient: serde_json::Value| recipient["accountNumber"].as_str().unwrap().to_owned();
    world.line.sent_values().into_iter().flat_map(recipients).map(account).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn after_batch_two_of_twenty_with_one_row_corrected() {
    let mut world = World::without_callbacks().await;
    world.set_batch_size(2).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::Pass, Then::HoldTheAnswer(Arc::clone(&answer))]);
    let id = world.approved(&staff(0..40)).await;
    let name = world.desk.payroll(id).await.unwrap().name;
    let approved = by_account(&world, id).await;
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(2).await;
    world.desk.stop_sending(id);
    // A batch is being sent meanwhile.
    assert_eq!(code_of(world.desk.take_back(id).await), ErrorCode::SendingGoesOn);
    assert_eq!(shown_states(&world, id).await, [PayrollStatus::Sending; 2]);
    answer.notify_one();
    until(&world.desk, id, |track| !track.sending).await;
    // Nothing goes out until the user decides: it must not read as if it were still being sent.
    assert_eq!(shown_states(&world, id).await, [PayrollStatus::PartlySent; 2]);

    let part = world.desk.take_back(id).await.unwrap();
    assert_ne!(part, id);
    assert_eq!(world.desk.take_back(id).await.unwrap(), part, "a second click opens the same draft");
    world.restart().await;
    let (old, new) = (world.desk.payroll(id).await.unwrap(), world.desk.payroll(part).await.unwrap());
    assert_eq!((old.batches.len(), new.state), (2, PayrollStatus::Draft));
    assert_eq!(new.name, format!("{name} (rest)"));
    assert_eq!((old.taken_back_to[0].payroll, old.taken_back_to[0].people), (part, 36));
    let from = new.taken_back_from.unwrap();
    assert_eq!((from.payroll, from.people, from.name.as_deref()), (id, 36, Some(name.as_str())));
    assert_eq!(world.line.sent().len(), 2, "nothing is sent by it");

    world.listen().await;
    world.desk.edit_cell(part, 7, Field::AccountNumber, other_account()).await.unwrap();
    pay(&world, part, None).await;
    for payroll in [id, part] {
        until_closed(&world.desk, payroll).await;
    }
    let paid = by_account(&world, part).await;
    let same = paid.iter().filter(|(account, reference)| approved.get(*account) == Some(*reference)).count();
    assert_eq!((same, paid.len()), (35, 36), "only the changed row has another reference");
    assert!(!approved.values().any(|reference| *reference == paid[&other_account()]));
    let accounts = sent_accounts(&world);
    let distinct: BTreeSet<&String> = accounts.iter().collect();
    assert_eq!((accounts.len(), distinct.len()), (40, 40), "everyone once");
}

/// What nobody changes is sent under the same keys, also that of the batch.
#[tokio::test(flavor = "multi_thread")]
async fn and_what_is_not_changed_keeps_the_keys_of_its_batches() {
    let world = World::open().await;
    let id = one_taken_one_refused(&world, &staff(0..6)).await;
    let refused = world.line.sent_values().pop().unwrap();
    let part = world.desk.take_back(id).await.unwrap();
    pay(&world, part, None).await;
    let sent = world.line.sent_values();
    assert_eq!((&sent[2]["ref"], &sent[2]["recipients"]), (&refused["ref"], &refused["recipients"]));
    assert_eq!(outcomes(&until_closed(&world.desk, part).await), counts(&[(PayoutState::Paid, 4)]));
    assert_eq!(queued(&world).len(), 6);
}

/// A service that remembers what it refused would take a corrected batch for the refused one.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_changed_batch_gets_another_key() {
    let world = World::open().await;
    let id = one_taken_one_refused(&world, &staff(0..6)).await;
    let refused = world.line.sent_values().pop().unwrap();
    let part = world.desk.take_back(id).await.unwrap();
    world.desk.edit_cell(part, 1, Field::Amount, "77.00".to_owned()).await.unwrap();
    pay(&world, part, None).await;
    let sent = world.line.sent_values();
    assert_ne!(sent[2]["ref"], refused["ref"]);
    let references = |body: &serde_json::Value| [0, 1].map(|row| body["recipients"][row]["ref"].clone());
    let (before, after) = (references(&refused), references(&sent[2]));
    assert_eq!((before[0] == after[0], before[1] == after[1]), (true, false));
}

/// The first batch was lost and the user said that it is not there: it is never edited, the others are.
#[tokio::test(flavor = "multi_thread")]
async fn without_what_was_ever_unknown() {
    let world = World::without_callbacks().await;
    world.set_batch_size(2).await;
    let id = world.approved(&staff(0..6)).await;
    world.line.next([Then::Cut]);
    world.desk.send(id).await.unwrap();
    let track = world.desk.payroll(id).await.unwrap();
    let key = track.batches[0].key;
    world
        .desk
        .decide_unknown(id, key, UnknownDecision::TheServiceDoesNotHaveIt, "They looked")
        .await
        .unwrap();
    let part = world.desk.take_back(id).await.unwrap();
    let (old, new) = (world.desk.payroll(id).await.unwrap(), by_account(&world, id).await);
    assert_eq!((old.batches.len(), new.len(), old.taken_back_to[0].people), (1, 2, 4));
    let rest = world.desk.payroll(part).await.unwrap();
    assert_eq!(rest.state, PayrollStatus::Draft);
    // Its approval still covers what it kept: nobody changed the batch, and it can be sent.
    let total = TypedTotal { currency: Currency::NGN, text: "4001.00".to_owned() };
    let resend = ResendInput { totals: vec![total], ..ResendInput::default() };
    world.desk.continue_sending(id, Some(resend)).await.unwrap();
    until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Settling]);
}

/// Somebody edits the file so that a batch which the service has looks refused.
#[tokio::test(flavor = "multi_thread")]
async fn nor_what_only_the_file_says_was_never_taken() {
    let world = World::without_callbacks().await;
    let id = one_taken_one_refused(&world, &staff(0..6)).await;
    world.on_the_disk("UPDATE batches SET state = 'NotAccepted' WHERE number = 1").await;
    assert!(world.desk.take_back(id).await.is_err());
    assert_eq!(by_account(&world, id).await.len(), 6);
}

/// Somebody edits whom a batch pays: what was approved decides which references are kept.
#[tokio::test(flavor = "multi_thread")]
async fn nor_what_is_not_as_it_was_approved() {
    let world = World::without_callbacks().await;
    let id = one_taken_one_refused(&world, &staff(0..6)).await;
    world.on_the_disk("UPDATE payouts SET account_number = '0000000000' WHERE position = 5").await;
    assert!(world.desk.take_back(id).await.is_err());
    assert!(world.desk.payroll(id).await.unwrap().taken_back_to.is_empty());
}

/// The service refused it and took it all the same.
#[tokio::test(flavor = "multi_thread")]
async fn unless_a_late_report_says_that_it_was_taken() {
    for is_changed in [false, true] {
        let world = World::open().await;
        let id = one_taken_one_refused(&world, &staff(0..6)).await;
        let refused = world.line.sent_values().pop().unwrap();
        let reference = refused["recipients"][1]["ref"].as_str().unwrap().to_owned();
        let part = world.desk.take_back(id).await.unwrap();
        if is_changed {
            world.desk.edit_cell(part, 1, Field::AccountNumber, other_account()).await.unwrap();
        }
        crate::support::accept_warnings(&world.desk, part).await;
        let review = world.review(part, None).await.unwrap();
        assert_eq!(call_back(&world.heard_at, &report(&reference, "00")).await, 200);
        let approval = world.desk.approve(part, &review.fingerprint, &typed(&review)).await;
        assert!(approval.is_err(), "changed: {is_changed}");
        assert_eq!(world.practice.queued().len(), 1, "only the first batch");
        // What the service has is tracked in the first payroll again; nothing else of this one was attempted.
        let track = until(&world.desk, id, |track| track.sent_after_all == 2).await;
        assert_eq!(states(&track)[1], BatchState::Settling);
        world.desk.discard_draft(part).await.unwrap();
    }
}

/// A person who is in both payrolls is asked about; nobody else is.
#[tokio::test(flavor = "multi_thread")]
async fn with_a_question_about_whom_the_first_part_pays_too() {
    let world = World::open().await;
    let mut people = staff(0..6);
    people[4].account = people[0].account.clone();
    world.set_batch_size(2).await;
    let id = draft(&world, &people).await;
    take_one_and_refuse_one(&world);
    pay(&world, id, Some(input(SALARIES))).await;
    let part = world.desk.take_back(id).await.unwrap();
    crate::support::accept_warnings(&world.desk, part).await;
    let review = world.review(part, None).await.unwrap();
    let asked: u32 = review.questions.iter().map(|question| question.open).sum();
    assert_eq!(asked, 1, "{:?}", review.questions);
    let refused = world.desk.approve(part, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::QuestionsOpen);
}

/// What was never attempted can be deleted. Its payroll still says whom nobody pays, and they can be paid from the file.
#[tokio::test(flavor = "multi_thread")]
async fn and_may_be_deleted_if_nothing_of_it_was_attempted() {
    let world = World::open().await;
    world.set_batch_size(2).await;
    let answer = Arc::new(Notify::new());
    let people = staff(0..6);
    let id = draft(&world, &people).await;
    crate::paying_again::approve(&world, id, Some(input(SALARIES))).await;
    world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(1).await;
    world.desk.stop_sending(id);
    answer.notify_one();
    until(&world.desk, id, |track| !track.sending).await;
    let part = world.desk.take_back(id).await.unwrap();
    world.desk.discard_draft(part).await.unwrap();
    let track = world.desk.payroll(id).await.unwrap();
    let link = &track.taken_back_to[0];
    assert_eq!((link.people, link.name.as_deref()), (4, None));

    let again = draft(&world, &people).await;
    assert!(world.review(again, Some(input(SALARIES))).await.is_err(), "its name is taken");
    crate::support::accept_warnings(&world.desk, again).await;
    let review = world.review(again, Some(input("November salaries, rest"))).await.unwrap();
    let refused = world.desk.approve(again, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::QuestionsOpen, "two of them are paid already");
    let people: usize =
        review.questions.iter().filter(|q| !q.people.is_empty()).map(|q| q.people.len()).sum();
    assert_eq!(people, 2);
}

/// The program is killed right after: the draft is there as a whole, and the payroll adds up.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_crash_leaves_it_taken_back_as_a_whole() {
    let world = World::open().await;
    let id = one_taken_one_refused(&world, &staff(0..6)).await;
    let part = world.desk.take_back(id).await.unwrap();
    let (_folder, desk, _) = world.after_a_crash().await;
    let lines = desk.payrolls().await.unwrap();
    assert!(lines.iter().all(|line| line.damaged_at.is_none()));
    assert_eq!(desk.payroll(id).await.unwrap().taken_back_to[0].payroll, part);
}

/// A late report has the code of the first payroll. With a code of its own, the draft would be paid in spite of it.
#[tokio::test(flavor = "multi_thread")]
async fn under_the_callback_code_that_it_had() {
    let world = World::open().await;
    let mut settings = world.desk.profile().settings;
    settings.send_callback_code = true;
    world.desk.save_profile(settings).await.unwrap();
    let id = one_taken_one_refused(&world, &staff(0..6)).await;
    let refused = world.line.sent_values().pop().unwrap();
    let part = world.desk.take_back(id).await.unwrap();
    crate::paying_again::approve(&world, part, None).await;
    let (reference, code) = (&refused["recipients"][0]["ref"], &refused["disburse_callback_code"]);
    let late = report(reference.as_str().unwrap(), "00");
    let late = format!("{late}&callbackCode={}", code.as_str().unwrap());
    assert_eq!(call_back(&world.heard_at, &late).await, 200);
    until(&world.desk, part, |track| track.batches[0].state == BatchState::Settling).await;
    let _ = world.desk.send(part).await;
    let bodies = world.line.sent_values();
    assert_eq!(bodies.len(), 3, "the batch that the service has is not sent");
    assert_eq!(bodies[2]["disburse_callback_code"], *code);
}

/// People whose payment failed are in one open retry at most, also if a part of it was taken back.
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
    let refusal = json!({ "status": "error", "message": "closed", "code": "INVALID" });
    world.line.next([Then::Pass, Then::answer(400, &refusal.to_string())]);
    pay(&world, retry, None).await;
    let part = world.desk.take_back(retry).await.unwrap();
    assert_ne!(part, retry);
    let track = world.desk.payroll(id).await.unwrap();
    let links: Vec<_> = track.paid_again_in.iter().map(|link| (link.payroll, link.people)).collect();
    assert_eq!(links, [(retry, 2), (part, 2)]);
    assert!(track.payable_again.iter().all(|total| total.count == 0));
    assert!(world.desk.pay_failed(id).await.is_err());
}

/// The rest of a rest: references, and the narration of who has none, are still those of the first payroll.
#[tokio::test(flavor = "multi_thread")]
async fn and_again_in_part() {
    let world = World::open().await;
    let id = one_taken_one_refused(&world, &staff(0..8)).await;
    let first = world.desk.take_back(id).await.unwrap();
    take_one_and_refuse_one(&world);
    pay(&world, first, None).await;
    let second = world.desk.take_back(first).await.unwrap();
    assert_eq!(world.desk.payroll(second).await.unwrap().name, format!("{SALARIES} (rest 2)"));
    pay(&world, second, None).await;
    for payroll in [id, first, second] {
        until_closed(&world.desk, payroll).await;
    }
    assert_eq!((queued(&world).len(), crate::double_payment::paid_twice(&world).len()), (8, 0));
    for recipient in world.line.sent_values().iter().flat_map(|body| body["recipients"].as_array().unwrap()) {
        assert_eq!(recipient["narration"], SALARIES);
    }
}
