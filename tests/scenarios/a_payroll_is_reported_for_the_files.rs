//! The report of a payroll shows what Track shows, to the last digit, as .pdf and as .xlsx.

use std::{fs, path::Path};

use calamine::{Data, Reader, Xlsx, open_workbook};
use paysheet_desk::view::{DocumentInput, DocumentKind};
use paysheet_domain::money::Total;

use crate::support::{World, people, until_closed};

const PEOPLE: u32 = 60;

#[tokio::test(flavor = "multi_thread")]
async fn the_report_has_the_totals_of_track() {
    let world = World::open().await;
    let id = world.sent(&people(PEOPLE)).await;
    let track = until_closed(&world.desk, id).await;

    let path = world.folder.path().join("report.xlsx");
    world.desk.export_document(id, DocumentInput::of(DocumentKind::Report), &path).await.unwrap();
    let shown = track.statuses.iter().map(|of| (of.status.to_string().replace('_', " "), &of.total));
    let total = track.totals.iter().map(|total| ("Total".to_owned(), total));
    let expected: Vec<_> = shown.chain(total).map(|(name, total)| line(&name, total)).collect();
    assert_eq!(lines(&path, "Totals by state"), expected);
    let by_currency: Vec<_> =
        track.totals.iter().map(|total| line(&total.currency.to_string(), total)).collect();
    assert_eq!(lines(&path, "Totals by currency"), by_currency);
    assert_eq!(lines(&path, "Totals by bank").last(), expected.last());
    assert_eq!(lines(&path, "People").len(), PEOPLE as usize + track.totals.len());
    let decided = lines(&path, "Decisions");
    assert!(decided.iter().any(|line| line[1] == Data::String("approved".to_owned())));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_report_is_printed_as_pages() {
    let world = World::open().await;
    let id = world.sent(&people(PEOPLE)).await;
    until_closed(&world.desk, id).await;
    let input = || DocumentInput::of(DocumentKind::Report);
    let name = world.desk.document_name(id, &input()).await.unwrap();
    assert!(name.ends_with("payroll report.pdf"), "{name}");

    let path = world.folder.path().join("report");
    let pages = world.desk.export_document(id, input(), &path).await.unwrap();
    assert_eq!(pages, Some(path.with_extension("pdf")));
    assert!(fs::read(pages.unwrap()).unwrap().starts_with(b"%PDF-"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_that_is_stopped_leaves_no_file() {
    let world = World::open().await;
    let id = world.sent(&people(PEOPLE)).await;
    until_closed(&world.desk, id).await;
    let folder = world.folder.path().join("documents");
    fs::create_dir(&folder).unwrap();
    for (kind, name) in [
        (DocumentKind::Report, "report.xlsx"),
        (DocumentKind::Report, "report.pdf"),
        (DocumentKind::Receipts, "receipts.pdf"),
    ] {
        let path = folder.join(name);
        fs::write(&path, "of last month").unwrap();
        let made = world.desk.export_document(id, DocumentInput::of(kind), &path);
        let (written, ()) = tokio::join!(biased; made, async { world.desk.stop_documents(id) });
        assert_eq!(written.unwrap(), None, "{name}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "of last month", "{name}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{name}");

        let written = world.desk.export_document(id, DocumentInput::of(kind), &path).await.unwrap();
        assert_eq!(written.as_deref(), Some(path.as_path()), "a stop is for what is being made");
        fs::remove_file(&path).unwrap();
    }
}

fn line(name: &str, total: &Total) -> Vec<Data> {
    let sum = total.sum.parse().unwrap();
    vec![
        Data::String(name.to_owned()),
        Data::Float(f64::from(total.count)),
        Data::Float(sum),
        Data::String(total.currency.to_string()),
    ]
}

/// Returns the lines of a sheet below its head.
fn lines(path: &Path, sheet: &str) -> Vec<Vec<Data>> {
    let mut book: Xlsx<_> = open_workbook(path).unwrap();
    book.worksheet_range(sheet).unwrap().rows().skip(1).map(<[Data]>::to_vec).collect()
}
