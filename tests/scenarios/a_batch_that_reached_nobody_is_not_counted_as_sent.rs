//! A refused batch was corrected, and its successor reached nobody. Then a report proves that the service took the refused
//! one after all: that one alone is sent. Whoever is only in the other one goes back to Check and is paid once. Nobody does who
//! may have been sent.

use paysheet_desk::{
    Refused,
    view::{AuditActor, AuditQuery, PayrollStatus, TrackView},
};
use paysheet_domain::{BatchState, PayoutState};
use paysheet_ledger::EventKind;

use crate::{
    double_payment::{draft, paid_twice, sent, staff},
    exchanged_ledger::{Computer, Way, go},
    former_batches::{
        assert_former, correct, corrected, hear, last_references, lose, payable, reach_nobody, refuse,
        refused_twice, send_the_rest, tracked, until_payable, until_tracked,
    },
    paying_again::{SALARIES, approve, failing, input, pay},
    support::{Then, World, call_back, counts, outcomes, report, states, until, until_closed},
};

/// Before, the corrected batch was unresolved, and whoever is only in it could be paid by another payroll only.
#[tokio::test(flavor = "multi_thread")]
async fn whose_people_go_back_to_check_and_are_paid_once() {
    let world = World::open().await;
    let (id, references) = corrected(&world).await;
    reach_nobody(&world, id).await;
    hear(&world, &references[0]).await;
    let former = until_tracked(&world, id).await;
    assert_former(&world, former, &references).await;
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::Draft);
    assert_eq!(tracked(&world, id).await, former, "the draft says who is sent after all");
    until_payable(&world, id, 1).await;

    // The same report once more, and one about the others: nothing else moves.
    for reference in &references {
        hear(&world, reference).await;
    }
    until_closed(&world.desk, former).await;
    assert_eq!(payable(&world, id).await, 1);
    pay(&world, id, Some(input(SALARIES))).await;
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 1)]));
    assert_eq!(world.line.sent_values().len(), 2, "the refused one, and the new person");
    assert!(paid_twice(&world).is_empty());
}

/// The audit log has the attempt that reached nobody, and says that no person took the payroll back.
#[tokio::test(flavor = "multi_thread")]
async fn whose_attempts_stay_in_the_audit_log() {
    let world = World::open().await;
    let (id, references) = corrected(&world).await;
    reach_nobody(&world, id).await;
    hear(&world, &references[0]).await;
    until_tracked(&world, id).await;
    let query = AuditQuery { payroll: Some(id), person: None };
    let lines = world.desk.audit_log(&query, 0, 500).await.unwrap().rows;
    let of = |kind| lines.iter().filter(move |line| line.kind == kind);
    assert_eq!((of(EventKind::Intent).count(), of(EventKind::Answered).count()), (2, 2));
    let taken: Vec<&AuditActor> = of(EventKind::TakenBack).map(|line| &line.by).collect();
    assert_eq!(taken, [&AuditActor::Paysheet, &AuditActor::Person { name: "Ada Obi".to_owned() }]);
}

/// The program is killed right after the report, and starts again: all of it is there, or nothing.
#[tokio::test(flavor = "multi_thread")]
async fn also_after_a_crash() {
    let world = World::open().await;
    let (id, references) = corrected(&world).await;
    reach_nobody(&world, id).await;
    hear(&world, &references[0]).await;
    let former = until_tracked(&world, id).await;
    let (_folder, desk, _) = world.after_a_crash().await;
    assert!(desk.payrolls().await.unwrap().iter().all(|line| line.damaged_at.is_none()));
    assert_eq!(desk.payroll(id).await.unwrap().state, PayrollStatus::Draft);
    assert_eq!(desk.payroll(former).await.unwrap().sent_after_all, 3);
    let left: u32 = desk.draft(id).await.unwrap().payable.iter().map(|total| total.count).sum();
    assert_eq!(left, 1);
}

/// Results arrive while the desk is locked. Nothing is sent by them.
#[tokio::test(flavor = "multi_thread")]
async fn also_while_the_desk_is_locked() {
    let world = World::open().await;
    let (id, references) = corrected(&world).await;
    reach_nobody(&world, id).await;
    world.desk.lock();
    hear(&world, &references[0]).await;
    let former = until_tracked(&world, id).await;
    assert_former(&world, former, &references).await;
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::Draft);
    assert_eq!(world.line.sent_values().len(), 1);
}

/// The user took it back before the report. Before, the report showed the batch as sent that reached nobody.
#[tokio::test(flavor = "multi_thread")]
async fn also_if_the_user_took_it_back() {
    let world = World::open().await;
    let (id, references) = corrected(&world).await;
    reach_nobody(&world, id).await;
    assert_eq!(world.desk.take_back(id).await.unwrap(), id);
    hear(&world, &references[0]).await;
    let former = until_tracked(&world, id).await;
    assert_former(&world, former, &references).await;
    until_payable(&world, id, 1).await;
    pay(&world, id, Some(input(SALARIES))).await;
    until_closed(&world.desk, id).await;
    assert!(paid_twice(&world).is_empty());
}

/// Somebody whose payment failed is paid again by it. They are in no second retry.
#[tokio::test(flavor = "multi_thread")]
async fn also_if_it_pays_failed_payments_again() {
    for is_withdrawn in [false, true] {
        let world = World::open().await;
        let people = [vec![failing()], staff(0..2)].concat();
        let first = draft(&world, &people).await;
        pay(&world, first, Some(input(SALARIES))).await;
        until_closed(&world.desk, first).await;
        let retry = world.desk.pay_failed(first).await.unwrap();
        refuse(&world);
        pay(&world, retry, None).await;
        world.desk.take_back(retry).await.unwrap();
        let references = last_references(&world);
        correct(&world, retry, 0).await;
        approve(&world, retry, None).await;
        if is_withdrawn {
            world.desk.withdraw(retry, None, "Another account first").await.unwrap();
        } else {
            reach_nobody(&world, retry).await;
        }
        hear(&world, &references[0]).await;
        let is_followed = |track: &TrackView| {
            track.paid_again_in.iter().any(|link| link.payroll != retry && link.people == 1)
        };
        let track = until(&world.desk, first, is_followed).await;
        assert!(track.payable_again.iter().all(|total| total.count == 0), "{:?}", track.payable_again);
        assert!(world.desk.pay_failed(first).await.is_err(), "withdrawn: {is_withdrawn}");
    }
}

/// Its answer was lost, so the service may have it: it is sent, and nobody goes back to Check. So it is if the user said that
/// the service does not have it, and the next attempt reached nobody.
#[tokio::test(flavor = "multi_thread")]
async fn unless_it_may_have_been_sent() {
    for is_decided in [false, true] {
        let world = World::open().await;
        let (id, references) = corrected(&world).await;
        lose(&world, id, is_decided).await;
        if is_decided {
            world.line.hang_up().await;
            send_the_rest(&world, id).await;
            world.line.pick_up().await;
        }
        hear(&world, &references[0]).await;
        let track = until(&world.desk, id, |track| states(track) == [BatchState::Settling]).await;
        assert_eq!((track.sent_after_all, outcomes(&track).values().sum::<u32>()), (0, 4));
        assert!(world.desk.take_back(id).await.is_err());
        assert_eq!(world.desk.payrolls().await.unwrap().len(), 1, "decided: {is_decided}");
    }
}

/// Somebody edits the file: what is stored is not what was approved, or the attempt looks as if it had reached nobody. The
/// batch is unresolved, and the user decides.
#[tokio::test(flavor = "multi_thread")]
async fn unless_something_of_it_is_damaged() {
    for damage in [
        "UPDATE draft_sources SET rows_json = '{'",
        "UPDATE payouts SET narration = 'edited' WHERE position = 2",
        "UPDATE events SET data = replace(data, 'not_sent', 'unknown') WHERE kind = 'answered'",
        "DELETE FROM events WHERE kind = 'answered' AND seq = (SELECT MAX(seq) FROM events WHERE kind = 'answered')",
    ] {
        let world = World::open().await;
        let (id, references) = corrected(&world).await;
        reach_nobody(&world, id).await;
        world.on_the_disk(damage).await;
        hear(&world, &references[0]).await;
        let is_settled = |track: &TrackView| {
            states(track) == [BatchState::Unknown] || states(track) == [BatchState::Settling]
        };
        until(&world.desk, id, is_settled).await;
        send_the_rest(&world, id).await;
        assert_eq!(world.line.sent_values().len(), 1, "{damage}");
    }
}

/// An attempt whose answer was lost, edited so that it looks as if it had reached nobody. The record says otherwise.
#[tokio::test(flavor = "multi_thread")]
async fn unless_only_the_file_says_that_it_reached_nobody() {
    let world = World::open().await;
    let (id, references) = corrected(&world).await;
    let answer = r#"{"status":"error","message":"Insufficient balance"}"#;
    world.line.next([Then::answer(400, answer)]);
    world.desk.send(id).await.unwrap();
    world.desk.ready_again(id, None, Refused::SentAgain).await.unwrap();
    world.on_the_disk("UPDATE attempts SET outcome = 'not_sent'").await;
    hear(&world, &references[0]).await;
    until(&world.desk, id, |track| states(track) == [BatchState::Unknown]).await;
    assert!(world.desk.take_back(id).await.is_err());
}

/// The answer was lost, edited so that it looks as if it was never attempted. Before, the payroll was a draft again, and all of it
/// could be paid once more. Or it was paid to one, who has a result: other callbacks are applied all the same.
#[tokio::test(flavor = "multi_thread")]
async fn unless_only_the_file_says_that_it_was_never_attempted() {
    for is_reported in [false, true] {
        let world = World::open().await;
        let (id, references) = corrected(&world).await;
        world.line.next([Then::Cut]);
        world.desk.send(id).await.unwrap();
        if is_reported {
            hear(&world, &last_references(&world)[3]).await;
            until(&world.desk, id, |track| states(track) == [BatchState::Settling]).await;
        }
        for edit in [
            "UPDATE batches SET state = 'Approved', attempts = 0, in_doubt = 0, was_unknown = 0
             WHERE payroll = (SELECT MAX(payroll) FROM batches)",
            "DELETE FROM attempts",
            "UPDATE payouts SET state = 'Planned'",
        ] {
            world.on_the_disk(edit).await;
        }
        hear(&world, &references[0]).await;
        until(&world.desk, id, |track| states(track) == [BatchState::Unknown]).await;
        assert_eq!(world.desk.payrolls().await.unwrap().len(), 1, "reported: {is_reported}");
        let other = draft(&world, &staff(10..12)).await;
        pay(&world, other, Some(input("December salaries"))).await;
        until_closed(&world.desk, other).await;
        assert!(paid_twice(&world).is_empty());
    }
}

/// An older copy of the ledger is put back after the batch was sent, or withdrawn and sent. The report may be about it:
/// nothing goes back to Check, and nobody is released.
#[tokio::test(flavor = "multi_thread")]
async fn unless_the_ledger_is_not_the_newest() {
    for is_attempted in [false, true] {
        let mut computer = Computer::new().await;
        sent(&computer.world, &staff(50..53), "Night shift", "2026-10").await;
        let (id, references) = corrected(&computer.world).await;
        if is_attempted {
            reach_nobody(&computer.world, id).await;
        }
        computer.restart().await;
        let copy = computer.ledger_files();
        go(&computer.world, Way::ContinueSending, id).await.unwrap();
        assert_eq!(computer.world.line.sent_values().len(), 3);
        computer.exchange_ledger(&copy).await;
        let world = &computer.world;
        assert!(world.desk.block().is_some());
        let address = world.listen_elsewhere().await;
        assert_eq!(call_back(&address, &report(&references[0], "00")).await, 200);
        let track = until(&world.desk, id, |track| states(track) == [BatchState::Settling]).await;
        assert_eq!((track.sent_after_all, outcomes(&track).values().sum::<u32>()), (0, 4));
        assert_eq!(world.desk.payrolls().await.unwrap().len(), 2, "attempted: {is_attempted}");
    }
}

/// A report moved a part of the payroll to a draft. The payroll itself is never a draft again: it would contain these people
/// as well.
#[tokio::test(flavor = "multi_thread")]
async fn unless_a_part_of_its_payroll_was_taken_back() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    world.line.hang_up().await;
    world.desk.send(id).await.unwrap();
    world.line.pick_up().await;
    hear(&world, &first[0]).await;
    until(&world.desk, id, |track| !track.taken_back_to.is_empty()).await;
    hear(&world, &second[0]).await;
    until(&world.desk, id, |track| states(track) == [BatchState::Unknown]).await;
    send_the_rest(&world, id).await;
    assert_eq!(world.line.sent_values().len(), 2, "only what was refused");
}
