//! A statement about 400 people is shown line by line to the last one, and what matches nothing is saved as a list.

use std::fs;

use calamine::{Data, Reader, Xlsx, open_workbook};
use paysheet_desk::{
    ErrorCode, ListWords,
    view::{OutcomeKind, OutcomeLine, OutcomesView, PayrollStatus},
};

use crate::{
    outcome_files::{apply, counts, file, preview_statement},
    support::{World, code_of, people},
};

const PEOPLE: u32 = 400;
/// People whom the statement does not name.
const MISSING: u32 = 30;
/// Debits that are not about anybody.
const OTHERS: u32 = 320;
const WINDOW: u32 = 150;

/// Everyone is found by the name, so that each has to be confirmed.
async fn compared() -> (World, u32, std::path::PathBuf, OutcomesView) {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(PEOPLE)).await;
    let found = (0..PEOPLE - MISSING).map(|n| format!("20/11/2026,NIP ADA PERSON{n},{}.00", 1_000 + n));
    let others = (0..OTHERS).map(|n| format!("20/11/2026,=cmd|'/C {n}'!A0,7.00"));
    let head = ["Date,Description,Debit".to_owned()];
    let rows: Vec<String> = head.into_iter().chain(found).chain(others).collect();
    let path = file(&world, "statement.csv", &rows);
    let shown = preview_statement(&world, &path).await;
    (world, id, path, shown)
}

fn all(world: &World, shown: &OutcomesView, kind: Option<OutcomeKind>) -> Vec<OutcomeLine> {
    let mut all = Vec::new();
    loop {
        let offset = u32::try_from(all.len()).unwrap();
        let window = world.desk.outcome_lines(&shown.fingerprint, kind, offset, WINDOW).unwrap();
        assert_eq!(window.offset, offset);
        if window.rows.is_empty() {
            assert_eq!(window.total, offset);
            return all;
        }
        all.extend(window.rows);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn and_everyone_can_be_confirmed() {
    let (world, id, path, shown) = compared().await;
    use OutcomeKind::{Missing, NotFound, Paid};
    let expected = [(Paid, PEOPLE - MISSING), (Missing, MISSING), (NotFound, OTHERS)];
    assert_eq!(counts(&shown), expected);
    let lines = all(&world, &shown, None);
    assert_eq!(lines.len() as u32, PEOPLE + OTHERS);
    for (kind, count) in expected {
        let of_kind = all(&world, &shown, Some(kind));
        assert!(of_kind.iter().all(|line| line.kind == kind) && of_kind.len() as u32 == count, "{kind}");
    }
    let keys: Vec<String> = shown.counts.iter().flat_map(|count| count.confirm_keys.clone()).collect();
    assert_eq!(keys.len() as u32, shown.to_confirm);
    let applied = apply(&world, &path, &shown, &keys).await.unwrap();
    assert_eq!(applied.payouts, PEOPLE - MISSING);
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(track.outcomes.iter().map(|of| of.total.count).sum::<u32>(), PEOPLE);
    assert_ne!(track.state, PayrollStatus::Closed);
    // The comparison is over: what it listed may be wrong by now.
    let gone = world.desk.outcome_lines(&shown.fingerprint, None, 0, WINDOW);
    assert_eq!(code_of(gone), ErrorCode::OutcomesChanged);
}

#[tokio::test(flavor = "multi_thread")]
async fn and_both_sides_that_match_nothing_are_saved() {
    let (world, _, _, shown) = compared().await;
    let save = async |kind, name: &str| {
        let path = world.folder.path().join(name);
        let words = ListWords::from([("outcome_problem.not_in_file", "Not in it"), ("head.name", "Who")]);
        world.desk.export_outcome_lines(&shown.fingerprint, Some(kind), words, &path).await.unwrap()
    };
    let path = save(OutcomeKind::Missing, "missing").await;
    let mut book: Xlsx<_> = open_workbook(path).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    assert_eq!(sheet.height() as u32, MISSING + 1);
    let row = |at: u32| (0..8).map(|column| sheet.get_value((at, column)).cloned()).collect::<Vec<_>>();
    assert_eq!(row(0)[2], Some(Data::String("Who".to_owned())));
    let first = row(1);
    assert_eq!(first[1], Some(Data::String("Not in it".to_owned())));
    assert_eq!(first[3], Some(Data::String("0100037099".to_owned())));
    assert_eq!(first[5], Some(Data::Float(1_370.0)));

    let path = save(OutcomeKind::NotFound, "others.csv").await;
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(text.lines().count() as u32, OTHERS + 1);
    assert!(
        text.contains(",'=cmd|'/C 319'!A0,") && !text.contains(",=cmd"),
        "{}",
        text.lines().last().unwrap()
    );

    // Another file was looked at since.
    let other =
        file(&world, "other.csv", &["Date,Description,Debit".to_owned(), "20/11/2026,X,1".to_owned()]);
    preview_statement(&world, &other).await;
    let path = world.folder.path().join("late.csv");
    let late = world.desk.export_outcome_lines(&shown.fingerprint, None, ListWords::default(), &path).await;
    assert_eq!(code_of(late), ErrorCode::OutcomesChanged);
    assert!(!path.exists());
}
