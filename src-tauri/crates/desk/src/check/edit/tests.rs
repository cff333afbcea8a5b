//! A change of a draft that fails leaves no trace.

use sqlx::{ConnectOptions as _, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use super::*;
use crate::{
    Desk,
    test_desk::{LEDGER_FILE, PEOPLE, desk, payroll},
    view::RowFilter,
};

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
    let changed = change(&desk, id, "edited", |draft| -> Changed {
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
    let file = SqliteConnectOptions::new().filename(folder.path().join(LEDGER_FILE));
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
