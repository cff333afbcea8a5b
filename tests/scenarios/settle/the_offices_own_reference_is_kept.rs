//! A file's column of references is the office's own: shown, searched and exported, and never sent. The service gets
//! Paysheet's.

use std::{fs, io::Read as _};

use paysheet_desk::view::{PayoutFilter, RowFilter};

use crate::support::{World, nigerian, until_closed};

const FILE: &str = "Name,Account number,Bank,Amount,Payment Reference\n\
                    Ada Obi,0100000099,GTBank,1000.00,HR/2026/0017\n\
                    Ben Eze,0100000199,GTBank,1001.00,\n";

async fn draft(world: &World) -> u32 {
    let path = world.folder.path().join("With references November 2026.csv");
    fs::write(&path, FILE).unwrap();
    world.desk.open_file(&path, nigerian()).await.unwrap()
}

fn searched(text: &str) -> RowFilter {
    RowFilter { text: Some(text.to_owned()), ..RowFilter::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn from_the_file_to_the_export() {
    let world = World::open().await;
    let id = draft(&world).await;
    assert!(world.desk.draft(id).await.unwrap().has_references);
    let found = world.desk.draft_rows(id, &searched("hr/2026"), 0, 9).await.unwrap();
    assert_eq!((found.total, found.rows[0].reference.as_str()), (1, "HR/2026/0017"));

    let total = world.total(id).await;
    world.pay(id, &total).await.unwrap();
    let track = until_closed(&world.desk, id).await;
    assert!(track.has_file_references);
    let query = PayoutFilter { text: Some("hr/2026/0017".to_owned()), ..PayoutFilter::default() };
    let window = world.desk.payouts(id, &query, 0, 9).await.unwrap();
    assert_eq!((window.total, window.rows[0].name.as_str()), (1, "Ada Obi"));
    assert_eq!(window.rows[0].file_reference.as_deref(), Some("HR/2026/0017"));
    assert!(!world.line.sent_values()[0].to_string().contains("HR/2026"), "it is nobody else's business");

    let path = world.folder.path().join("results.xlsx");
    world.desk.export_payroll(id, &path).await.unwrap();
    // The file is a zip, and its texts stand in one part of it.
    let mut package = zip::ZipArchive::new(fs::File::open(&path).unwrap()).unwrap();
    let mut texts = String::new();
    package.by_name("xl/sharedStrings.xml").unwrap().read_to_string(&mut texts).unwrap();
    assert!(texts.contains("Reference in the file") && texts.contains("HR/2026/0017"));
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_file_without_any_shows_no_column() {
    let world = World::open().await;
    let id = world.sent(&crate::support::people(2)).await;
    assert!(!until_closed(&world.desk, id).await.has_file_references);
}
