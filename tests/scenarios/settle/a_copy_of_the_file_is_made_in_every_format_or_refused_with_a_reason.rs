use std::path::{Path, PathBuf};

use paysheet_desk::{DraftList, ErrorCode, ListWords};
use paysheet_domain::CellValue;
use paysheet_sheet::{FileKind, SheetCells};

use crate::support::{World, code_of, nigerian, people};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/sheets").join(name)
}

/// Opens a fixture in the world's folder, copies it, and reads the cells of both.
async fn copied(world: &World, name: &str) -> (Vec<SheetCells>, Vec<SheetCells>, Option<FileKind>) {
    let from = world.folder.path().join(Path::new(name).file_name().unwrap());
    std::fs::copy(fixture(name), &from).unwrap();
    let id = world.desk.open_file(&from, nigerian()).await.unwrap();
    let to = world.folder.path().join(world.desk.copy_name(id).await.unwrap());
    let made = world.desk.export_copy(id, ListWords::default(), &to).await.unwrap();
    assert_eq!(made.path, to);
    let rows = world.desk.draft(id).await.unwrap().rows;
    let again = world.desk.open_file(&to, nigerian()).await.unwrap();
    assert_eq!(world.desk.draft(again).await.unwrap().rows, rows, "the copy is a payroll like the original");
    let (from, to) = (paysheet_sheet::cells(&from).unwrap(), paysheet_sheet::cells(&to).unwrap());
    (from, to, made.made_anew_from)
}

/// States that were added at the right, where every cell stands as it did.
fn states_added(name: &str, before: &SheetCells, after: &SheetCells) -> usize {
    let cells = |sheet: &SheetCells| {
        let rows = sheet.rows.iter();
        rows.flat_map(|row| row.cells.iter().map(|(at, value)| ((row.number, *at), value.clone())))
            .collect::<Vec<_>>()
    };
    let (old, new): (Vec<_>, Vec<_>) =
        cells(after).into_iter().partition(|((_, column), _)| u32::from(*column) < before.columns);
    assert_eq!(cells(before), old, "{name}");
    let is_state = |text: &str| text == "ready" || text == "to fix" || text == "to decide";
    new.iter().filter(|(_, value)| matches!(value, CellValue::Text(text) if is_state(text))).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn with_every_cell_where_it_was() {
    let world = World::without_callbacks().await;
    for (name, anew) in [
        ("foreign/payroll.ods", None),
        ("foreign/payroll.xls", Some(FileKind::Xls)),
        ("foreign/payroll.xlsm", None),
        ("foreign/payroll.xlsx", None),
        ("foreign/payroll-utf16.txt", None),
        ("utf-16.csv", None),
        ("windows-1252.csv", None),
        ("binary.xlsb", Some(FileKind::Xlsb)),
    ] {
        let (before, after, made_anew_from) = copied(&world, name).await;
        assert_eq!(made_anew_from, anew, "{name}");
        let names = |sheets: &[SheetCells]| sheets.iter().map(|sheet| sheet.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&before), names(&after), "{name}");
        let added = before.iter().zip(&after).map(|(before, after)| states_added(name, before, after));
        assert!(added.sum::<usize>() > 0, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_words_of_the_window() {
    let world = World::without_callbacks().await;
    let mut staff = people(2);
    staff[1].account = "123".to_owned();
    let id = world.import(&staff).await;
    let to = world.folder.path().join("copy.csv");
    let words = ListWords::from([
        ("head.copy_state", "État"),
        ("state.to_fix", "À corriger"),
        ("problem.account_number_invalid", "=Numéro invalide"),
    ]);
    world.desk.export_copy(id, words, &to).await.unwrap();
    let text = std::fs::read_to_string(&to).unwrap();
    assert!(
        text.starts_with("Name,Account number,Bank code,Amount,Country,État,Paysheet problems"),
        "{text}"
    );
    assert!(text.contains(",À corriger,'=Numéro invalide: 123"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn for_a_payroll_made_from_an_earlier_one_while_the_file_is_there() {
    let world = World::without_callbacks().await;
    let from = world.sheet(&people(3));
    let first = world.desk.open_file(&from, nigerian()).await.unwrap();
    let second = world.desk.pay_again(first).await.unwrap();
    let third = world.desk.pay_again(second).await.unwrap();
    world.desk.discard_draft(second).await.unwrap();
    let to = world.folder.path().join("copy.csv");
    world.desk.export_copy(third, ListWords::default(), &to).await.unwrap();
    assert_eq!(std::fs::read_to_string(&to).unwrap().lines().count(), 4);

    std::fs::remove_file(&from).unwrap();
    assert_eq!(code_of(world.desk.copy_name(third).await), ErrorCode::FileMoved);
    assert_eq!(code_of(world.desk.export_copy(third, ListWords::default(), &to).await), ErrorCode::FileMoved);
    // What is left is a list of the same people.
    let list = world.folder.path().join("people.csv");
    world.desk.export_list(third, DraftList::People, ListWords::default(), &list).await.unwrap();
    let text = std::fs::read_to_string(&list).unwrap();
    assert!(text.contains("2,Ada Person0,0100000099,"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn or_why_there_is_none() {
    let world = World::without_callbacks().await;
    let from = world.sheet(&people(2));
    let id = world.desk.open_file(&from, nigerian()).await.unwrap();
    let words = ListWords::default;
    let original = std::fs::read(&from).unwrap();
    assert_eq!(code_of(world.desk.export_copy(id, words(), &from).await), ErrorCode::SaveOverOriginal);
    let nowhere = world.folder.path().join("no such folder").join("copy.csv");
    assert_eq!(code_of(world.desk.export_copy(id, words(), &nowhere).await), ErrorCode::NotWritable);
    let a_folder = world.folder.path().join("folder.csv");
    std::fs::create_dir(&a_folder).unwrap();
    assert_eq!(code_of(world.desk.export_copy(id, words(), &a_folder).await), ErrorCode::NotWritable);
    assert_eq!(std::fs::read(&from).unwrap(), original, "it is never written to");

    let to = world.folder.path().join("copy.csv");
    std::fs::write(&to, "an earlier copy").unwrap();
    std::fs::write(&from, "Name,Account number,Bank code,Amount\nEve,0100000099,058,9\n").unwrap();
    assert_eq!(code_of(world.desk.copy_name(id).await), ErrorCode::FileChanged);
    assert_eq!(code_of(world.desk.export_copy(id, words(), &to).await), ErrorCode::FileChanged);
    assert_eq!(std::fs::read_to_string(&to).unwrap(), "an earlier copy");
    let left = std::fs::read_dir(world.folder.path()).unwrap();
    let parts = left.filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().ends_with(".part"));
    assert_eq!(parts.count(), 0);
}
