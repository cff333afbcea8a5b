//! No callback ever arrived. The provider's export, or the callbacks that a web server stored, settle the payroll.

use paysheet_desk::view::{ListKind, OutcomeKind, OutcomeProblem, OutcomeReading, PayrollStatus};
use paysheet_domain::{PayoutState, PayoutStatus};
use paysheet_ledger::SettledBy;
use rust_xlsxwriter::Workbook;

use crate::{
    outcome_files::{apply, counts, export, file, lines, preview},
    support::{self, World, code_of, outcomes, people, references, state_of},
};

#[tokio::test(flavor = "multi_thread")]
async fn by_the_providers_export() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(4)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let lower = all[1].to_lowercase();
    let stranger = "A".repeat(26);
    let path = export(
        &world,
        [
            (all[0].as_str(), "Successful"),
            (&lower, "FAILED"),
            (&all[2], "Completed"),
            (&all[3], "Pending"),
            (&stranger, "Successful"),
        ],
    );
    let shown = preview(&world, &path).await;
    use OutcomeKind::{Failed, NotFound, Paid, Unchanged};
    assert_eq!(counts(&shown), [(Failed, 1), (Paid, 2), (Unchanged, 1), (NotFound, 1)]);
    assert_eq!((shown.rows, shown.applicable, shown.to_confirm), (5, 4, 0));
    let lines = lines(&world, &shown);
    let failed = lines[0].payout.clone().unwrap();
    assert_eq!((failed.before, failed.after), (PayoutStatus::InProgress, PayoutStatus::Failed));
    assert_eq!(lines[4].problem, Some(OutcomeProblem::UnknownReference));
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Sent, "shown, not applied");

    assert_eq!(apply(&world, &path, &shown, &[]).await.unwrap().payouts, 4);
    let wanted = support::counts(&[(PayoutState::Paid, 2), (PayoutState::Failed, 1), (PayoutState::Sent, 1)]);
    assert_eq!(outcomes(&world.desk.payroll(id).await.unwrap()), wanted);
    let payment = world.desk.payment(id, &all[0]).await.unwrap();
    assert_eq!(payment.payout.settled_by, Some(SettledBy::OutcomeFile));
    let (_folder, desk, _) = world.after_a_crash().await;
    assert_eq!(state_of(&desk, id, &all[1]).await, PayoutState::Failed);
}

#[tokio::test(flavor = "multi_thread")]
async fn by_callbacks_that_a_web_server_stored() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(3)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let path = file(
        &world,
        "access.log",
        &[
            r#"10.0.0.1 - - [20/Nov/2026:09:00:00 +0000] "GET /favicon.ico HTTP/1.1" 404 9"#.to_owned(),
            format!(r#"10.0.0.1 - - [x] "GET /cb?responsecode=00&ref={} HTTP/1.1" 200 2"#, all[0]),
            format!(r#"{{"body":"responsecode=51&ref={}"}}"#, all[1]),
            // A word alone settles nothing, as when the callback had arrived here.
            format!("ref={}&status=completed", all[2]),
        ],
    );
    let shown = preview(&world, &path).await;
    use OutcomeKind::{Failed, Paid, Unchanged, Unreadable};
    assert_eq!(counts(&shown), [(Failed, 1), (Paid, 1), (Unchanged, 1), (Unreadable, 1)]);
    apply(&world, &path, &shown, &[]).await.unwrap();
    let path = file(&world, "stored.json", &[format!(r#"[{{"ref":"{}","responsecode":"00"}}]"#, all[2])]);
    let shown = preview(&world, &path).await;
    apply(&world, &path, &shown, &[]).await.unwrap();
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::Closed);
}

#[tokio::test(flavor = "multi_thread")]
async fn by_a_workbook_with_codes() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (row, cells) in (0..).zip([
        ["Reference", "Response code", "Status"],
        [&all[0], "00", "Successful"],
        // The code is doubt, whatever the word is.
        [&all[1], "91", "Successful"],
    ]) {
        for (column, cell) in (0..).zip(cells) {
            sheet.write_string(row, column, cell).unwrap();
        }
    }
    let path = world.folder.path().join("results.xlsx");
    workbook.save(&path).unwrap();
    let shown = preview(&world, &path).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Paid, 1), (OutcomeKind::Unchanged, 1)]);
    apply(&world, &path, &shown, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Sent);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_without_results_is_refused() {
    let world = World::without_callbacks().await;
    let path = file(&world, "payroll.csv", &["Name,Account,Amount".to_owned()]);
    let refused = world.desk.preview_outcomes(ListKind::Results, &path, &OutcomeReading::default()).await;
    assert_eq!(code_of(refused).to_string(), "no_results_in_file");
    let missing = world.folder.path().join("missing.csv");
    let missing = world.desk.preview_outcomes(ListKind::Results, &missing, &OutcomeReading::default()).await;
    assert_eq!(code_of(missing).to_string(), "file_unreadable");
}
