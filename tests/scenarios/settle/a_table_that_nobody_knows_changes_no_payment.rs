//! A list of results, or a statement, has a second table with headings that nobody knows: below the first one, or on
//! another sheet. Its words mean something else. Nobody there is paid or failed by them, and the user is told where it is.

use std::path::PathBuf;

use paysheet_desk::view::{ListKind, OutcomeKind, OutcomeReading};
use paysheet_domain::PayoutState;
use paysheet_sheet::{ListColumn, ListField, ListMapping, UnreadReason, UnreadRows};
use rust_xlsxwriter::Workbook;

use crate::{
    outcome_files::{apply, apply_by, counts, file, preview, preview_by, preview_statement},
    support::{World, people, references, state_of},
};

/// A payroll of four people, of whom nobody has a result.
struct Sent {
    world: World,
    id: u32,
    references: Vec<String>,
}

impl Sent {
    async fn new() -> Self {
        let world = World::without_callbacks().await;
        let id = world.sent(&people(4)).await;
        let references = references(&world.desk, id).await.into_values().collect();
        Self { world, id, references }
    }

    async fn states(&self) -> Vec<PayoutState> {
        let mut states = Vec::new();
        for reference in &self.references {
            states.push(state_of(&self.world.desk, self.id, reference).await);
        }
        states
    }

    /// A workbook with the results of the first two people, and with the others on a sheet with headings of its own.
    fn workbook(&self) -> PathBuf {
        let mut workbook = Workbook::new();
        let references: Vec<&str> = self.references.iter().map(String::as_str).collect();
        let [first, second, third, fourth] = references.as_slice() else { panic!("{}", self.id) };
        for (name, rows) in [
            ("Results", [["Reference", "Status"], [first, "Paid"], [second, "Failed"]]),
            ("Fees", [["Order", "Collected"], [third, "Paid"], [fourth, "Failed"]]),
        ] {
            let sheet = workbook.add_worksheet().set_name(name).unwrap();
            for (at, row) in (0..).zip(rows) {
                sheet.write_row(at, 0, row).unwrap();
            }
        }
        let path = self.world.folder.path().join("export.xlsx");
        workbook.save(&path).unwrap();
        path
    }
}

fn unread(sheet: &str, from_row: Option<u32>, rows: u32) -> UnreadRows {
    UnreadRows { sheet: sheet.to_owned(), reason: UnreadReason::UnknownHeadings, from_row, rows }
}

#[tokio::test(flavor = "multi_thread")]
async fn below_the_results() {
    use PayoutState::{Failed, Paid, Sent as Waiting};
    let sent = Sent::new().await;
    let [first, second, third, fourth] = sent.references.as_slice() else { panic!("{}", sent.id) };
    let lines = format!(
        "Reference,Status\n{first},Failed\nTotal,1 payment\nReference,Status\n{second},Paid\n,\nOrder,Fee status\n\
         {third},Paid\n{fourth},Failed"
    );
    let path = file(&sent.world, "export.csv", &[lines]);
    let shown = preview(&sent.world, &path).await;
    assert_eq!(shown.unread, [unread("", Some(7), 2)]);
    assert_eq!((shown.unread_rows, shown.more_unread), (2, 0));
    apply(&sent.world, &path, &shown, &[]).await.unwrap();
    assert_eq!(sent.states().await, [Failed, Paid, Waiting, Waiting]);
}

#[tokio::test(flavor = "multi_thread")]
async fn on_another_sheet_until_the_user_says_what_its_columns_mean() {
    use PayoutState::{Failed, Paid, Sent as Waiting};
    let sent = Sent::new().await;
    let path = sent.workbook();
    let shown = preview(&sent.world, &path).await;
    assert_eq!((shown.unread.as_slice(), shown.unread_rows), (&[unread("Fees", None, 2)][..], 2));
    apply(&sent.world, &path, &shown, &[]).await.unwrap();
    assert_eq!(sent.states().await, [Paid, Failed, Waiting, Waiting]);

    let columns = [("A", ListField::Reference), ("B", ListField::Status)]
        .map(|(column, field)| ListColumn { column: column.to_owned(), field });
    let mapping = ListMapping { sheet: "Fees".to_owned(), header_row: Some(1), columns: columns.into() };
    let reading = OutcomeReading { columns: Some(mapping), words: None };
    let shown = preview_by(&sent.world, &path, ListKind::Results, &reading).await;
    assert_eq!((shown.unread.as_slice(), shown.unread_rows), (&[][..], 0));
    apply_by(&sent.world, &path, &shown, reading, &[]).await.unwrap();
    assert_eq!(sent.states().await, [Paid, Failed, Paid, Failed]);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_statement() {
    use PayoutState::{Paid, Sent as Waiting};
    let sent = Sent::new().await;
    let entry = |at: usize| format!("20/11/2026,VIR {} X,{}", sent.references[at], 1000 + at);
    let lines =
        ["Date,Description,Debit".to_owned(), entry(0), ",Details,".to_owned(), "Day,Order,Sum".to_owned()];
    let path = file(&sent.world, "statement.csv", &[lines.join("\n"), entry(1), entry(2)]);
    let shown = preview_statement(&sent.world, &path).await;
    assert_eq!(shown.unread, [unread("", Some(4), 2)]);
    let kinds: Vec<OutcomeKind> = counts(&shown).into_iter().map(|(kind, _)| kind).collect();
    assert!(kinds.contains(&OutcomeKind::Paid), "{kinds:?}");
    apply(&sent.world, &path, &shown, &[]).await.unwrap();
    assert_eq!(sent.states().await, [Paid, Waiting, Waiting, Waiting]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_does_a_title_that_says_something_else_or_a_hidden_sheet() {
    use PayoutState::{Paid, Sent as Waiting};
    let sent = Sent::new().await;
    let references: Vec<&str> = sent.references.iter().map(String::as_str).collect();
    let [first, second, third, fourth] = references.as_slice() else { panic!("{}", sent.id) };
    let mut workbook = Workbook::new();
    let sheets = [
        ("Results", vec![["Reference", "Status"], [first, "Paid"], ["Pending", ""], [second, "Paid"]]),
        ("Reversals", vec![["Reference", "Status"], [third, "Successful"]]),
        ("October", vec![["Reference", "Status"], [fourth, "Paid"]]),
    ];
    for (name, rows) in sheets {
        let sheet = workbook.add_worksheet().set_name(name).unwrap();
        sheet.write_row_matrix(0, 0, rows).unwrap().set_hidden(name == "October");
    }
    let path = sent.world.folder.path().join("export.xlsx");
    workbook.save(&path).unwrap();
    let shown = preview(&sent.world, &path).await;
    let places = shown.unread.iter().map(|one| (one.sheet.as_str(), one.reason, one.from_row, one.rows));
    let expected = [
        ("Results", UnreadReason::ContradictingTitle, Some(3), 1),
        ("Reversals", UnreadReason::ContradictingTitle, Some(1), 1),
        ("October", UnreadReason::HiddenSheet, None, 1),
    ];
    assert_eq!(places.collect::<Vec<_>>(), expected);
    apply(&sent.world, &path, &shown, &[]).await.unwrap();
    assert_eq!(sent.states().await, [Paid, Waiting, Waiting, Waiting]);
}
