use paysheet_domain::{
    BatchState, Country, Currency, Field, HolderCheck, HolderFinding, ProblemCode, RowOrigin, SourceRow,
};

use crate::{
    Ledger, LedgerError, PayrollId, PayrollState, stored_source,
    tests::support::{FILE, approved, at, frozen, killed_and_started_again, new_payroll, open, rows},
};

#[tokio::test]
async fn a_draft_comes_back_as_it_was_left() {
    let (_dir, ledger) = open().await;
    let id = ledger.create_payroll(new_payroll("November"), &rows(3)).await.unwrap();
    let mut all = ledger.draft_rows(id).await.unwrap();
    assert_eq!(all, rows(3));

    all[1].edits.insert(Field::Amount, "1300");
    all[1].accepted.insert(ProblemCode::DuplicateAccount, "salary and bonus");
    all[2].excluded = true;
    all[2].holder = Some(HolderCheck {
        service: String::new(),
        country: Country::NG,
        account_number: "0000000002".to_owned(),
        bank_code: "058".to_owned(),
        finding: HolderFinding::NotFound,
        asked_at: at(0),
        when_paid: None,
    });
    ledger.save_rows(id, &all[1..], "edited", at(2)).await.unwrap();
    assert_eq!(ledger.draft_rows(id).await.unwrap(), all);
    assert_eq!(ledger.payroll(id).await.unwrap().rows, 3);
}

/// A later version may not have the warning any more: what was accepted besides stays accepted, and it is asked again.
#[tokio::test]
async fn an_acceptance_of_a_warning_that_no_longer_exists_is_dropped() {
    let (_dir, ledger) = open().await;
    let id = ledger.create_payroll(new_payroll("November"), &rows(3)).await.unwrap();
    let mut all = rows(3);
    all[1].accepted.insert(ProblemCode::DuplicateAccount, "salary and bonus");
    ledger.save_rows(id, &all[1..2], "accepted", at(2)).await.unwrap();
    sqlx::query("UPDATE draft_rows SET accepted_json = $1")
        .bind(r#"{"row_marked_struck":"left last month","duplicate_account":"salary and bonus"}"#)
        .execute(&ledger.writer)
        .await
        .unwrap();
    let read = ledger.draft_rows(id).await.unwrap().remove(1).accepted;
    assert_eq!(read.reason(ProblemCode::DuplicateAccount), Some("salary and bonus"));
    assert_eq!(read.len(), 1);
}

#[tokio::test]
async fn rows_of_a_file_are_kept_as_any_rows_are() {
    let (_dir, ledger) = open().await;
    let sources: Vec<String> = rows(1_203).iter().map(|row| stored_source(&row.source).unwrap()).collect();
    let id = ledger.create_payroll_of(new_payroll("November"), &sources).await.unwrap();
    assert_eq!(ledger.draft_rows(id).await.unwrap(), rows(1_203));
    assert_eq!(ledger.payroll(id).await.unwrap().rows, 1_203);
}

/// More rows than fit in the log before it is moved into the file: a commit is durable without that.
#[tokio::test]
async fn a_long_draft_outlives_a_crash_before_the_log_is_shortened_and_needs_no_log_after_it() {
    const PEOPLE: u32 = 12_000;
    let (dir, ledger) = open().await;
    let sources: Vec<String> = rows(PEOPLE).iter().map(|row| stored_source(&row.source).unwrap()).collect();
    let id = ledger.create_payroll_of(new_payroll("November"), &sources).await.unwrap();
    let file_alone = dir.path().join(FILE).metadata().unwrap().len();
    let (_copy, started, _) = killed_and_started_again(&dir).await;
    assert_eq!(started.draft_rows(id).await.unwrap(), rows(PEOPLE));

    ledger.shorten_log().await.unwrap();
    assert!(dir.path().join(FILE).metadata().unwrap().len() > 2 * file_alone);
    let alone = tempfile::TempDir::new().unwrap();
    std::fs::copy(dir.path().join(FILE), alone.path().join(FILE)).unwrap();
    let (started, _) = Ledger::open(&alone.path().join(FILE), at(9_000)).await.unwrap();
    assert_eq!(started.draft_rows(id).await.unwrap(), rows(PEOPLE));
}

#[tokio::test]
async fn what_the_file_says_is_never_overwritten() {
    let (_dir, ledger) = open().await;
    let id = ledger.create_payroll(new_payroll("November"), &rows(1)).await.unwrap();
    let mut forged = rows(1);
    forged[0].source = SourceRow::default();
    forged[0].edits.insert(Field::Name, "Ngozi");
    ledger.save_rows(id, &forged, "edited", at(2)).await.unwrap();
    let row = ledger.draft_rows(id).await.unwrap().remove(0);
    assert_eq!(row.source, rows(1)[0].source);
    assert_eq!(row.edits.get(Field::Name).unwrap(), "Ngozi");
}

#[tokio::test]
async fn a_row_added_by_hand_counts_until_it_is_taken_back() {
    let (_dir, ledger) = open().await;
    let id = ledger.create_payroll(new_payroll("November"), &rows(2)).await.unwrap();
    ledger.save_rows(id, &rows(3)[2..], "added", at(2)).await.unwrap();
    assert_eq!(ledger.payroll(id).await.unwrap().rows, 3);
    assert_eq!(ledger.draft_rows(id).await.unwrap(), rows(3));
    ledger.save_rows_up_to(id, (&[], 2), "undo", at(3)).await.unwrap();
    assert_eq!(ledger.payroll(id).await.unwrap().rows, 2);
    assert_eq!(ledger.draft_rows(id).await.unwrap(), rows(2));
}

#[tokio::test]
async fn a_draft_begun_with_changes_has_them() {
    let (_dir, ledger) = open().await;
    let mut all = rows(1_100);
    all[3].edits.insert(Field::Name, "Ngozi");
    all[1_050].excluded = true;
    let id = ledger.create_payroll(new_payroll("November"), &all).await.unwrap();
    assert_eq!(ledger.draft_rows(id).await.unwrap(), all);
}

/// Fewer rows than were stored, or others in their place: a person would not be paid, without any notice.
#[tokio::test]
async fn rows_that_went_missing_are_noticed() {
    for (damage, noticed_by) in [
        ("UPDATE draft_sources SET row_count = 4 WHERE first_position = 1000", "rows_json"),
        ("DELETE FROM draft_sources WHERE first_position = 500", "first_position"),
        ("DELETE FROM draft_sources WHERE first_position = 1000", "position"),
        ("DELETE FROM draft_rows", "row_count"),
    ] {
        let (_dir, ledger) = open().await;
        let id = ledger.create_payroll(new_payroll("November"), &rows(1_100)).await.unwrap();
        ledger.save_rows(id, &rows(1_101)[1_100..], "added", at(2)).await.unwrap();
        sqlx::query(damage).execute(&ledger.writer).await.unwrap();
        let read = ledger.draft_rows(id).await;
        assert!(
            matches!(read, Err(LedgerError::Unreadable { column }) if column == noticed_by),
            "{damage}: {read:?}"
        );
    }
}

/// After a file was read again, rows that were added before are stored among those of the file.
#[tokio::test]
async fn a_row_is_taken_back_wherever_it_is_kept() {
    for length in [0, 1, 499, 500, 501, 1_099] {
        let (_dir, ledger) = open().await;
        let id = ledger.create_payroll(new_payroll("November"), &rows(1_100)).await.unwrap();
        ledger.save_rows_up_to(id, (&[], length), "undo", at(2)).await.unwrap();
        assert_eq!(ledger.draft_rows(id).await.unwrap(), rows(length), "{length}");
        assert_eq!(ledger.payroll(id).await.unwrap().rows, length);
        let mut another = rows(length + 1).remove(usize::try_from(length).unwrap());
        another.source.origin = RowOrigin::File(9_999);
        ledger.save_rows(id, std::slice::from_ref(&another), "put back", at(3)).await.unwrap();
        assert_eq!(ledger.draft_rows(id).await.unwrap().pop(), Some(another), "nobody else in its place");
    }
}

#[tokio::test]
async fn a_frozen_payroll_is_not_edited() {
    let (_dir, ledger) = open().await;
    let (id, _token) = frozen(&ledger, "November", &[2]).await;
    let refused = [
        ledger.save_rows(id, &rows(1), "edited", at(5)).await,
        ledger.set_destination(id, Country::GH, Currency::GHS, at(5)).await,
    ];
    for result in refused {
        assert!(
            matches!(
                result,
                Err(LedgerError::WrongState { from: BatchState::Frozen, to: BatchState::Draft, .. })
            ),
            "{result:?}"
        );
    }
    assert_eq!(ledger.payroll(id).await.unwrap().name, "November");
}

#[tokio::test]
async fn a_deleted_draft_leaves_its_events_and_its_number_is_not_given_again() {
    let (_dir, ledger) = open().await;
    let id = ledger.create_payroll(new_payroll("November"), &rows(2)).await.unwrap();
    ledger.delete_draft(id, at(2)).await.unwrap();
    assert!(matches!(ledger.payroll(id).await, Err(LedgerError::NoSuchPayroll(_))));
    assert!(ledger.draft_rows(id).await.unwrap().is_empty());
    assert_eq!(ledger.events(id).await.unwrap().len(), 2);
    assert_eq!(ledger.create_payroll(new_payroll("November"), &rows(1)).await.unwrap(), PayrollId(id.0 + 1));
}

#[tokio::test]
async fn what_is_approved_but_unsent_can_be_deleted() {
    let (_dir, ledger) = open().await;
    let id = approved(&ledger, "November", &[2, 1]).await;
    ledger.delete_draft(id, at(5)).await.unwrap();
    assert!(ledger.payrolls().await.unwrap().is_empty());
}

#[tokio::test]
async fn twenty_thousand_rows_are_taken() {
    let (_dir, ledger) = open().await;
    let id = ledger.create_payroll(new_payroll("All of us"), &rows(20_000)).await.unwrap();
    let record = ledger.payroll(id).await.unwrap();
    assert_eq!((record.rows, record.state, record.people), (20_000, PayrollState::Draft, 0));
    assert_eq!(ledger.draft_rows(id).await.unwrap().len(), 20_000);
}

#[tokio::test]
async fn a_setting_is_kept_and_replaced() {
    let (_dir, ledger) = open().await;
    assert_eq!(ledger.setting("sender").await.unwrap(), None);
    for name in ["Acme", "Acme Ltd"] {
        ledger.set_setting("sender", name, at(1)).await.unwrap();
        assert_eq!(ledger.setting("sender").await.unwrap().as_deref(), Some(name));
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_files_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (dir, ledger) = open().await;
    ledger.set_setting("sender", "Acme", at(1)).await.unwrap();
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", entry.file_name());
    }
}
