use paysheet_domain::BatchState;

use super::support::{
    FILE, accepted, approved, at, intent, killed_and_started_again, open, outcome, ready, resend_unknown,
    send,
};
use crate::{
    AttemptResult, BatchKey, Ledger, LedgerError, OutcomeKind,
    attempts::{never_left, never_left_though_stopped},
    events::EventKind,
    transitions::CAUSE_FORMER_REPORTED,
    write_tx::EventSubject,
};

#[tokio::test]
async fn each_attempt_is_told_with_what_it_came_to() {
    let (dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    let batch = ready(&ledger, id).await;
    let key = batch.key;
    assert!(ledger.attempts(key).await.unwrap().is_empty());
    let begun = intent(&ledger, batch, at(4)).await.unwrap();
    ledger.record(begun, outcome(OutcomeKind::Unknown), at(7)).await.unwrap();
    let again = resend_unknown(&ledger, key, at(9)).await.unwrap();

    let (_copy, after, _) = killed_and_started_again(&dir).await;
    let told: Vec<_> = after.attempts(key).await.unwrap();
    let ends: Vec<_> = told
        .iter()
        .map(|a| (a.number, a.began_at, a.ended.as_ref().map(|end| (end.result, end.at))))
        .collect();
    assert_eq!(
        ends,
        [
            (1, at(4), Some((AttemptResult::Unknown, at(7)))),
            (2, at(9), Some((AttemptResult::Unknown, at(9_000))))
        ]
    );
    assert_eq!(told[1].ended.as_ref().unwrap().code, "crash_found");

    assert!(ledger.attempts(key).await.unwrap()[1].ended.is_none(), "under way");
    assert_eq!(ledger.record(again, accepted(), at(11)).await.unwrap(), BatchState::Settling);
    let last = ledger.attempts(key).await.unwrap().remove(1).ended.unwrap();
    assert_eq!((last.result, last.at), (AttemptResult::Accepted, at(11)));
}

/// Adds to the record of a batch that it became Unknown for this reason, and returns whether the record still proves that
/// nothing of it left: in any case, and if a report stopped it.
async fn proven_after_doubt(ledger: &Ledger, key: BatchKey, cause: serde_json::Value) -> (bool, bool) {
    let mut tx = ledger.begin_write(at(9)).await.unwrap();
    let data = serde_json::json!({ "from": "NotSent", "to": "Unknown", "cause": cause });
    let about = EventSubject { batch: Some(key), ..EventSubject::NOTHING };
    tx.append_event(EventKind::BatchMoved, about, &data);
    tx.commit().await.unwrap();
    let mut tx = ledger.begin_write(at(10)).await.unwrap();
    let proven = never_left(&mut tx, key, 1).await.unwrap();
    (proven, never_left_though_stopped(&mut tx, key, 1).await.unwrap())
}

#[tokio::test]
async fn a_batch_never_left_if_the_record_says_that_only_a_report_about_a_former_one_stopped_it() {
    for (cause, expected) in [
        (CAUSE_FORMER_REPORTED.into(), (false, true)),
        // It does not say why, as records of earlier versions.
        (serde_json::Value::Null, (false, false)),
        ("another".into(), (false, false)),
    ] {
        let (_dir, ledger) = open().await;
        let id = approved(&ledger, "November", &[2]).await;
        let key = send(&ledger, id, outcome(OutcomeKind::NotSent)).await;
        let mut tx = ledger.begin_write(at(8)).await.unwrap();
        assert!(never_left(&mut tx, key, 1).await.unwrap());
        drop(tx);
        assert_eq!(proven_after_doubt(&ledger, key, cause).await, expected);
    }
}

#[tokio::test]
async fn an_outcome_that_cannot_be_written_comes_back_whole() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2]).await;
    let begun = intent(&ledger, ready(&ledger, id).await, at(4)).await.unwrap();
    let full = "CREATE TRIGGER full BEFORE UPDATE ON batches BEGIN SELECT RAISE(ABORT, 'full'); END";
    sqlx::query(full).execute(&ledger.writer).await.unwrap();
    let answered = accepted();
    let unkept = ledger.record(begun, answered.clone(), at(5)).await.unwrap_err();
    assert!(unkept.error.may_pass(), "{}", unkept.error);
    assert_eq!(unkept.outcome, answered);
    sqlx::query("DROP TRIGGER full").execute(&ledger.writer).await.unwrap();
    let state = ledger.record(unkept.intent, unkept.outcome, at(6)).await.unwrap();
    assert_eq!(state, BatchState::Settling);
    ledger.verify_chain().await.unwrap();
}

#[tokio::test]
async fn a_second_one_on_the_same_ledger_is_refused_until_the_first_ends() {
    let (dir, ledger) = open().await;
    let path = dir.path().join(FILE);
    assert!(matches!(Ledger::open(&path, at(1)).await, Err(LedgerError::InUse)));
    assert!(!ledger.has_references().await.unwrap());
    ledger.close().await;
    let (second, _) = Ledger::open(&path, at(2)).await.unwrap();
    approved(&second, "November", &[1]).await;
    assert!(second.has_references().await.unwrap());
}
