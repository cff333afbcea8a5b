use std::io::Read;

use paysheet_desk::{ListWords, ReadOptions};
use paysheet_domain::{Country, Currency};
use rust_xlsxwriter::{Formula, Workbook};

use crate::support::{World, people, until_closed};

fn nigerian() -> ReadOptions {
    ReadOptions { country: Some(Country::NG), currency: Some(Currency::NGN) }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_text_file_with_its_own_separator() {
    let world = World::open().await;
    let id = world.import(&people(2)).await;
    let to = world.folder.path().join("copy.csv");
    world.desk.export_copy(id, ListWords::default(), &to).await.unwrap();
    let text = std::fs::read_to_string(&to).unwrap();
    let mut lines = text.lines();
    assert_eq!(
        lines.next().unwrap(),
        "Name,Account number,Bank code,Amount,Country,Paysheet state,Paysheet problems"
    );
    assert!(lines.next().unwrap().starts_with("Ada Person0,0100000099,058,1000.00,NG,"), "{text}");

    let total = world.total(id).await;
    world.pay(id, &total).await.unwrap();
    until_closed(&world.desk, id).await;
    world.desk.export_copy(id, ListWords::default(), &to).await.unwrap();
    let text = std::fs::read_to_string(&to).unwrap();
    assert_eq!(text.matches(",Paid,").count(), 2, "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_workbook_whose_other_parts_stay_as_they_are() {
    let world = World::open().await;
    let from = world.folder.path().join("Staff November 2026.xlsx");
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.set_name("Pay & more").unwrap();
    for (row, cells) in [
        ["Name", "Account number", "Bank code", "Amount"],
        ["Ada Person0", "0100000099", "058", "1000.00"],
        ["Bola Person1", "010000019", "058", "1001.00"],
    ]
    .iter()
    .enumerate()
    {
        for (column, text) in cells.iter().enumerate() {
            sheet.write_string(u32::try_from(row).unwrap(), u16::try_from(column).unwrap(), *text).unwrap();
        }
    }
    sheet.write_formula(9, 3, Formula::new("=1+1").set_result("2")).unwrap();
    book.add_worksheet().set_name("Notes").unwrap().write_string(0, 0, "kept").unwrap();
    book.save(&from).unwrap();

    let id = world.desk.open_file(&from, nigerian()).await.unwrap();
    let to = world.folder.path().join("Copy.xlsx");
    world.desk.export_copy(id, ListWords::default(), &to).await.unwrap();
    let part = |path: &std::path::Path, name: &str| {
        let mut package = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
        let mut text = String::new();
        package.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    };
    for name in ["xl/worksheets/sheet2.xml", "xl/workbook.xml", "xl/styles.xml", "xl/sharedStrings.xml"] {
        assert_eq!(part(&from, name), part(&to, name), "{name}");
    }
    let sheet = part(&to, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("<f>1+1</f>"), "{sheet}");
    assert!(sheet.contains(r#"<c r="E1" t="inlineStr">"#), "{sheet}");
    // Right of the last column, and not over it.
    assert!(sheet.contains(r#"<c r="F1" t="inlineStr">"#), "{sheet}");
    assert!(sheet.contains("account number"), "{sheet}");
    // The copy is a payroll like the original, read by the same reader.
    let again = world.desk.open_file(&to, nigerian()).await.unwrap();
    assert_eq!(world.desk.draft(again).await.unwrap().rows, 2);
}
