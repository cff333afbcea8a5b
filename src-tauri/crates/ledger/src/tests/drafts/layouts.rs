use paysheet_domain::{Field, checks::DecimalConvention};

use crate::{
    EventKind, LayoutKind, LedgerError, NewLayout, NewPayroll, NewReading,
    tests::support::{at, frozen, new_payroll, open, rows},
};

fn layout(fingerprint: &str, name: &str, columns: &str) -> NewLayout {
    NewLayout {
        fingerprint: fingerprint.to_owned(),
        kind: LayoutKind::Payroll,
        name: name.to_owned(),
        columns_json: columns.to_owned(),
        words_json: "[]".to_owned(),
    }
}

fn read_by(fingerprint: &str) -> NewPayroll {
    NewPayroll {
        layout: Some(fingerprint.to_owned()),
        reading_json: Some("{\"header\":4}".to_owned()),
        source: None,
        at: at(50),
        ..new_payroll("November")
    }
}

#[tokio::test]
async fn a_layout_keeps_its_name_when_its_columns_are_confirmed_anew() {
    let (_dir, ledger) = open().await;
    ledger.store_layout(&layout("aa", "Staff", "[1]"), at(1)).await.unwrap();
    ledger.store_layout(&layout("bb", "Drivers", "[2]"), at(2)).await.unwrap();
    ledger.rename_layout("aa", "Head office", at(3)).await.unwrap();
    ledger.store_layout(&layout("aa", "Staff (2)", "[3]"), at(4)).await.unwrap();
    let all = ledger.layouts().await.unwrap();
    let told: Vec<(&str, &str)> =
        all.iter().map(|layout| (layout.name.as_str(), layout.columns_json.as_str())).collect();
    assert_eq!(told, [("Drivers", "[2]"), ("Head office", "[3]")]);
    assert_eq!((all[1].kept_at, all[1].used_at), (at(4), at(1)));
}

#[tokio::test]
async fn the_layout_used_last_comes_first() {
    let (_dir, ledger) = open().await;
    ledger.store_layout(&layout("aa", "Staff", "[]"), at(1)).await.unwrap();
    ledger.store_layout(&layout("bb", "Drivers", "[]"), at(2)).await.unwrap();
    let id = ledger.create_payroll(read_by("aa"), &rows(1)).await.unwrap();
    let all = ledger.layouts().await.unwrap();
    assert_eq!((all[0].fingerprint.as_str(), all[0].used_at), ("aa", at(50)));
    let payroll = ledger.payroll(id).await.unwrap();
    assert_eq!(payroll.layout.as_deref(), Some("aa"));
    assert_eq!(payroll.reading_json.as_deref(), Some("{\"header\":4}"));
}

#[tokio::test]
async fn a_forgotten_layout_leaves_its_payrolls_and_its_events() {
    let (_dir, ledger) = open().await;
    ledger.store_layout(&layout("aa", "Staff", "[]"), at(1)).await.unwrap();
    let id = ledger.create_payroll(read_by("aa"), &rows(1)).await.unwrap();
    ledger.forget_layout("aa", at(60)).await.unwrap();
    assert!(ledger.layouts().await.unwrap().is_empty());
    assert_eq!(ledger.payroll(id).await.unwrap().layout.as_deref(), Some("aa"));
    for refused in
        [ledger.forget_layout("aa", at(61)).await, ledger.rename_layout("aa", "Staff", at(61)).await]
    {
        assert!(matches!(refused, Err(LedgerError::NoSuchLayout)), "{refused:?}");
    }
    assert_eq!(ledger.verify_chain().await.unwrap(), 3);
}

fn reading(fingerprint: Option<&str>) -> NewReading {
    NewReading {
        sheet: "Drivers".to_owned(),
        convention: DecimalConvention::Comma,
        skipped_json: "[4]".to_owned(),
        layout: fingerprint.map(str::to_owned),
        reading_json: Some("{\"header\":7}".to_owned()),
        remember: None,
        at: at(70),
    }
}

#[tokio::test]
async fn a_draft_is_read_again_by_other_columns_and_its_record_says_so() {
    let (_dir, ledger) = open().await;
    ledger.store_layout(&layout("bb", "Drivers", "[]"), at(1)).await.unwrap();
    let id = ledger.create_payroll(read_by("aa"), &rows(5)).await.unwrap();
    let mut fewer = rows(2);
    fewer[1].source.cells.remove(&Field::Name);
    fewer[1].edits.insert(Field::Name, "Ngozi");
    ledger.read_again(id, reading(Some("bb")), &fewer).await.unwrap();
    assert_eq!(ledger.draft_rows(id).await.unwrap(), fewer, "what the file says as well");
    let payroll = ledger.payroll(id).await.unwrap();
    assert_eq!((payroll.rows, payroll.sheet.as_str()), (2, "Drivers"));
    assert_eq!((payroll.layout.as_deref(), payroll.skipped_json.as_str()), (Some("bb"), "[4]"));
    assert_eq!(ledger.layouts().await.unwrap()[0].used_at, at(70));
    let last = ledger.events(id).await.unwrap().pop().unwrap();
    assert_eq!(last.kind, EventKind::ReadAgain);
    assert!(last.data_json.contains("header"), "{}", last.data_json);
}

#[tokio::test]
async fn what_is_frozen_is_not_read_again() {
    let (_dir, ledger) = open().await;
    let (id, _token) = frozen(&ledger, "November", &[2]).await;
    let new = NewReading { remember: Some(layout("bb", "Drivers", "[]")), ..reading(None) };
    let refused = ledger.read_again(id, new, &rows(1)).await;
    assert!(ledger.layouts().await.unwrap().is_empty(), "nor are its headings remembered");
    assert!(matches!(refused, Err(LedgerError::WrongState { .. })), "{refused:?}");
    assert_eq!(ledger.draft_rows(id).await.unwrap().len(), 2);
}
