//! A provider's export, or a bank's statement, has headings that nobody knows. The user says once what its columns mean.

use std::path::PathBuf;

use paysheet_desk::{
    ErrorCode,
    view::{
        AuditDetail, AuditQuery, ColumnReading, LayoutView, ListKind, OutcomeColumnsQuestion, OutcomeKind,
        OutcomeReading,
    },
};
use paysheet_domain::PayoutState;
use paysheet_ledger::LayoutKind;
use paysheet_sheet::{ListColumn, ListField, ListMapping, ListNeed, MappingOrigin, UnreadReason, UnreadRows};

use crate::{
    outcome_files::{apply_by, asked, counts, file, preview, preview_by, preview_statement},
    support::{World, code_of, people, references, state_of},
};

const RESULTS: ListKind = ListKind::Results;
const HEADINGS: &str = "Sehr,Wer,Ende";

/// A list of these references, all of them paid, below a title.
fn list(world: &World, name: &str, headings: &str, references: &[String]) -> PathBuf {
    let rows = references.iter().map(|reference| format!("{reference},Somebody,Paid"));
    let title = ["Extract of November".to_owned(), headings.to_owned()];
    file(world, name, &title.into_iter().chain(rows).collect::<Vec<_>>())
}

fn with(mapping: ListMapping) -> OutcomeReading {
    OutcomeReading { columns: Some(mapping), words: None }
}

async fn only_layout(world: &World) -> LayoutView {
    let layouts = world.desk.layouts().await.unwrap();
    assert_eq!(layouts.len(), 1, "{layouts:?}");
    layouts.into_iter().next().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_providers_export() {
    let mut world = World::without_callbacks().await;
    let id = world.sent(&people(4)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let october = list(&world, "October.csv", HEADINGS, &all[..2]);
    let question = asked(&world, &october, RESULTS).await;
    let proposed = [("A", ListField::Reference), ("C", ListField::Status)]
        .map(|(column, field)| ListColumn { column: column.to_owned(), field });
    assert_eq!(question.mapping.columns, proposed, "what is certain by its content");
    assert_eq!((question.mapping.header_row, question.rows, question.can_be_remembered), (Some(2), 2, true));

    let reading = with(question.mapping);
    let shown = preview_by(&world, &october, RESULTS, &reading).await;
    assert_eq!(
        (counts(&shown), shown.columns_origin),
        (vec![(OutcomeKind::Paid, 2)], Some(MappingOrigin::Given))
    );
    assert!(world.desk.layouts().await.unwrap().is_empty(), "looking stores nothing");
    assert_eq!(apply_by(&world, &october, &shown, reading, &[]).await.unwrap().payouts, 2);
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Paid);
    names_the_columns(&world, id).await;

    world.restart().await;
    let layout = only_layout(&world).await;
    assert_eq!((layout.kind, layout.name.as_str()), (LayoutKind::Results, "October"));
    let november = list(&world, "November.csv", HEADINGS, &all[2..]);
    let shown = preview(&world, &november).await;
    assert_eq!(shown.columns_origin, Some(MappingOrigin::Remembered));
    assert_eq!(
        (shown.layout_name.as_deref(), counts(&shown)),
        (Some("October"), vec![(OutcomeKind::Paid, 2)])
    );

    for other in ["Sehr,Ende,Wer", "Sehr,Wer,Ende,", "Sehr,Wer,End", "Sehr, ,Ende"] {
        let path = list(&world, "Other.csv", other, &all[2..]);
        let is_alike = other == "Sehr,Wer,Ende,";
        let look = world.desk.preview_outcomes(RESULTS, &path, &OutcomeReading::default()).await.unwrap();
        let asks = matches!(look, paysheet_desk::view::OutcomesLook::Columns(_));
        assert_eq!(asks, !is_alike, "{other}");
    }
    world.desk.forget_layout(&layout.fingerprint).await.unwrap();
    asked(&world, &november, RESULTS).await;
}

/// The audit log of the payroll says which columns the user named.
async fn names_the_columns(world: &World, id: u32) {
    let query = AuditQuery { payroll: Some(id), person: None };
    let log = world.desk.audit_log(&query, 0, 50).await.unwrap();
    let details: Vec<_> = log.rows.iter().flat_map(|line| &line.details).collect();
    let named = [("A", "Sehr", ListField::Reference), ("C", "Ende", ListField::Status)].map(
        |(column, header, field)| ColumnReading {
            column: column.to_owned(),
            header: header.to_owned(),
            field,
        },
    );
    let wanted = AuditDetail::ColumnsRead { columns: named.into() };
    assert!(details.contains(&&wanted), "{details:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_records_with_names_of_their_own() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let record = |reference: &String| format!(r#"{{"num":"{reference}","suite":{{"mot":"Failed"}}}}"#);
    let first = file(&world, "first.jsonl", &[record(&all[0])]);
    let question = asked(&world, &first, RESULTS).await;
    assert!(question.are_records && question.missing.is_empty(), "{question:?}");
    let reading = with(question.mapping);
    let shown = preview_by(&world, &first, RESULTS, &reading).await;
    apply_by(&world, &first, &shown, reading, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Failed);
    let second = file(&world, "second.jsonl", &[record(&all[1]), "cut off".to_owned()]);
    let shown = preview(&world, &second).await;
    let kinds = vec![(OutcomeKind::Failed, 1), (OutcomeKind::Unreadable, 1)];
    assert_eq!((counts(&shown), shown.columns_origin), (kinds, Some(MappingOrigin::Remembered)));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_statement_and_only_of_statements() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let entry = |at: usize| format!("20/11/2026,VIR {} X,{}", all[at], 1000 + at);
    let headings = "Jour,Geste,Parti".to_owned();
    let first = file(&world, "first.csv", &[headings.clone(), entry(0)]);
    let kind = ListKind::Statement;
    let question = asked(&world, &first, kind).await;
    assert_eq!(question.missing, [ListNeed::Amount], "nobody knows whether it went out or came in");
    let mut mapping = question.mapping;
    mapping.columns.push(ListColumn { column: "C".to_owned(), field: ListField::Debit });
    let question = OutcomeColumnsQuestion { mapping: Some(mapping.clone()), table: None };
    let question = world.desk.preview_outcome_columns(kind, &first, question).await.unwrap();
    assert_eq!((question.missing.len(), question.rows), (0, 1));
    let reading = with(mapping);
    let shown = preview_by(&world, &first, kind, &reading).await;
    assert_eq!((shown.applicable, shown.counts[0].kind), (1, OutcomeKind::Paid));
    apply_by(&world, &first, &shown, reading, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Paid);
    let second = file(&world, "second.csv", &[headings, entry(1)]);
    assert_eq!(preview_statement(&world, &second).await.applicable, 1);
    asked(&world, &second, RESULTS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn and_columns_that_find_no_payment_are_refused() {
    let world = World::without_callbacks().await;
    let path = list(&world, "list.csv", HEADINGS, &["A".to_owned()]);
    let mapping = ListMapping {
        sheet: String::new(),
        header_row: Some(2),
        columns: vec![ListColumn { column: "C".to_owned(), field: ListField::Status }],
    };
    let refused = world.desk.preview_outcomes(RESULTS, &path, &with(mapping)).await;
    assert_eq!(code_of(refused), ErrorCode::ValueInvalid);
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_is_a_second_table_with_such_headings_left_out_silently() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(3)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let first = format!("Reference,Status\n{},Paid", all[0]);
    let second = format!("Reference,Status,Status\n{},Paid,Failed\n{},Paid,Paid", all[1], all[2]);
    let path = file(&world, "two.csv", &[first, ",,".to_owned(), second]);
    let shown = preview(&world, &path).await;
    assert_eq!((counts(&shown), shown.unread_rows), (vec![(OutcomeKind::Paid, 1)], 2));
    let place = UnreadRows {
        sheet: String::new(),
        reason: UnreadReason::UnknownHeadings,
        from_row: Some(4),
        rows: 2,
    };
    assert_eq!((shown.unread, shown.more_unread), (vec![place], 0));
}
