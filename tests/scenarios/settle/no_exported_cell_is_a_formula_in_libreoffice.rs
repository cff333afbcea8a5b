//! Whatever somebody writes into a payroll, or a provider into its answers, LibreOffice finds no formula in what is
//! exported, at whichever separator it splits a text file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use paysheet_desk::{
    DraftList, ListWords,
    view::{
        AuditQuery, DocumentInput, DocumentKind, JournalDetail, JournalOptions, JournalPreset, JournalScope,
        PayoutChoice, PayoutDecisionInput, PeopleFilter, TopUpQuery,
    },
};
use paysheet_domain::{Currency, DecisionSource, PayoutDecision};
use rust_xlsxwriter::Workbook;
use strum::IntoEnumIterator;
use url::form_urlencoded;

use crate::{
    libreoffice::{formulas_of_texts, formulas_of_workbooks},
    outcome_files::preview_statement,
    support::{World, approve_anyway, call_back, called, nigerian, people, references, until_closed},
};

/// Texts that some program takes for formulas, alone or once the line is split.
const HOSTILE: [&str; 12] = [
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1,1)",
    "Ada;=cmd|'/C calc'!A0",
    "Ada|=1+1",
    "Ada, =1+1",
    "Ada\t=1+1",
    "\"=1+1\"",
    "Ada\"\n=1+1",
    "\u{feff}=1+1",
    "Ada ;\"=1+1\";=HYPERLINK(\"http://127.0.0.1/\"&A1,\"x\")",
];
const HEADINGS: [&str; 6] = ["Name", "Account number", "Bank code", "Amount", "Country", "Narration"];

/// A row of the payroll for each text, with the text as name and narration.
fn rows() -> Vec<[String; 6]> {
    let row = |(n, text): (usize, &&str)| {
        let amount = format!("{}.00", 1_000 + n);
        [
            // Figures and signs alone are nobody's name.
            format!("{text} Obi {n}"),
            format!("01000{n:03}99"),
            "058".to_owned(),
            amount,
            "NG".to_owned(),
            (*text).to_owned(),
        ]
    };
    HOSTILE.iter().enumerate().map(row).collect()
}

fn payroll_csv(folder: &Path) -> PathBuf {
    let path = folder.join("Staff.csv");
    let mut writer = csv::Writer::from_path(&path).unwrap();
    writer.write_record(HEADINGS).unwrap();
    rows().iter().for_each(|row| writer.write_record(row).unwrap());
    writer.flush().unwrap();
    path
}

fn payroll_xlsx(folder: &Path) -> PathBuf {
    let path = folder.join("Staff of the workbook.xlsx");
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (line, row) in (0..).zip([HEADINGS.map(str::to_owned)].into_iter().chain(rows())) {
        for (column, text) in (0..).zip(&row) {
            sheet.write_string(line, column, text).unwrap();
        }
    }
    book.save(&path).unwrap();
    path
}

/// The window's words, as if somebody had changed them as well.
fn words() -> ListWords {
    ListWords::from([
        ("head.name", "=1+1"),
        ("head.copy_state", "=1+1"),
        ("state.to_decide", "Ada;=1+1"),
        ("state.ready", "=1+1"),
        ("payout.Paid", "+1+1"),
        ("payout.Failed", "Ada|=1+1"),
        ("sheet.title", "=1+1"),
        ("report.title", "=1+1"),
        ("journal.payments", "=1+1"),
        ("outcome.not_found", "=1+1"),
    ])
}

#[test]
#[ignore = "needs LibreOffice: cargo xtask test --only safe-files"]
fn libreoffice_finds_the_formulas_of_a_file_that_is_not_safe() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("bare.csv");
    fs::write(&text, "Name,Note\n=1+1,Ada\nAda,Obi;=2+2\nAda,Obi\t=3+3\nAda,Obi|=4+4\n").unwrap();
    let found = formulas_of_texts(&[text])["bare.csv"].join("\n");
    for formula in ["of:=1+1 ", "of:=2+2 ", "of:=3+3 ", "of:=4+4 "] {
        assert!(found.contains(formula), "{formula}: {found}");
    }
    let path = folder.path().join("bare.xlsx");
    let mut book = Workbook::new();
    book.add_worksheet().write_formula(0, 0, "=1+1").unwrap();
    book.save(&path).unwrap();
    assert_eq!(formulas_of_workbooks(&[path])["bare.xlsx"], ["of:=1+1"]);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs LibreOffice: cargo xtask test --only safe-files"]
async fn in_any_list() {
    let world = World::without_callbacks().await;
    let exports = Exports::new();
    for source in [payroll_csv(world.folder.path()), payroll_xlsx(world.folder.path())] {
        let id = world.desk.open_file(&source, nigerian()).await.unwrap();
        let stem = source.file_stem().unwrap().to_string_lossy().into_owned();
        for list in [DraftList::Problems, DraftList::Changes, DraftList::People] {
            for path in exports.both(&format!("{stem} {list:?}")) {
                world.desk.export_list(id, list, words(), &path).await.unwrap();
            }
        }
    }
    exports.assert_safe(12);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs LibreOffice: cargo xtask test --only safe-files"]
async fn in_any_file_about_payments() {
    let (world, id) = paid().await;
    let (desk, exports) = (&world.desk, Exports::new());
    let file = |name: &str| exports.folder.path().join(name);
    desk.export_payroll(id, &file("results.xlsx")).await.unwrap();
    desk.export_open_payments(id, &file("open.xlsx")).await.unwrap();
    for kind in [DocumentKind::Report, DocumentKind::BankSchedule] {
        let input = DocumentInput { words: words(), ..DocumentInput::of(kind) };
        desk.export_document(id, input, &file(&format!("{kind:?}.xlsx"))).await.unwrap();
    }
    for preset in JournalPreset::iter() {
        for detail in [JournalDetail::Account, JournalDetail::Person] {
            let date = "2026-11-30".to_owned();
            let options = JournalOptions {
                preset,
                detail,
                scope: JournalScope::Everything,
                currency: Currency::NGN,
                date,
            };
            let path = file(&format!("journal {preset} {detail}.csv"));
            desk.export_journal(id, &options, words(), &path).await.unwrap();
        }
    }
    for path in exports.both("audit") {
        desk.export_audit_log(&AuditQuery::default(), words(), &path).await.unwrap();
    }
    for path in exports.both("people") {
        desk.export_people(&PeopleFilter::default(), words(), &path).await.unwrap();
    }
    desk.look_up_reference("POS-1002").await.unwrap();
    for path in exports.both("top-ups") {
        desk.export_top_ups(&TopUpQuery::default(), words(), &path).await.unwrap();
    }
    let statement = hostile_statement(&world);
    let shown = preview_statement(&world, &statement).await;
    for path in exports.both("compared") {
        desk.export_outcome_lines(&shown.fingerprint, None, words(), &path).await.unwrap();
    }
    exports.assert_safe(24);
}

/// A bank's statement, with a debit that is about nobody for each text.
fn hostile_statement(world: &World) -> PathBuf {
    let path = world.folder.path().join("statement.csv");
    let mut writer = csv::Writer::from_path(&path).unwrap();
    writer.write_record(["Date", "Description", "Debit"]).unwrap();
    HOSTILE.iter().for_each(|text| writer.write_record(["2026-11-20", text, "7.00"]).unwrap());
    writer.flush().unwrap();
    path
}

/// The user's own cells stay as they are; what is added to them begins no formula.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs LibreOffice: cargo xtask test --only safe-files"]
async fn in_a_copy_of_the_file() {
    let (world, exports) = (World::without_callbacks().await, Exports::new());
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/sheets/foreign");
    let mut books = Vec::new();
    for (ending, copied_as) in [("ods", "ods"), ("xlsx", "xlsx"), ("xls", "xlsx")] {
        let source = world.folder.path().join(format!("own {ending}.{ending}"));
        fs::copy(fixtures.join(format!("payroll.{ending}")), &source).unwrap();
        let id = world.desk.open_file(&source, nigerian()).await.unwrap();
        let copy = world.folder.path().join(format!("copy {ending}.{copied_as}"));
        world.desk.export_copy(id, words(), &copy).await.unwrap();
        books.extend([source, copy]);
    }
    let opened = formulas_of_workbooks(&books);
    for ending in ["ods", "xlsx"] {
        let [own, copied] = ["own", "copy"].map(|which| &opened[&format!("{which} {ending}.{ending}")]);
        assert_eq!(own, copied, "{ending}");
    }
    // A new workbook has results in place of formulas, and these two values are formulas in every workbook.
    assert_eq!(opened["copy xls.xlsx"], ["of:=#DIV/0!", "of:=TRUE()"]);
    let id = world.sent(&people(HOSTILE.len() as u32)).await;
    say_hostile_things(&world, id).await;
    world.desk.export_copy(id, words(), &exports.folder.path().join("results.csv")).await.unwrap();
    exports.assert_safe(1);
}

async fn paid() -> (World, u32) {
    let world = World::without_callbacks().await;
    let id = world.desk.open_file(&payroll_csv(world.folder.path()), nigerian()).await.unwrap();
    approve_anyway(&world.desk, id, called("=1+1;=1+1", "2026-11")).await;
    world.desk.send(id).await.unwrap();
    say_hostile_things(&world, id).await;
    (world, id)
}

/// The provider says that everyone was paid, in hostile texts, and so does the user of one of them.
async fn say_hostile_things(world: &World, id: u32) {
    let address = world.listen_elsewhere().await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let (decided, reported) = all.split_first().unwrap();
    for (reference, text) in reported.iter().zip(HOSTILE) {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("responsecode", "00").append_pair("responsemessage", text);
        form.append_pair("ref", reference).append_pair("uniquereference", text);
        assert_eq!(call_back(&address, &form.finish()).await, 200, "{text:?}");
    }
    let input = PayoutDecisionInput {
        decision: PayoutDecision::Paid,
        source: DecisionSource::BankStatement,
        reason: "Ada;=cmd|'/C calc'!A0".to_owned(),
    };
    let one = PayoutChoice::One { reference: decided.clone(), evidence: 0 };
    world.desk.decide_payouts(id, &one, &input).await.unwrap();
    until_closed(&world.desk, id).await;
}

/// The folder into which a story exports.
struct Exports {
    folder: tempfile::TempDir,
}

impl Exports {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn both(&self, name: &str) -> [PathBuf; 2] {
        ["csv", "xlsx"].map(|ending| self.folder.path().join(format!("{name}.{ending}")))
    }

    fn assert_safe(&self, files: usize) {
        let mut all: Vec<PathBuf> =
            fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        all.sort();
        assert_eq!(all.len(), files, "{all:?}");
        let is_text =
            |path: &PathBuf| ["csv", "txt"].iter().any(|ending| path.extension().unwrap() == *ending);
        let (texts, books): (Vec<_>, Vec<_>) = all.into_iter().partition(is_text);
        for (name, formulas) in formulas_of_texts(&texts).into_iter().chain(formulas_of_workbooks(&books)) {
            assert!(formulas.is_empty(), "{name}: {formulas:#?}");
        }
    }
}
