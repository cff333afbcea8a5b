//! The events of the whole ledger, in windows.

use paysheet_domain::Report;
use serde_json::json;

use super::support::{accepted, approved, at, new_payroll, open, plan, references, report, rows, send};
use crate::{AuditFilter, EventKind, EventRecord, Ledger, drafts::NAMED_ROWS_MAX, write_tx::EventSubject};

async fn kinds(ledger: &Ledger, filter: &AuditFilter) -> Vec<EventKind> {
    let (total, records) = ledger.audit_events(filter, (0, 500)).await.unwrap();
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
    let (total, all) = ledger.audit_events(&AuditFilter::default(), (0, 500)).await.unwrap();
    assert!(total > 10 && total as usize == all.len());
    assert!(all.is_sorted_by(|one, next| one.event.seq == next.event.seq + 1));
    let mut windows = Vec::new();
    while windows.len() < all.len() {
        let offset = u32::try_from(windows.len()).unwrap();
        windows.extend(ledger.audit_events(&AuditFilter::default(), (offset, 3)).await.unwrap().1);
    }
    assert_eq!(windows, all);
}

#[tokio::test]
async fn one_payroll_has_its_own_events_with_its_name() {
    let (_dir, ledger) = open().await;
    let october = approved(&ledger, "October", &[1]).await;
    approved(&ledger, "November", &[1]).await;
    let filter = AuditFilter { payroll: Some(october), person: None };
    let (_, records) = ledger.audit_events(&filter, (0, 500)).await.unwrap();
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
    let of = |person: &str| AuditFilter { payroll: None, person: Some(person.to_owned()) };
    for person in [payment.payout.name.as_str(), &payment.payout.account_number, &all[0]] {
        assert!(kinds(&ledger, &of(person)).await.contains(&EventKind::ReportApplied), "{person}");
    }
    assert_eq!(kinds(&ledger, &of(&all[1])).await, [], "nothing was reported about the other one");
    assert_eq!(kinds(&ledger, &of("Zebediah")).await, []);
    let (_, records) = ledger.audit_events(&of(&all[0]), (0, 10)).await.unwrap();
    assert_eq!(records[0].person.as_deref(), Some(payment.payout.name.as_str()));
}

/// Of earlier versions, whose data have no `by` and no names.
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
    let older = json!({ "change": "edited", "rows": 1 });
    let mut tx = ledger.begin_write(at(3)).await.unwrap();
    tx.append_event(EventKind::BatchMoved, EventSubject::payroll(by_ada), &older);
    tx.commit().await.unwrap();
    assert_eq!(ledger.verify_chain().await.unwrap(), 4);
}

#[tokio::test]
async fn a_changed_setting_names_its_fields_and_no_values() {
    let (_dir, ledger) = open().await;
    ledger.set_setting("profile", r#"{"name":"Kola","path":"unguessable"}"#, at(1)).await.unwrap();
    ledger.set_setting("profile", r#"{"name":"Kola","path":"another","new":1}"#, at(2)).await.unwrap();
    let (_, events) = ledger.audit_events(&AuditFilter::default(), (0, 1)).await.unwrap();
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
