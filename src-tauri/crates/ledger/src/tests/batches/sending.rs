use paysheet_domain::{BatchState, PayoutState, Report};

use crate::{
    ApprovedBatch, Ledger, LedgerError, NextBatch, OutcomeKind, PayrollId, PayrollState,
    tests::support::{
        accepted, accepted_as, approved, at, intent, killed_and_started_again, open, outcome, payout_states,
        ready, ready_again, references, report, send,
    },
};

async fn state(ledger: &Ledger, id: PayrollId) -> PayrollState {
    ledger.payroll(id).await.unwrap().state
}

#[tokio::test]
async fn an_accepted_batch_settles_and_the_next_one_is_ready() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    assert_eq!(state(&ledger, id).await, PayrollState::Approved);
    send(&ledger, id, accepted_as("256")).await;
    assert_eq!(state(&ledger, id).await, PayrollState::Sending);
    assert_eq!(ready(&ledger, id).await.number, 2);
    send(&ledger, id, accepted()).await;
    assert_eq!(state(&ledger, id).await, PayrollState::BeingPaid);
    assert!(matches!(ledger.next_to_send(id).await.unwrap(), NextBatch::Nothing));
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Sent; 3]);
    let batch = ledger.batches(id).await.unwrap().remove(0);
    assert_eq!(
        (batch.state, batch.batch_id.as_deref(), batch.attempts),
        (BatchState::Settling, Some("256"), 1)
    );
    assert_eq!(batch.payouts, [(PayoutState::Sent, 2)]);
}

#[tokio::test]
async fn killed_before_the_intent_nothing_is_lost_and_nothing_is_unknown() {
    let (dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    let (_copy, after, recovery) = killed_and_started_again(&dir).await;
    assert!(recovery.became_unknown.is_empty());
    assert_eq!(ready(&after, id).await.body, ready(&ledger, id).await.body);
}

#[tokio::test]
async fn killed_after_the_intent_the_batch_is_unknown() {
    let (dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    let batch = ready(&ledger, id).await;
    let key = batch.key;
    let _intent = intent(&ledger, batch, at(4)).await.unwrap();

    let (_copy, after, recovery) = killed_and_started_again(&dir).await;
    assert_eq!(recovery.became_unknown, [key]);
    assert_eq!(state(&after, id).await, PayrollState::Unresolved);
    assert!(
        matches!(after.next_to_send(id).await.unwrap(), NextBatch::BlockedByUnknown(found) if found == key)
    );
    let (payroll, unresolved) = after.unresolved().await.unwrap().remove(0);
    assert_eq!((payroll, unresolved.key, unresolved.code.as_deref()), (id, key, Some("crash_found")));
    assert_eq!(payout_states(&after, id).await, [PayoutState::Sent, PayoutState::Sent, PayoutState::Planned]);
    after.verify_chain().await.unwrap();
}

#[tokio::test]
async fn killed_after_the_answer_was_recorded_it_stands() {
    let (dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    send(&ledger, id, accepted()).await;
    let (_copy, after, recovery) = killed_and_started_again(&dir).await;
    assert!(recovery.became_unknown.is_empty());
    assert_eq!(state(&after, id).await, PayrollState::BeingPaid);
}

#[tokio::test]
async fn a_double_click_makes_one_intent() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    let (one, two) = (ready(&ledger, id).await, ready(&ledger, id).await);
    let (first, second) = tokio::join!(intent(&ledger, one, at(4)), intent(&ledger, two, at(4)));
    let won = [&first, &second].into_iter().filter(|result| result.is_ok()).count();
    assert_eq!(won, 1);
    let lost = if first.is_err() { first } else { second };
    assert!(
        matches!(lost, Err(LedgerError::WrongState { from: BatchState::Intent, to: BatchState::Intent, .. })),
        "{lost:?}"
    );
    assert!(matches!(ledger.next_to_send(id).await.unwrap(), NextBatch::Nothing));
    assert_eq!(ledger.batches(id).await.unwrap()[0].attempts, 1);
}

#[tokio::test]
async fn what_was_not_sent_waits_for_the_user_and_goes_out_unchanged() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    let first = ready(&ledger, id).await;
    let (body, reference) = (first.body.clone(), first.reference.clone());
    let begun = intent(&ledger, first, at(4)).await.unwrap();
    let after = ledger.record(begun, outcome(OutcomeKind::NotSent), at(5)).await.unwrap();
    assert_eq!(after, BatchState::NotSent);
    assert_eq!(state(&ledger, id).await, PayrollState::NotSent);
    assert!(matches!(ledger.next_to_send(id).await.unwrap(), NextBatch::Nothing));

    ready_again(&ledger, id, at(6)).await.unwrap();
    let again = ready(&ledger, id).await;
    assert_eq!((again.number, again.body.clone(), again.reference.clone()), (1, body, reference));
    assert_eq!(intent(&ledger, again, at(7)).await.unwrap().attempt(), 2);
}

#[tokio::test]
async fn a_refused_batch_holds_the_rest_until_the_user_mended_the_cause() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    let body = ready(&ledger, id).await.body;
    let key = send(&ledger, id, outcome(OutcomeKind::NotAccepted)).await;
    assert_eq!(state(&ledger, id).await, PayrollState::Refused);
    assert!(
        matches!(ledger.next_to_send(id).await.unwrap(), NextBatch::BlockedByRefusal(found) if found == key)
    );
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Planned; 3]);

    ready_again(&ledger, id, at(6)).await.unwrap();
    assert_eq!(ready(&ledger, id).await.body, body);
    send(&ledger, id, accepted()).await;
    assert_eq!(ready(&ledger, id).await.number, 2);
}

#[tokio::test]
async fn a_callback_before_the_answer_settles_the_batch_whatever_the_answer_says() {
    for (name, kind) in [
        ("accepted", OutcomeKind::Accepted { batch_id: "B-1".to_owned() }),
        ("unknown", OutcomeKind::Unknown),
        ("refused", OutcomeKind::NotAccepted),
        ("not sent", OutcomeKind::NotSent),
    ] {
        let (_dir, ledger) = open().await;
        let id = approved(&ledger, "November", &[2]).await;
        let begun = intent(&ledger, ready(&ledger, id).await, at(4)).await.unwrap();
        report(&ledger, &references(&ledger, id).await[0], Report::Successful).await;
        let after = ledger.record(begun, outcome(kind), at(12)).await.unwrap();
        assert_eq!(after, BatchState::Settling, "{name}");
        assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid, PayoutState::Sent], "{name}");
    }
}

#[tokio::test]
async fn a_batch_changed_on_the_disk_is_not_sent() {
    for tampering in [
        "UPDATE batches SET body = replace(body, 'bankcode', 'bankcodes')",
        "UPDATE payouts SET amount_minor = amount_minor + 1 WHERE position = 0",
        "DELETE FROM payouts WHERE position = 1",
        "UPDATE batches SET sum_minor = sum_minor + 1",
    ] {
        let (_dir, ledger) = open().await;
        let id = approved(&ledger, "November", &[2]).await;
        let held = ready(&ledger, id).await;
        sqlx::query(tampering).execute(&ledger.writer).await.unwrap();
        let refused = intent(&ledger, held, at(4)).await;
        assert!(matches!(refused, Err(LedgerError::NotAsFrozen(_))), "{tampering}: {refused:?}");
        assert_eq!(state(&ledger, id).await, PayrollState::Approved);
    }
}

#[tokio::test]
async fn no_batch_goes_before_its_turn() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    let second = ledger.batches(id).await.unwrap().remove(1);
    let body = sqlx::query_scalar("SELECT body FROM batches WHERE number = 2")
        .fetch_one(&ledger.reader)
        .await
        .unwrap();
    let early = ApprovedBatch {
        key: second.key,
        number: 2,
        reference: second.reference,
        body,
        body_sha256: second.body_sha256,
        count: second.count,
        sum: second.sum,
    };
    assert!(matches!(intent(&ledger, early, at(4)).await, Err(LedgerError::WrongState { .. })));
}

/// A limit that no test reaches.
const PAGES_MAX: i64 = 1_000_000;

/// Limits the ledger's file to this number of pages.
async fn limit_the_disk(ledger: &Ledger, pages: i64) {
    let limit = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
    sqlx::query_scalar::<_, i64>(limit).fetch_one(&ledger.writer).await.unwrap();
}

async fn pages(ledger: &Ledger) -> i64 {
    sqlx::query_scalar("PRAGMA page_count").fetch_one(&ledger.writer).await.unwrap()
}

#[tokio::test]
async fn on_a_full_disk_there_is_no_intent_and_with_space_again_there_is() {
    let (_dir, ledger) = open().await;
    let mut payrolls = Vec::new();
    for number in 0..30 {
        payrolls.push(approved(&ledger, &format!("Payroll {}", "x".repeat(number)), &[1]).await);
    }
    limit_the_disk(&ledger, pages(&ledger).await).await;
    // The first ones fit into existing pages.
    let mut refused = None;
    for id in payrolls {
        if let Err(error) = intent(&ledger, ready(&ledger, id).await, at(4)).await {
            refused = Some((id, error));
            break;
        }
    }
    let (id, error) = refused.unwrap();
    assert!(matches!(error, LedgerError::DiskFull), "{error:?}");
    assert_eq!(state(&ledger, id).await, PayrollState::Approved);

    limit_the_disk(&ledger, PAGES_MAX).await;
    assert_eq!(intent(&ledger, ready(&ledger, id).await, at(5)).await.unwrap().attempt(), 1);
    ledger.verify_chain().await.unwrap();
}

#[tokio::test]
async fn a_full_disk_does_not_stop_the_ledger_for_good() {
    let (_dir, ledger) = open().await;
    limit_the_disk(&ledger, pages(&ledger).await).await;
    let mut filled = Ok(());
    for filler in 0..1_000 {
        filled = ledger.set_setting(&format!("filler {filler}"), &"x".repeat(300), at(4)).await;
        if filled.is_err() {
            break;
        }
    }
    assert!(matches!(filled, Err(LedgerError::DiskFull)), "{filled:?}");
    limit_the_disk(&ledger, PAGES_MAX).await;
    ledger.set_setting("sender", "Acme", at(5)).await.unwrap();
    ledger.verify_chain().await.unwrap();
}
