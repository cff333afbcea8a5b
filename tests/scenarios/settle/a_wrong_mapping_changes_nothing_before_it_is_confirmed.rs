//! Somebody says that a list's columns mean something else than they do. Until it is applied, it changes no payment and
//! is not remembered.

use paysheet_desk::view::{AuditQuery, ListKind, OutcomeKind, OutcomeReading};
use paysheet_domain::PayoutState;
use paysheet_sheet::{ListColumn, ListField, ListMapping};

use crate::{
    outcome_files::{apply, apply_by, counts, file, preview, preview_by},
    support::{World, code_of, people, references, state_of},
};

const RESULTS: ListKind = ListKind::Results;

fn reading(status: &str) -> OutcomeReading {
    let columns = [("A", ListField::Reference), (status, ListField::Status)]
        .map(|(column, field)| ListColumn { column: column.to_owned(), field });
    let mapping = ListMapping { sheet: String::new(), header_row: Some(1), columns: columns.to_vec() };
    OutcomeReading { columns: Some(mapping), words: None }
}

#[tokio::test(flavor = "multi_thread")]
async fn and_nothing_is_remembered_of_it() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    // The headings are known, and so the list is read without a question: by the wrong one of two states.
    let rows = all.iter().map(|reference| format!("{reference},Paid,Failed"));
    let lines: Vec<String> = ["Reference,Status,Etat final".to_owned()].into_iter().chain(rows).collect();
    let path = file(&world, "list.csv", &lines);
    let events = world.desk.audit_log(&AuditQuery::default(), 0, 1).await.unwrap().total;

    let wrong = preview(&world, &path).await;
    assert_eq!(counts(&wrong), [(OutcomeKind::Paid, 2)]);
    let right = preview_by(&world, &path, RESULTS, &reading("C")).await;
    assert_eq!(counts(&right), [(OutcomeKind::Failed, 2)]);
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Sent);
    assert!(world.desk.layouts().await.unwrap().is_empty());
    let after = world.desk.audit_log(&AuditQuery::default(), 0, 1).await.unwrap().total;
    assert_eq!(after, events, "not even an event");
    for (shown, reading) in
        [(&right, OutcomeReading::default()), (&wrong, reading("C")), (&right, reading("B"))]
    {
        let refused = apply_by(&world, &path, shown, reading, &[]).await;
        assert_eq!(code_of(refused).to_string(), "outcomes_changed");
    }
    assert!(world.desk.layouts().await.unwrap().is_empty());

    apply_by(&world, &path, &right, reading("C"), &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Failed);
    let shown = preview(&world, &path).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Unchanged, 2)], "read like this from now on");
    // By the first reading it would contradict itself, and still only after somebody applied it.
    let shown = preview_by(&world, &path, RESULTS, &reading("B")).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Conflict, 2)]);
    assert_eq!(apply(&world, &path, &preview(&world, &path).await, &[]).await.unwrap().payouts, 0);
    assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Failed);
}
