//! A refused review leaves the payroll as it was: frozen, under the name that the user last saw.

use paysheet_domain::Field;
use sqlx::{ConnectOptions as _, Connection as _, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use super::*;
use crate::{
    Desk, drafts,
    test_desk::{LEDGER_FILE, desk, payroll},
    view::TypedTotal,
};

fn called(name: &str) -> Option<ReviewInput> {
    Some(ReviewInput {
        name: name.to_owned(),
        period: "2026-11".to_owned(),
        sender_name: "KOLA FOODS LTD".to_owned(),
        instant_queue: true,
    })
}

/// Creates a desk with a reviewed payroll, and returns what is stored of it.
async fn reviewed(folder: &TempDir) -> (Desk, u32, (String, String)) {
    let desk = desk(folder).await;
    let id = payroll(&desk).await;
    for problem in desk.draft(id).await.unwrap().problems {
        desk.accept_warning_alike(id, problem.code, "Known", None).await.unwrap();
    }
    desk.review(id, called("November")).await.unwrap();
    let stored = stored(&desk, id).await;
    (desk, id, stored)
}

/// Returns the stored name and fingerprint.
async fn stored(desk: &Desk, id: u32) -> (String, String) {
    let ledger = &desk.ledger;
    let name = ledger.payroll(PayrollId(id)).await.unwrap().name;
    let frozen = ledger.frozen(PayrollId(id)).await.unwrap();
    (name, frozen.map(|frozen| frozen.fingerprint().to_owned()).unwrap_or_default())
}

#[tokio::test]
async fn by_a_problem_found_since() {
    let folder = TempDir::new().unwrap();
    let (desk, id, before) = reviewed(&folder).await;
    // The same happens when a check of account names ends after the review.
    lock(&*drafts::loaded(&desk, id).await.unwrap()).edit(&[1], Field::Amount, "no amount");
    let refused = desk.review(id, called("November again")).await;
    assert!(matches!(refused, Err(DeskError::App(AppError::DraftHasProblems { count: 1 }))), "{refused:?}");
    assert_eq!(stored(&desk, id).await, before);
    assert_eq!(desk.draft(id).await.unwrap().name, "November");
}

#[tokio::test]
async fn by_a_disk_that_fails_half_way() {
    let folder = TempDir::new().unwrap();
    let (desk, id, before) = reviewed(&folder).await;
    let file = SqliteConnectOptions::new().filename(folder.path().join(LEDGER_FILE));
    let mut disk = file.connect().await.unwrap();
    let fails = "CREATE TRIGGER disk BEFORE INSERT ON payouts BEGIN SELECT RAISE(ABORT, 'disk'); END";
    sqlx::query(fails).execute(&mut disk).await.unwrap();
    let refused = desk.review(id, called("November again")).await;
    assert!(matches!(refused, Err(DeskError::Ledger(_))), "{refused:?}");
    assert_eq!(stored(&desk, id).await, before);
    assert_eq!(desk.draft(id).await.unwrap().name, "November");
    sqlx::query("DROP TRIGGER disk").execute(&mut disk).await.unwrap();
    disk.close().await.unwrap();
    let review = desk.review(id, called("November again")).await.unwrap();
    assert_eq!(stored(&desk, id).await, ("November again".to_owned(), review.fingerprint));
}

/// The same happens when the service's list of banks arrives after the review, and the next review is refused.
#[tokio::test]
async fn what_the_draft_does_not_say_any_more_is_not_approved() {
    let edits = [
        (Field::Amount, "100", None),
        (Field::Amount, "no amount", Some("App(DraftHasProblems { count: 1 })")),
        (Field::Name, "Ada Obi", Some("App(RowsToDecide { count: 1 })")),
        (Field::Narration, "Bonus", Some("Ledger(ChangedSinceShown(PayrollId(1)))")),
    ];
    for (field, text, refused) in edits {
        let folder = TempDir::new().unwrap();
        let (desk, id, _) = reviewed(&folder).await;
        desk.unlock().await.unwrap();
        let review = desk.review(id, called("November")).await.unwrap();
        lock(&*drafts::loaded(&desk, id).await.unwrap()).edit(&[1], field, text);
        let typed: Vec<TypedTotal> = review
            .totals
            .iter()
            .map(|total| TypedTotal { currency: total.currency, text: total.sum.clone() })
            .collect();
        let approved = desk.approve(id, &review.fingerprint, &typed).await;
        assert_eq!(approved.err().map(|error| format!("{error:?}")).as_deref(), refused, "{text}");
    }
}
