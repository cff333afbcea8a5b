//! Whoever asks what was done to a person gets each change of that person's row in Check and no other, in the draft and
//! after the approval.

use std::fs;

use paysheet_desk::{
    ListWords,
    view::{AuditActor, AuditDetail, AuditLine, AuditQuery, RowFilter},
};
use paysheet_domain::{Field, ProblemCode};
use paysheet_ledger::EventKind;

use crate::support::{Person, World, approve_anyway, called, people};

const REASON: &str = "Salary and bonus";

fn of(person: &str) -> AuditQuery {
    AuditQuery { payroll: None, person: Some(person.to_owned()) }
}

/// The edits of the rows of whoever the text finds, the newest first.
async fn edits(world: &World, query: &AuditQuery) -> Vec<AuditLine> {
    let lines = world.desk.audit_log(query, 0, 500).await.unwrap().rows;
    lines.into_iter().filter(|line| line.kind == EventKind::RowsSaved).collect()
}

fn change(line: &AuditLine) -> &str {
    let [AuditDetail::Rows { change, .. }] = line.details.as_slice() else { panic!("{line:?}") };
    change
}

fn changes(lines: &[AuditLine]) -> Vec<&str> {
    lines.iter().map(change).collect()
}

fn numbers(lines: &[AuditLine]) -> Vec<u32> {
    lines.iter().map(|line| line.number).collect()
}

/// Ada and Dan have one account.
fn staff() -> [Person; 4] {
    [
        Person::new("Ada Obi", "0100000099", "1000.00"),
        Person::new("Ben Eze", "0100000199", "1001.00"),
        Person::new("Chi Ike", "0100000299", "1002.00"),
        Person::new("Dan Ude", "0100000099", "1003.00"),
    ]
}

/// Edits a cell, excludes, includes, accepts a warning, fills a column, renames and excludes.
async fn edit(world: &World, id: u32) {
    let desk = &world.desk;
    desk.edit_cell(id, 0, Field::Narration, "With bonus".to_owned()).await.unwrap();
    desk.exclude(id, vec![1]).await.unwrap();
    desk.restore(id, vec![1]).await.unwrap();
    desk.accept_warning(id, 0, ProblemCode::DuplicateAccount, REASON).await.unwrap();
    desk.fill(id, RowFilter::default(), Field::Narration, "October pay".to_owned()).await.unwrap();
    desk.edit_cell(id, 2, Field::Name, "Emeka Ike".to_owned()).await.unwrap();
    desk.exclude(id, vec![3]).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn and_not_those_of_anybody_else() {
    let world = World::without_callbacks().await;
    let id = world.import(&staff()).await;
    edit(&world, id).await;
    for (person, expected) in [
        ("Ada Obi", &["filled", "warning accepted", "edited"][..]),
        ("Ben Eze", &["filled", "restored", "excluded"]),
        ("0100000199", &["filled", "restored", "excluded"]),
        ("Chi Ike", &["edited", "filled"]),
        ("Emeka Ike", &["edited", "filled"]),
        ("0100000299", &["edited", "filled"]),
        ("Dan Ude", &["excluded", "filled"]),
        ("Zebediah", &[]),
    ] {
        let lines = edits(&world, &of(person)).await;
        assert_eq!(changes(&lines), expected, "{person}");
        let is_by_person = |line: &AuditLine| matches!(line.by, AuditActor::Person { .. });
        assert!(lines.iter().all(|line| line.payroll == Some(id) && is_by_person(line)));
    }
}

/// Of four people, the first three are those whom the event names.
#[tokio::test(flavor = "multi_thread")]
async fn and_names_the_person_in_an_edit_of_many() {
    let world = World::without_callbacks().await;
    let id = world.import(&staff()).await;
    edit(&world, id).await;
    let filled = edits(&world, &of("Dan Ude")).await.remove(1);
    let names = vec!["Dan Ude".to_owned()];
    assert_eq!(filled.details, [AuditDetail::Rows { change: "filled".to_owned(), names, count: 4 }]);
    assert_eq!(filled.person.as_deref(), Some("Dan Ude"));
    let path = world.folder.path().join("log.csv");
    world.desk.export_audit_log(&of("Dan Ude"), ListWords::default(), &path).await.unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().filter(|line| line.contains("Dan Ude")).count(), 2, "{text}");
    assert!(text.contains("Dan Ude, 3 more"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn and_of_a_payroll_that_was_approved_since() {
    let world = World::without_callbacks().await;
    let id = world.import(&staff()).await;
    edit(&world, id).await;
    let people = ["Ada Obi", "Ben Eze", "Chi Ike", "Emeka Ike", "Dan Ude", "0100000299"];
    let mut before = Vec::new();
    for person in people {
        before.push(numbers(&edits(&world, &of(person)).await));
    }
    approve_anyway(&world.desk, id, called("October salaries", "2026-10")).await;
    for (person, before) in people.iter().zip(before) {
        let after = numbers(&edits(&world, &of(person)).await);
        assert!(!before.is_empty() && after.ends_with(&before), "{person}: {before:?}, then {after:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn or_says_how_many_edits_nobody_can_be_named_for() {
    let world = World::without_callbacks().await;
    let kept = world.import(&staff()).await;
    world.desk.exclude(kept, vec![0]).await.unwrap();
    let deleted = world.import(&people(2)).await;
    world.desk.exclude(deleted, vec![0]).await.unwrap();
    let log = world.desk.audit_log(&of("Ada"), 0, 500).await.unwrap();
    assert_eq!((log.total, log.unattributed), (2, 0));
    world.desk.discard_draft(deleted).await.unwrap();
    let log = world.desk.audit_log(&of("Ada"), 0, 500).await.unwrap();
    assert_eq!((log.total, log.unattributed), (1, 1), "the rows are gone");
    let kept_only = AuditQuery { payroll: Some(kept), ..of("Ada") };
    assert_eq!(world.desk.audit_log(&kept_only, 0, 500).await.unwrap().unattributed, 0);
    assert_eq!(world.desk.audit_log(&AuditQuery::default(), 0, 500).await.unwrap().unattributed, 0);
}
