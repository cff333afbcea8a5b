use paysheet_domain::{BatchState, Currency, Money, PayoutState, Report};

use crate::{
    BatchKey, GuardRule, LedgerError, NextBatch, OutcomeKind, PayrollState, Resend, UnknownDecision,
    tests::support::{
        accepted, approved, at, intent, open, outcome, payout_states, ready, ready_again, references, report,
        resend_unknown, send, service,
    },
};

#[tokio::test]
async fn a_refusal_after_an_unknown_attempt_settles_nothing() {
    for kind in [OutcomeKind::NotAccepted, OutcomeKind::NotSent, OutcomeKind::Unknown] {
        let (_dir, ledger) = open().await;
        let id = approved(&ledger, "November", &[2, 1]).await;
        let body = ready(&ledger, id).await.body;
        let key = send(&ledger, id, outcome(OutcomeKind::Unknown)).await;
        let begun = resend_unknown(&ledger, key, at(6)).await.unwrap();
        assert_eq!((begun.attempt(), begun.body()), (2, body.as_str()));
        let after = ledger.record(begun, outcome(kind.clone()), at(7)).await.unwrap();
        assert_eq!(after, BatchState::Unknown, "{kind:?}");
        assert!(matches!(ledger.next_to_send(id).await.unwrap(), NextBatch::BlockedByUnknown(_)));
    }
}

#[tokio::test]
async fn sending_the_same_again_may_settle_it() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    let key = send(&ledger, id, outcome(OutcomeKind::Unknown)).await;
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Sent; 2]);
    let begun = resend_unknown(&ledger, key, at(6)).await.unwrap();
    assert!(matches!(resend_unknown(&ledger, key, at(6)).await, Err(LedgerError::WrongState { .. })));
    assert_eq!(ledger.record(begun, accepted(), at(7)).await.unwrap(), BatchState::Settling);
}

#[tokio::test]
async fn only_an_unknown_batch_is_sent_again_or_decided() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    let key = ready(&ledger, id).await.key;
    for _ in 0..2 {
        assert!(matches!(resend_unknown(&ledger, key, at(6)).await, Err(LedgerError::WrongState { .. })));
        for decision in [UnknownDecision::TheServiceHasIt, UnknownDecision::TheServiceDoesNotHaveIt] {
            let refused = ledger.decide_unknown(key, decision, "the bank said so", "Ada", at(6)).await;
            assert!(matches!(refused, Err(LedgerError::WrongState { .. })), "{refused:?}");
        }
        if matches!(ledger.next_to_send(id).await.unwrap(), NextBatch::Ready(_)) {
            send(&ledger, id, accepted()).await;
        }
    }
}

#[tokio::test]
async fn the_user_decides_that_the_service_has_it() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    let key = send(&ledger, id, outcome(OutcomeKind::Unknown)).await;
    let unfounded = ledger.decide_unknown(key, UnknownDecision::TheServiceHasIt, "  ", "Ada", at(6)).await;
    assert!(matches!(unfounded, Err(LedgerError::NoReason)));
    ledger
        .decide_unknown(key, UnknownDecision::TheServiceHasIt, "seen in their portal", "Ada", at(6))
        .await
        .unwrap();
    assert_eq!(ready(&ledger, id).await.number, 2);
    let told = ledger.events(id).await.unwrap();
    assert!(told.iter().any(|event| event.data_json.contains("seen in their portal")));
}

#[tokio::test]
async fn the_user_decides_that_the_service_does_not_have_it_and_refusals_count_again() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    let key = send(&ledger, id, outcome(OutcomeKind::Unknown)).await;
    ledger
        .decide_unknown(key, UnknownDecision::TheServiceDoesNotHaveIt, "their support says no", "Ada", at(6))
        .await
        .unwrap();
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Planned; 2]);
    assert_eq!(ledger.payroll(id).await.unwrap().state, PayrollState::Refused);

    ready_again(&ledger, id, at(7)).await.unwrap();
    // Approved again, but attempted once: it stays, because a late callback may still report on it.
    assert!(matches!(ledger.thaw(id, at(7)).await, Err(LedgerError::WrongState { .. })));
    send(&ledger, id, outcome(OutcomeKind::NotAccepted)).await;
    assert_eq!(ledger.batches(id).await.unwrap()[0].state, BatchState::NotAccepted);
}

#[tokio::test]
async fn a_callback_settles_an_unknown_batch() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    let key = send(&ledger, id, outcome(OutcomeKind::Unknown)).await;
    report(&ledger, &references(&ledger, id).await[1], Report::Failed).await;
    let batch = ledger.batches(id).await.unwrap().remove(0);
    assert_eq!((batch.key, batch.state, batch.done()), (key, BatchState::Settling, 1));
    assert!(ledger.unresolved().await.unwrap().is_empty());
    assert_eq!(ready(&ledger, id).await.number, 2);
}

#[tokio::test]
async fn what_a_callback_proves_to_be_there_is_never_sent_again() {
    for kind in [OutcomeKind::NotAccepted, OutcomeKind::NotSent] {
        let (_dir, ledger) = open().await;
        let id = approved(&ledger, "November", &[2]).await;
        send(&ledger, id, outcome(kind)).await;
        report(&ledger, &references(&ledger, id).await[0], Report::Successful).await;
        ready_again(&ledger, id, at(12)).await.unwrap();
        ready_again(&ledger, id, at(12)).await.unwrap();
        assert!(matches!(ledger.next_to_send(id).await.unwrap(), NextBatch::Nothing));
        assert_eq!(ledger.payroll(id).await.unwrap().state, PayrollState::BeingPaid);
    }
    // Sent by another machine with the same profile: what is approved here is not sent either.
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    let held = ready(&ledger, id).await;
    report(&ledger, &references(&ledger, id).await[0], Report::Successful).await;
    assert!(matches!(intent(&ledger, held, at(12)).await, Err(LedgerError::WrongState { .. })));
}

#[tokio::test]
async fn is_not_sent_again_while_another_attempt_has_no_outcome() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "May", &[2, 2]).await;
    let first = intent(&ledger, ready(&ledger, id).await, at(4)).await.unwrap();
    // As after the user has gone through a ledger: a later batch may have been sent as well.
    let second: i64 =
        sqlx::query_scalar("UPDATE batches SET state = 'Unknown' WHERE number = 2 RETURNING id")
            .fetch_one(&ledger.writer)
            .await
            .unwrap();
    let second = BatchKey(u32::try_from(second).unwrap());
    let refused = resend_unknown(&ledger, second, at(5)).await;
    assert!(matches!(refused, Err(LedgerError::WrongState { .. })), "{refused:?}");

    ledger.record(first, outcome(OutcomeKind::Unknown), at(6)).await.unwrap();
    let again = resend_unknown(&ledger, second, at(7)).await;
    assert!(!matches!(again, Err(LedgerError::WrongState { .. })), "{again:?}");
}

#[tokio::test]
async fn is_not_sent_while_a_later_attempt_has_no_outcome() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "May", &[2, 2]).await;
    let first = ready(&ledger, id).await;
    // As after the user has gone through a ledger: the later batch was unknown, and is sent again.
    sqlx::query("UPDATE batches SET state = 'Intent' WHERE number = 2")
        .execute(&ledger.writer)
        .await
        .unwrap();
    assert!(matches!(ledger.next_to_send(id).await.unwrap(), NextBatch::Nothing));
    let refused = intent(&ledger, first, at(4)).await;
    assert!(matches!(refused, Err(LedgerError::WrongState { .. })), "{refused:?}");
}

/// Whoever types the total of a batch that is unknown has seen that one: the approval of the others stays as old as it is.
#[tokio::test]
async fn a_total_typed_for_one_batch_renews_no_approval_of_the_others() {
    const DAYS_LATER: i64 = 8 * 24 * 3_600;
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "May", &[2, 2]).await;
    let key = send(&ledger, id, outcome(OutcomeKind::Unknown)).await;
    let later = at(DAYS_LATER);
    let (destinations, own) = (service(), [Money::from_minor(300, Currency::NGN)]);
    let typed = |totals| Resend {
        destinations: &destinations,
        totals,
        by: "Ada",
        rule: GuardRule::default(),
        at: later,
    };
    let asked = ledger.resend_unknown(key, typed(None)).await;
    assert!(
        matches!(&asked, Err(LedgerError::TotalNeeded { totals }) if *totals == own),
        "of what is sent: {asked:?}"
    );
    let again = ledger.resend_unknown(key, typed(Some(&own))).await.unwrap();
    ledger.record(again, accepted(), later).await.unwrap();

    let rest = intent(&ledger, ready(&ledger, id).await, later).await;
    assert!(matches!(rest, Err(LedgerError::TotalNeeded { .. })), "{rest:?}");
    ready_again(&ledger, id, later).await.unwrap();
    intent(&ledger, ready(&ledger, id).await, later).await.unwrap();
}
