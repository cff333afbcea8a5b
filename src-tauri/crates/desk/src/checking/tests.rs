//! A change of a draft that does not end well leaves nothing of itself.

use std::sync::Arc;

use paysheet_domain::{Cell, DraftRow, SourceRow, checks::DecimalConvention};
use secrecy::SecretString;
use sqlx::{ConnectOptions as _, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use super::*;
use crate::{
    DeskConfig,
    clock::SystemClock,
    profile::{KeyHome, Profile, SecretsHome},
    view::RowFilter,
};

const PEOPLE: u32 = 3;
/// Where no service is.
const NOWHERE: &str = "http://127.0.0.1:9";

async fn desk(folder: &TempDir) -> Desk {
    let secret = || SecretString::from("of nobody");
    let (desk, _) = Desk::open(DeskConfig {
        ledger: folder.path().join("ledger.db"),
        profile: Profile::new("test", "Test", NOWHERE, "KOLA FOODS LTD"),
        secrets: SecretsHome::in_memory(secret(), secret()),
        key: KeyHome::File(folder.path().join("ledger.key")),
        clock: Arc::new(SystemClock),
        timeouts: None,
    })
    .await
    .unwrap();
    desk
}

async fn payroll(desk: &Desk) -> u32 {
    let row = |position: u32| {
        let texts = [
            (Field::Name, format!("Person {position}")),
            (Field::AccountNumber, format!("000001457{position}")),
            (Field::Amount, "100".to_owned()),
        ];
        let cells = texts.iter().map(|(field, text)| (*field, Cell::typed(text))).collect();
        DraftRow::new(position, SourceRow { row: position + 2, cells, ..SourceRow::default() })
    };
    let new = NewPayroll {
        name: "November".to_owned(),
        period: "2026-11".to_owned(),
        file_name: "Pay.csv".to_owned(),
        file_sha256: String::new(),
        sheet: "Pay".to_owned(),
        country: Country::NG,
        currency: Currency::NGN,
        convention: DecimalConvention::Point,
        skipped_json: serde_json::to_string(&FileNotes::default()).unwrap(),
        copied_from: None,
        layout: None,
        reading_json: None,
        at: desk.now(),
    };
    let rows: Vec<DraftRow> = (0..PEOPLE).map(row).collect();
    desk.inner.ledger.create_payroll(new, &rows).await.unwrap().0
}

async fn names(desk: &Desk, id: u32) -> Vec<String> {
    let window = desk.draft_rows(id, &RowFilter::default(), 0, PEOPLE).await.unwrap();
    window.rows.into_iter().map(|row| row.name).collect()
}

#[tokio::test]
async fn a_change_that_panics_half_way_is_not_in_the_draft() {
    let folder = TempDir::new().unwrap();
    let desk = desk(&folder).await;
    let id = payroll(&desk).await;
    let before = names(&desk, id).await;
    let changed = desk
        .change(id, "edited", |draft| -> Changed {
            draft.edit(&[1], Field::Name, "Somebody else");
            panic!("as a check might");
        })
        .await;
    assert!(matches!(changed, Err(DeskError::TaskEnded)), "{changed:?}");
    assert_eq!(names(&desk, id).await, before);
    desk.edit_cell(id, 2, Field::Name, "Ada Obi".to_owned()).await.unwrap();
    assert_eq!(names(&desk, id).await[1], before[1]);
    assert_eq!(names(&desk, id).await[2], "Ada Obi");
}

#[tokio::test]
async fn a_change_whose_caller_goes_away_is_shown_only_where_it_is_stored() {
    let folder = TempDir::new().unwrap();
    let desk = desk(&folder).await;
    let id = payroll(&desk).await;
    let before = names(&desk, id).await;
    let file = SqliteConnectOptions::new().filename(folder.path().join("ledger.db"));
    let mut writer = file.connect().await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut writer).await.unwrap();
    let caller = tokio::spawn({
        let desk = desk.clone();
        async move { desk.edit_cell(id, 1, Field::Name, "Somebody else".to_owned()).await }
    });
    while names(&desk, id).await == before {
        tokio::task::yield_now().await;
    }
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    assert_eq!(names(&desk, id).await, before);
    sqlx::query("ROLLBACK").execute(&mut writer).await.unwrap();
    assert_eq!(names(&desk, id).await, before);
}
