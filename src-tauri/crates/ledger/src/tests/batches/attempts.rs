use paysheet_domain::{AttemptResult, BatchState};

use crate::{
    Ledger, LedgerError, OutcomeKind,
    states::attempts::was_never_taken,
    tests::support::{
        FILE, accepted, approved, at, intent, killed_and_started_again, open, outcome, ready, ready_again,
        resend_unknown,
    },
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

/// What the sealed record says, whatever the tables contain.
#[tokio::test]
async fn the_record_proves_that_the_service_never_took_a_batch() {
    for (outcomes, edit, expected) in [
        (vec![], "", true),
        (vec![OutcomeKind::NotSent], "", true),
        (vec![OutcomeKind::NotAccepted], "", true),
        (vec![OutcomeKind::NotSent, OutcomeKind::NotAccepted], "", true),
        (vec![OutcomeKind::Unknown], "", false),
        (vec![OutcomeKind::NotSent, OutcomeKind::Unknown], "", false),
        (vec![OutcomeKind::Accepted { batch_id: "1".to_owned() }], "", false),
        // Somebody changed the history: it proves nothing.
        (vec![OutcomeKind::NotSent], "UPDATE events SET data = data || ' ' WHERE kind = 'answered'", false),
        (vec![OutcomeKind::Unknown], "UPDATE events SET data = replace(data, 'unknown', 'not_sent')", false),
        (vec![OutcomeKind::NotSent], "DELETE FROM events WHERE kind = 'answered'", false),
    ] {
        let (_dir, ledger) = open().await;
        let id = approved(&ledger, "November", &[2]).await;
        let key = ready(&ledger, id).await.key;
        for (kind, number) in outcomes.iter().zip(1..) {
            if number > 1 {
                ready_again(&ledger, id, at(6)).await.unwrap();
            }
            let begun = intent(&ledger, ready(&ledger, id).await, at(4)).await.unwrap();
            ledger.record(begun, outcome(kind.clone()), at(5)).await.unwrap();
        }
        if !edit.is_empty() {
            sqlx::query(edit).execute(&ledger.writer).await.unwrap();
        }
        let mut tx = ledger.begin_write(at(8)).await.unwrap();
        let attempts = i64::try_from(outcomes.len()).unwrap();
        let proved = was_never_taken(&mut tx, key, attempts).await.unwrap();
        assert_eq!(proved, expected, "{outcomes:?} {edit}");
        assert!(
            !was_never_taken(&mut tx, key, attempts + 1).await.unwrap(),
            "an attempt of which the record says nothing"
        );
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
