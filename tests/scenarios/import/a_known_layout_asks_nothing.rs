use std::path::PathBuf;

use paysheet_desk::{
    ErrorCode,
    view::{LayoutColumn, LayoutView, MappingAnswer, MappingQuestion, MappingView, Opened, RowFilter},
};
use paysheet_domain::Field;
use paysheet_sheet::{Header, MappedColumn, Mapping, MappingOrigin, TableChoice};

use crate::support::{World, code_of, names, nigerian};

/// Headings that nobody knows: what the columns hold is told by their content, which is a doubt.
const HEADINGS: &str = "Who,Where,Which,What";

fn write(world: &World, name: &str, headings: &str, amounts: [&str; 2]) -> PathBuf {
    let path = world.folder.path().join(name);
    let [first, second] = amounts;
    let text =
        format!("{headings}\nAda Obi,0000014579,First Bank,{first}\nBen Eze,0123456789,GTBank,{second}\n");
    std::fs::write(&path, text).unwrap();
    path
}

async fn look(world: &World, path: &std::path::Path) -> MappingView {
    world.desk.preview_file(path, MappingQuestion::default()).await.unwrap()
}

fn confirmed(view: &MappingView) -> MappingAnswer {
    MappingAnswer {
        sha256: view.sha256.clone(),
        mapping: view.decision.mapping.clone(),
        country: Some(view.country),
        currency: Some(view.currency),
        bank: None,
    }
}

fn draft_of(opened: &Opened) -> u32 {
    match opened {
        Opened::Draft { id } => *id,
        Opened::Asks { path } => panic!("{path} asks"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_doubtful_column_is_asked_once_and_remembered() {
    let mut world = World::open().await;
    let october = write(&world, "Depot Oct 2026.csv", HEADINGS, ["1000", "2000"]);
    let opened = world.desk.open_or_ask(&october, nigerian()).await.unwrap();
    assert_eq!(opened, Opened::Asks { path: october.display().to_string() });
    assert!(world.desk.payrolls().await.unwrap().is_empty(), "asking makes nothing");

    let view = look(&world, &october).await;
    assert_eq!((view.people, view.decision.unsure.len()), (2, 4));
    assert_eq!(view.first[0].name, "Ada Obi");
    assert_eq!(view.first[0].amount.as_deref(), Some("1000.00"));
    let id = world.desk.open_mapped(&october, confirmed(&view)).await.unwrap();
    assert_eq!(names(&world.desk, id).await, ["Ada Obi", "Ben Eze"]);

    world.restart().await;
    let november = write(&world, "Depot Nov 2026.csv", HEADINGS, ["1100", "2100"]);
    let id = draft_of(&world.desk.open_or_ask(&november, nigerian()).await.unwrap());
    let reading = world.desk.draft(id).await.unwrap().reading.unwrap();
    assert_eq!(reading.origin, MappingOrigin::Remembered);
    assert_eq!(reading.layout_name.as_deref(), Some("Depot Oct 2026"));
}

#[tokio::test(flavor = "multi_thread")]
async fn headings_everybody_knows_are_never_asked() {
    let world = World::open().await;
    let path = write(&world, "staff.csv", "Name,Account Number,Bank,Amount", ["1000", "2000"]);
    let id = draft_of(&world.desk.open_or_ask(&path, nigerian()).await.unwrap());
    let reading = world.desk.draft(id).await.unwrap().reading.unwrap();
    assert_eq!((reading.origin, reading.layout_name), (MappingOrigin::Detected, None));
    assert!(world.desk.layouts().await.unwrap().is_empty(), "what nobody confirmed is not remembered");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_headings_is_asked_every_time() {
    let world = World::open().await;
    let path = world.folder.path().join("bare November 2026.csv");
    std::fs::write(&path, "Ada Obi,0000014579,First Bank,1000\nBen Eze,0123456789,GTBank,2000\n").unwrap();
    let view = look(&world, &path).await;
    assert_eq!(view.decision.mapping.header_row, None);
    world.desk.open_mapped(&path, confirmed(&view)).await.unwrap();
    assert!(world.desk.layouts().await.unwrap().is_empty());
    let again = world.desk.open_or_ask(&path, nigerian()).await.unwrap();
    assert!(matches!(again, Opened::Asks { .. }), "{again:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_taken_for_the_headings_is_said_and_not_remembered() {
    let world = World::open().await;
    let path = write(&world, "Depot.csv", HEADINGS, ["1000", "2000"]);
    let table = Some(TableChoice { sheet: String::new(), header: Header::Row(2) });
    let question = MappingQuestion { table, ..MappingQuestion::default() };
    let view = world.desk.preview_file(&path, question).await.unwrap();
    assert!(view.headed_by_a_person && !look(&world, &path).await.headed_by_a_person);
    let mut answer = confirmed(&view);
    answer.mapping.columns = confirmed(&look(&world, &path).await).mapping.columns;
    let id = world.desk.open_mapped(&path, answer).await.unwrap();
    assert_eq!(names(&world.desk, id).await, ["Ben Eze"]);
    assert!(world.desk.layouts().await.unwrap().is_empty(), "it would hold her account");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_confirmed_of_another_file_or_of_too_little_is_refused() {
    let world = World::open().await;
    let path = write(&world, "Depot.csv", HEADINGS, ["1000", "2000"]);
    let answer = confirmed(&look(&world, &path).await);
    let mut without_amount = answer.clone();
    without_amount.mapping.columns.retain(|column| column.field != Field::Amount);
    assert_eq!(code_of(world.desk.open_mapped(&path, without_amount).await), ErrorCode::ValueInvalid);

    write(&world, "Depot.csv", HEADINGS, ["9000", "2000"]);
    assert_eq!(code_of(world.desk.open_mapped(&path, answer.clone()).await), ErrorCode::FileChanged);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(code_of(world.desk.open_mapped(&path, answer).await), ErrorCode::FileMoved);
    assert!(world.desk.layouts().await.unwrap().is_empty());
    assert!(world.desk.payrolls().await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_layout_is_renamed_changed_and_forgotten() {
    let world = World::open().await;
    let october = write(&world, "Depot Oct 2026.csv", HEADINGS, ["1000", "2000"]);
    let answer = confirmed(&look(&world, &october).await);
    world.desk.open_mapped(&october, answer).await.unwrap();
    let only = |layouts: Vec<LayoutView>| -> LayoutView { layouts.into_iter().next().unwrap() };
    let layout = only(world.desk.layouts().await.unwrap());
    let headers: Vec<&str> = layout.columns.iter().map(|column| column.header.as_str()).collect();
    assert_eq!(headers, ["Who", "Where", "Which", "What"]);

    world.desk.rename_layout(&layout.fingerprint, " Depot ").await.unwrap();
    let column = |column: &str, field| MappedColumn { column: column.to_owned(), field };
    let two_amounts =
        [column("B", Field::AccountNumber), column("D", Field::Amount), column("A", Field::Amount)];
    let refused = world.desk.change_layout(&layout.fingerprint, &two_amounts).await;
    assert_eq!(code_of(refused), ErrorCode::ValueInvalid);
    let without_bank =
        [column("A", Field::Name), column("B", Field::AccountNumber), column("D", Field::Amount)];
    world.desk.change_layout(&layout.fingerprint, &without_bank).await.unwrap();
    let changed = only(world.desk.layouts().await.unwrap());
    let bank = LayoutColumn { column: "C".to_owned(), header: "Which".to_owned(), field: None };
    assert_eq!((changed.name.as_str(), changed.columns[2].clone()), ("Depot", bank));

    let november = write(&world, "Depot Nov 2026.csv", HEADINGS, ["1100", "2100"]);
    let id = draft_of(&world.desk.open_or_ask(&november, nigerian()).await.unwrap());
    assert_eq!(world.desk.draft(id).await.unwrap().to_fix, 2, "the bank is not read any more");

    world.desk.forget_layout(&layout.fingerprint).await.unwrap();
    assert_eq!(code_of(world.desk.forget_layout(&layout.fingerprint).await), ErrorCode::NotFound);
    let asks = world.desk.open_or_ask(&november, nigerian()).await.unwrap();
    assert!(matches!(asks, Opened::Asks { .. }));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_of_a_payroll_says_by_which_columns_it_was_read() {
    let world = World::open().await;
    let path = write(&world, "Depot Oct 2026.csv", HEADINGS, ["1000", "2000"]);
    let answer = confirmed(&look(&world, &path).await);
    let expected: Mapping = answer.mapping.clone();
    let id = world.desk.open_mapped(&path, answer).await.unwrap();
    let total = world.total(id).await;
    world.approve(id, &total).await.unwrap();
    world.desk.close().await;
    let mut file = world.hand_on_the_file().await;
    let summary: String =
        sqlx::query_scalar("SELECT summary_json FROM payrolls").fetch_one(&mut file).await.unwrap();
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    assert_eq!(summary["reading"]["origin"], "given");
    assert_eq!(summary["reading"]["mapping"], serde_json::to_value(expected).unwrap());
    let created: String = sqlx::query_scalar("SELECT data FROM events WHERE kind = 'payroll_created'")
        .fetch_one(&mut file)
        .await
        .unwrap();
    assert!(created.contains("headerRow"), "{created}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_payroll_with_the_same_headings_is_the_one_to_compare_with() {
    let world = World::open().await;
    let october = write(&world, "Depot Oct 2026.csv", HEADINGS, ["1000", "2000"]);
    let answer = confirmed(&look(&world, &october).await);
    let depot = world.desk.open_mapped(&october, answer).await.unwrap();
    let office = write(&world, "Office.csv", "Name,Account Number,Bank,Amount", ["10", "20"]);
    let office = draft_of(&world.desk.open_or_ask(&office, nigerian()).await.unwrap());
    for (id, name) in [(depot, "October depot"), (office, "October office")] {
        crate::support::approve_anyway(&world.desk, id, crate::support::called(name, "2026-10")).await;
    }
    // Neither its file nor its name is like the depot's, and the office was paid later.
    let path = write(&world, "From the new clerk.csv", HEADINGS, ["1000", "2000"]);
    let id = draft_of(&world.desk.open_or_ask(&path, nigerian()).await.unwrap());
    let compared = world.desk.comparison(id).await.unwrap();
    assert_eq!(compared.with.map(|earlier| earlier.id), Some(depot));
}

/// A list of one bank's customers names no bank: it is said once, above the list, and undone like any edit.
#[tokio::test(flavor = "multi_thread")]
async fn the_bank_of_rows_that_name_none_is_said_with_the_columns() {
    let world = World::without_callbacks().await;
    let path = world.folder.path().join("Staff November 2026.csv");
    let text = "Name,Account Number,Bank,Amount\nAda Obi,0100000099,,100.00\nBen Eze,0100000199,Access Bank,200.00\n";
    std::fs::write(&path, text).unwrap();
    let answer = MappingAnswer { bank: Some("058".to_owned()), ..confirmed(&look(&world, &path).await) };
    let id = world.desk.open_mapped(&path, answer).await.unwrap();
    let banks = async || -> Vec<Option<String>> {
        let rows = world.desk.draft_rows(id, &RowFilter::default(), 0, 9).await.unwrap().rows;
        rows.into_iter().map(|row| row.bank_code).collect()
    };
    let code = |code: &str| Some(code.to_owned());
    assert_eq!(banks().await, [code("058"), code("044")]);
    world.desk.undo(id).await.unwrap();
    assert_eq!(banks().await, [None, code("044")]);
}
