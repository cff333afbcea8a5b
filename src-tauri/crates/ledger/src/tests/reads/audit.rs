//! The events of the whole ledger, in windows.

use paysheet_domain::{Cell, DraftRow, Field, Report, RowOrigin, SourceRow, checks::DecimalConvention};
use serde_json::json;

use crate::{
    AuditFilter, AuditPage, AuditRecord, EventKind, EventRecord, Ledger, NewReading, PayrollId,
    drafts::draft::NAMED_ROWS_MAX,
    store::write_tx::EventSubject,
    tests::support::{
        accepted, approve, approved, at, new_payroll, open, plan, references, report, rows, send,
    },
};

async fn kinds(ledger: &Ledger, filter: &AuditFilter) -> Vec<EventKind> {
    let AuditPage { total, records, .. } = ledger.audit_events(filter, (0, 500)).await.unwrap();
    assert_eq!(total as usize, records.len());
    records.into_iter().map(|record| record.event.kind).collect()
}

#[tokio::test]
async fn windows_follow_each_other_without_gaps_the_newest_first() {
    let (_dir, ledger) = open().await;
    for name in ["October", "November"] {
        let payroll = approved(&ledger, name, &[2, 1]).await;
        send(&ledger, payroll, accepted()).await;
    }
    let AuditPage { total, records: all, .. } =
        ledger.audit_events(&AuditFilter::default(), (0, 500)).await.unwrap();
    assert!(total > 10 && total as usize == all.len());
    assert!(all.is_sorted_by(|one, next| one.event.seq == next.event.seq + 1));
    let mut windows = Vec::new();
    while windows.len() < all.len() {
        let offset = u32::try_from(windows.len()).unwrap();
        windows.extend(ledger.audit_events(&AuditFilter::default(), (offset, 3)).await.unwrap().records);
    }
    assert_eq!(windows, all);
}

#[tokio::test]
async fn one_payroll_has_its_own_events_with_its_name() {
    let (_dir, ledger) = open().await;
    let october = approved(&ledger, "October", &[1]).await;
    approved(&ledger, "November", &[1]).await;
    let filter = AuditFilter { payroll: Some(october), person: None };
    let records = ledger.audit_events(&filter, (0, 500)).await.unwrap().records;
    assert!(!records.is_empty());
    for record in records {
        assert_eq!(record.event.payroll, Some(october));
        assert_eq!(record.payroll_name.as_deref(), Some("October"));
    }
}

#[tokio::test]
async fn a_person_has_the_events_about_their_own_payouts() {
    let (_dir, ledger) = open().await;
    let payroll = approved(&ledger, "October", &[2]).await;
    send(&ledger, payroll, accepted()).await;
    let all = references(&ledger, payroll).await;
    report(&ledger, &all[0], Report::Successful).await;
    let payment = ledger.search(&all[0], 1).await.unwrap().remove(0);
    for person in [payment.payout.name.as_str(), &payment.payout.account_number, &all[0]] {
        assert!(kinds(&ledger, &of(person)).await.contains(&EventKind::ReportApplied), "{person}");
    }
    assert_eq!(kinds(&ledger, &of(&all[1])).await, [], "nothing was reported about the other one");
    assert_eq!(kinds(&ledger, &of("Zebediah")).await, []);
    let records = ledger.audit_events(&of(&all[0]), (0, 10)).await.unwrap().records;
    assert_eq!(records[0].person.as_deref(), Some(payment.payout.name.as_str()));
}

#[tokio::test]
async fn who_acted_is_recorded_and_the_chain_accepts_events_without_it() {
    let (_dir, ledger) = open().await;
    let by_nobody = ledger.create_payroll(new_payroll("October"), &rows(5)).await.unwrap();
    let ada = ledger.acting_for("Ada");
    let by_ada = ada.create_payroll(new_payroll("November"), &rows(5)).await.unwrap();
    ada.save_rows(by_ada, &rows(5), "edited", at(2)).await.unwrap();
    let data = |events: Vec<EventRecord>| -> Vec<serde_json::Value> {
        events.iter().map(|event| serde_json::from_str(&event.data_json).unwrap()).collect()
    };
    let created = data(ledger.events(by_nobody).await.unwrap());
    assert_eq!(created[0].get("by"), Some(&serde_json::Value::Null), "the program itself");
    let saved = data(ledger.events(by_ada).await.unwrap());
    assert!(saved.iter().all(|data| data["by"] == "Ada"), "{saved:?}");
    assert_eq!(saved[1]["names"].as_array().unwrap().len(), NAMED_ROWS_MAX);
    let without = json!({ "change": "edited", "rows": 1 });
    let mut tx = ledger.begin_write(at(3)).await.unwrap();
    tx.append_event(EventKind::BatchMoved, EventSubject::payroll(by_ada), &without);
    tx.commit().await.unwrap();
    assert_eq!(ledger.verify_chain().await.unwrap(), 4);
}

#[tokio::test]
async fn a_changed_setting_names_its_fields_and_no_values() {
    let (_dir, ledger) = open().await;
    ledger.set_setting("profile", r#"{"name":"Kola","path":"unguessable"}"#, at(1)).await.unwrap();
    ledger.set_setting("profile", r#"{"name":"Kola","path":"another","new":1}"#, at(2)).await.unwrap();
    let events = ledger.audit_events(&AuditFilter::default(), (0, 1)).await.unwrap().records;
    let data = &events[0].event.data_json;
    assert_eq!(*data, r#"{"by":null,"fields":["new","path"],"setting":"profile"}"#);
}

/// A report waited for its payroll, and a person's review applies it: it is the provider's, and what follows is theirs.
#[tokio::test]
async fn a_report_that_an_action_applies_has_no_person_and_its_consequences_have() {
    let (_dir, ledger) = open().await;
    let reference = plan("November", &[1]).batches[0].payouts[0].reference.clone();
    report(&ledger, reference.as_str(), Report::Successful).await;
    let ada = ledger.acting_for("Ada");
    let id = ada.create_payroll(new_payroll("November"), &rows(1)).await.unwrap();
    assert!(ada.freeze(id, plan("November", &[1])).await.is_err(), "the service reports on it");
    let events = ledger.events(id).await.unwrap();
    let by = |kind: EventKind| -> serde_json::Value {
        let event = events.iter().rfind(|event| event.kind == kind).unwrap();
        serde_json::from_str::<serde_json::Value>(&event.data_json).unwrap()["by"].clone()
    };
    assert_eq!(by(EventKind::ReportApplied), serde_json::Value::Null);
    for kind in [EventKind::Frozen, EventKind::BatchMoved, EventKind::PayrollClosed] {
        assert_eq!(by(kind), "Ada", "{kind}");
    }
}

fn of(person: &str) -> AuditFilter {
    AuditFilter { payroll: None, person: Some(person.to_owned()) }
}

/// What was done to the rows of whoever the text finds, the newest first.
async fn edits(ledger: &Ledger, filter: &AuditFilter) -> Vec<String> {
    let records = ledger.audit_events(filter, (0, 500)).await.unwrap().records;
    let saved = records.into_iter().filter(|record| record.event.kind == EventKind::RowsSaved);
    let change = |record: AuditRecord| {
        let data: serde_json::Value = serde_json::from_str(&record.event.data_json).unwrap();
        data["change"].as_str().unwrap().to_owned()
    };
    saved.map(change).collect()
}

async fn unattributed(ledger: &Ledger, filter: &AuditFilter) -> u32 {
    ledger.audit_events(filter, (0, 500)).await.unwrap().unattributed
}

/// People whose names have no word in common.
fn named(count: u32) -> Vec<DraftRow> {
    const NAMES: [&str; 5] = ["Ada Obi", "Ben Eze", "Chidi Okoro", "Dayo Bello", "Efe Uzo"];
    let mut rows = rows(count);
    for (row, name) in rows.iter_mut().zip(NAMES) {
        row.source.cells.insert(Field::Name, Cell::typed(name));
    }
    rows
}

async fn save(ledger: &Ledger, id: PayrollId, rows: &[DraftRow], what: &str) {
    ledger.save_rows(id, rows, what, at(2)).await.unwrap();
}

#[tokio::test]
async fn a_person_has_the_edits_of_their_own_row() {
    let (_dir, ledger) = open().await;
    let rows = named(3);
    let id = ledger.create_payroll(new_payroll("October"), &rows).await.unwrap();
    save(&ledger, id, &rows[..1], "edited").await;
    save(&ledger, id, &rows[1..2], "excluded").await;
    save(&ledger, id, &rows, "selected rows edited").await;
    for person in ["Ada Obi", "obi a", "ÁDA", "0000000000", "00000 00000"] {
        assert_eq!(edits(&ledger, &of(person)).await, ["selected rows edited", "edited"], "{person}");
    }
    assert_eq!(edits(&ledger, &of("Ben")).await, ["selected rows edited", "excluded"]);
    assert_eq!(edits(&ledger, &of("Chidi")).await, ["selected rows edited"]);
    for nobody in ["Zebediah", "A", "da Obi", "000", "Ada Eze"] {
        assert_eq!(edits(&ledger, &of(nobody)).await, Vec::<String>::new(), "{nobody}");
    }
    let other = ledger.create_payroll(new_payroll("November"), &rows).await.unwrap();
    let filter = AuditFilter { payroll: Some(other), ..of("Ada Obi") };
    assert_eq!(edits(&ledger, &filter).await, Vec::<String>::new(), "nothing was edited there");
    assert_eq!(unattributed(&ledger, &of("Ada Obi")).await, 0);
    ledger.verify_chain().await.unwrap();
}

#[tokio::test]
async fn an_edit_of_many_names_the_one_who_was_asked_about() {
    let (_dir, ledger) = open().await;
    let rows = named(5);
    let id = ledger.create_payroll(new_payroll("October"), &rows).await.unwrap();
    save(&ledger, id, &rows, "selected rows edited").await;
    let found = |person: &'static str| {
        let ledger = ledger.clone();
        async move { ledger.audit_events(&of(person), (0, 10)).await.unwrap().records.remove(0).edited }
    };
    assert_eq!(found("Efe").await, ["Efe Uzo"]);
    assert_eq!(found("0000000").await, ["Ada Obi", "Ben Eze", "Chidi Okoro"], "no more than an event names");
    let all = ledger.audit_events(&AuditFilter::default(), (0, 1)).await.unwrap();
    assert_eq!(all.records[0].edited, Vec::<String>::new(), "nobody was asked about");
}

#[tokio::test]
async fn windows_of_a_person_follow_each_other() {
    let (_dir, ledger) = open().await;
    let rows = named(2);
    let id = ledger.create_payroll(new_payroll("October"), &rows).await.unwrap();
    for what in ["edited", "excluded", "restored", "undone", "redone"] {
        save(&ledger, id, &rows[..1], what).await;
        save(&ledger, id, &rows[1..], "edited").await;
    }
    let all = ledger.audit_events(&of("Ada"), (0, 500)).await.unwrap();
    assert_eq!((all.total, all.records.len()), (5, 5));
    let mut windows = Vec::new();
    for offset in [0, 2, 4, 6] {
        let window = ledger.audit_events(&of("Ada"), (offset, 2)).await.unwrap();
        assert_eq!(window.total, 5);
        windows.extend(window.records);
    }
    assert_eq!(windows, all.records);
}

/// The file says Ada Obi, then the user typed two other names and another account.
#[tokio::test]
async fn a_renamed_person_is_found_by_the_first_name_and_by_the_last() {
    let (_dir, ledger) = open().await;
    let mut rows = named(2);
    let id = ledger.create_payroll(new_payroll("October"), &rows).await.unwrap();
    save(&ledger, id, &rows[..1], "excluded").await;
    for (field, value) in
        [(Field::Name, "Agnes Ojo"), (Field::Name, "Uche Nwosu"), (Field::AccountNumber, "9876543210")]
    {
        rows[0].edits.insert(field, value);
        save(&ledger, id, &rows[..1], "edited").await;
    }
    let expected = ["edited", "edited", "edited", "excluded"];
    for person in ["Ada", "Uche Nwosu", "0000000000", "98765"] {
        assert_eq!(edits(&ledger, &of(person)).await, expected, "{person}");
    }
    assert_eq!(edits(&ledger, &of("Agnes")).await, Vec::<String>::new(), "what stood there in between");
    let found = ledger.audit_events(&of("Ada"), (0, 1)).await.unwrap().records.remove(0);
    assert_eq!(found.edited, ["Uche Nwosu"], "as they are called now");
}

/// Of all people of a payroll, and of those whom it does not pay.
#[tokio::test]
async fn edits_are_found_after_the_approval_as_well() {
    let (_dir, ledger) = open().await;
    let mut rows = rows(3);
    rows[0].source.cells.insert(Field::Name, Cell::typed("Ada Obi"));
    rows[2].source.cells.insert(Field::Name, Cell::typed("Chidi Okoro"));
    let id = ledger.create_payroll(new_payroll("October"), &rows).await.unwrap();
    rows[0].edits.insert(Field::Name, "Person 0");
    rows[2].excluded = true;
    save(&ledger, id, &rows[..1], "edited").await;
    save(&ledger, id, &rows[1..2], "warning accepted").await;
    save(&ledger, id, &rows[2..], "excluded").await;
    let token = ledger.freeze(id, plan("October", &[2])).await.unwrap();
    approve(&ledger, token, at(3)).await.unwrap();
    for (person, expected) in
        [("Ada", "edited"), ("Person 0", "edited"), ("Person 1", "warning accepted"), ("Chidi", "excluded")]
    {
        assert_eq!(edits(&ledger, &of(person)).await, [expected], "{person}");
    }
    let reference = references(&ledger, id).await.remove(1);
    assert_eq!(edits(&ledger, &of(&reference)).await, ["warning accepted"]);
}

/// Everybody has a payout, so that only the rows whose person was renamed are read.
#[tokio::test]
async fn edits_are_found_in_a_payroll_that_pays_every_row() {
    let (_dir, ledger) = open().await;
    let mut rows = rows(2);
    rows[0].source.cells.insert(Field::Name, Cell::typed("Ada Obi"));
    let id = ledger.create_payroll(new_payroll("October"), &rows).await.unwrap();
    rows[0].edits.insert(Field::Name, "Person 0");
    save(&ledger, id, &rows[..1], "edited").await;
    ledger.freeze(id, plan("October", &[2])).await.unwrap();
    for person in ["Ada Obi", "Person 0"] {
        assert_eq!(edits(&ledger, &of(person)).await, ["edited"], "{person}");
    }
    assert_eq!(edits(&ledger, &of("Person 1")).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_row_that_was_removed_is_not_mistaken_for_the_next_one_at_its_place() {
    let (_dir, ledger) = open().await;
    let rows = named(2);
    let id = ledger.create_payroll(new_payroll("October"), &rows).await.unwrap();
    let added = |name: &str| {
        let mut row = DraftRow::new(2, SourceRow::default());
        row.edits.insert(Field::Name, name);
        row
    };
    let up_to = async |rows: &[DraftRow], length: u32, what: &str| {
        ledger.save_rows_up_to(id, (rows, length), what, at(2)).await.unwrap();
    };
    up_to(&[added("Folake Ade")], 3, "row added").await;
    assert_eq!(edits(&ledger, &of("Folake")).await, ["row added"]);
    up_to(&[], 2, "undone").await;
    up_to(&[added("Gozie Ike")], 3, "row added").await;
    save(&ledger, id, &[added("Gozie Ike")], "excluded").await;
    assert_eq!(edits(&ledger, &of("Gozie")).await, ["excluded", "row added"]);
    assert_eq!(edits(&ledger, &of("Folake")).await, Vec::<String>::new(), "in no payroll any more");
    assert_eq!(unattributed(&ledger, &of("Folake")).await, 1);
}

fn read_by_other_columns(sheet: &str) -> NewReading {
    NewReading {
        sheet: sheet.to_owned(),
        convention: DecimalConvention::Point,
        skipped_json: "[]".to_owned(),
        layout: None,
        reading_json: None,
        remember: None,
        at: at(3),
    }
}

/// Read by other columns, a row above Ada's counts as a person too: she has another position.
#[tokio::test]
async fn an_edit_stays_with_its_person_when_the_file_is_read_by_other_columns() {
    let (_dir, ledger) = open().await;
    let rows = named(3);
    let id = ledger.create_payroll(new_payroll("October"), &rows).await.unwrap();
    let mut added = DraftRow::new(3, SourceRow::default());
    added.edits.insert(Field::Name, "Folake Ade");
    save(&ledger, id, &rows[1..2], "edited").await;
    ledger.save_rows_up_to(id, (&[added.clone()], 4), "row added", at(2)).await.unwrap();
    let mut again = vec![DraftRow::new(0, SourceRow { origin: RowOrigin::File(1), ..SourceRow::default() })];
    again.extend(rows.iter().cloned().chain([added]));
    for (row, position) in again.iter_mut().zip(0..) {
        row.position = position;
    }
    ledger.read_again(id, read_by_other_columns("Sheet1"), &again).await.unwrap();
    save(&ledger, id, &again[1..2], "excluded").await;
    assert_eq!(edits(&ledger, &of("Ben")).await, ["edited"]);
    assert_eq!(edits(&ledger, &of("Ada")).await, ["excluded"]);
    assert_eq!(edits(&ledger, &of("Folake")).await, Vec::<String>::new(), "a row in no file has no number");
    assert_eq!(unattributed(&ledger, &of("Folake")).await, 1);
}

#[tokio::test]
async fn an_edit_of_another_sheet_is_attributed_to_nobody_until_that_sheet_is_read_again() {
    let (_dir, ledger) = open().await;
    let rows = named(2);
    let id = ledger.create_payroll(new_payroll("October"), &rows).await.unwrap();
    save(&ledger, id, &rows[..1], "edited").await;
    let mut others = rows.clone();
    others[0].source.cells.insert(Field::Name, Cell::typed("Somebody Else"));
    ledger.read_again(id, read_by_other_columns("Sheet2"), &others).await.unwrap();
    for person in ["Ada", "Somebody"] {
        assert_eq!(edits(&ledger, &of(person)).await, Vec::<String>::new(), "{person}");
        assert_eq!(unattributed(&ledger, &of(person)).await, 1);
    }
    ledger.read_again(id, read_by_other_columns("Sheet1"), &rows).await.unwrap();
    assert_eq!(edits(&ledger, &of("Ada")).await, ["edited"]);
    assert_eq!(unattributed(&ledger, &of("Ada")).await, 0);
}

#[tokio::test]
async fn edits_of_earlier_versions_and_of_deleted_drafts_are_counted() {
    let (_dir, ledger) = open().await;
    let rows = named(2);
    let ids = [
        ledger.create_payroll(new_payroll("October"), &rows).await.unwrap(),
        ledger.create_payroll(new_payroll("November"), &rows).await.unwrap(),
        ledger.create_payroll(new_payroll("December"), &rows).await.unwrap(),
    ];
    let mut tx = ledger.begin_write(at(2)).await.unwrap();
    for data in [
        json!({ "change": "edited", "rows": 1, "first_position": 0, "length": null, "names": ["Ada Obi"] }),
        json!({ "change": "undone", "rows": 0, "first_position": null, "length": 2, "names": [] }),
    ] {
        tx.append_event(EventKind::RowsSaved, EventSubject::payroll(ids[0]), &data);
    }
    tx.commit().await.unwrap();
    save(&ledger, ids[1], &rows[..1], "edited").await;
    save(&ledger, ids[2], &rows[..1], "excluded").await;
    ledger.delete_draft(ids[2], at(3)).await.unwrap();
    assert_eq!(edits(&ledger, &of("Ada")).await, ["edited"], "of November");
    for (payroll, expected) in [(None, 2), (Some(ids[0]), 1), (Some(ids[1]), 0), (Some(ids[2]), 1)] {
        let filter = AuditFilter { payroll, ..of("Ada") };
        assert_eq!(unattributed(&ledger, &filter).await, expected, "{payroll:?}");
        assert_eq!(unattributed(&ledger, &AuditFilter { payroll, person: None }).await, 0);
    }
    ledger.verify_chain().await.unwrap();
}

/// An event of the audit log is shown with two hundred others.
#[tokio::test]
async fn an_edit_of_every_second_row_of_a_large_payroll_is_a_small_event() {
    let (_dir, ledger) = open().await;
    let all = rows(20_000);
    let id = ledger.create_payroll(new_payroll("October"), &all).await.unwrap();
    let every_second: Vec<DraftRow> = all.iter().step_by(2).cloned().collect();
    save(&ledger, id, &every_second, "selected rows edited").await;
    let saved = ledger.events(id).await.unwrap().pop().unwrap();
    assert!(saved.data_json.len() < 8_000, "{}", saved.data_json.len());
    assert_eq!(edits(&ledger, &of("Person 19998")).await, ["selected rows edited"]);
    assert_eq!(edits(&ledger, &of("Person 19999")).await, Vec::<String>::new());
}
