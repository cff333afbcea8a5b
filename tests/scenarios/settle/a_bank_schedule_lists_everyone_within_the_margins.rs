//! The schedule that the bank gets has every person and the ledger's totals, nothing is outside the margins of a page,
//! amounts end below each other, and there is room to sign.

#![expect(clippy::float_arithmetic, reason = "places on a page are not money")]

use paysheet_desk::view::{
    DateOrder, DayClock, DocumentFormats, DocumentInput, DocumentKind, PayoutFilter, TrackView,
};
use paysheet_domain::Field;

use crate::{
    pages::{Page, pages_of, words_of},
    support::{World, people, until_closed},
};

const PEOPLE: u32 = 90;
const MARGIN_PT: f32 = 36.0;
/// A reader measures a word by its glyphs' boxes, which may be wider than the glyphs.
const ALMOST_PT: f32 = 1.0;

#[tokio::test(flavor = "multi_thread")]
async fn everyone_is_in_it_with_the_totals_of_the_ledger() {
    let world = World::open().await;
    let id = world.sent(&people(PEOPLE)).await;
    let track = until_closed(&world.desk, id).await;
    for kind in [DocumentKind::BankSchedule, DocumentKind::Report] {
        let path = world.folder.path().join("schedule.pdf");
        world.desk.export_document(id, french(kind), &path).await.unwrap();
        let words = words_of(&path).replace(['\u{a0}', '\u{202f}'], " ");
        let rows = world.desk.payouts(id, &PayoutFilter::default(), 0, PEOPLE).await.unwrap().rows;
        assert_eq!(rows.len(), PEOPLE as usize);
        for row in rows {
            for text in [&row.name, &row.account_number, &in_french(&row.amount)] {
                assert!(words.contains(text), "{text} is missing in {words}");
            }
        }
        assert!(words.contains(&in_french(&sum(&track))), "{words}");
        let pages = pages_of(&path);
        assert!(pages.len() > 1);
        pages.iter().for_each(nothing_is_outside);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_can_be_signed_and_its_amounts_end_below_each_other() {
    let world = World::open().await;
    let id = world.approved(&people(PEOPLE)).await;
    let path = world.folder.path().join("schedule.pdf");
    world.desk.export_document(id, DocumentInput::of(DocumentKind::BankSchedule), &path).await.unwrap();
    let words = words_of(&path);
    for text in ["Prepared by", "Approved by", "Signature", "Date", "Page 1 of"] {
        assert!(words.contains(text), "{text}");
    }
    for page in pages_of(&path) {
        let currencies =
            page.words.iter().filter(|word| word.text.ends_with("NGN") && word.text.contains('.'));
        let ends: Vec<f32> = currencies.map(|word| word.right).collect();
        assert!(
            ends.windows(2).all(|two| (two[0] - two[1]).abs() < ALMOST_PT || two[1] < two[0]),
            "{ends:?}"
        );
    }
}

/// What was changed since the file is in the report: the cell, its value in the file, and the value that was paid.
#[tokio::test(flavor = "multi_thread")]
async fn the_report_shows_edited_cells_and_excluded_people() {
    let world = World::open().await;
    let id = world.import(&people(3)).await;
    world.desk.edit_cell(id, 0, Field::Amount, "4321.00".to_owned()).await.unwrap();
    world.desk.exclude(id, vec![1]).await.unwrap();
    let total = world.total(id).await;
    world.pay(id, &total).await.unwrap();
    let path = world.folder.path().join("report.pdf");
    world.desk.export_document(id, DocumentInput::of(DocumentKind::Report), &path).await.unwrap();
    let words = words_of(&path);
    let changes = words.split("Changes since the file").nth(1).unwrap();
    assert!(changes.contains("amount") && changes.contains("4321.00"), "{changes}");
    assert!(changes.contains("excluded"), "{changes}");
}

fn french(kind: DocumentKind) -> DocumentInput {
    let formats = DocumentFormats {
        group: "\u{202f}".to_owned(),
        decimal: ",".to_owned(),
        dates: DateOrder::DayMonthYear,
        clock: DayClock::Hours24,
        ..DocumentFormats::default()
    };
    DocumentInput { formats, ..DocumentInput::of(kind) }
}

/// `1234.50` → `1 234,50`
fn in_french(amount: &str) -> String {
    let (whole, decimals) = amount.split_once('.').unwrap();
    let mut text = String::new();
    for (at, c) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(c);
    }
    format!("{text},{decimals}")
}

fn sum(track: &TrackView) -> String {
    track.totals[0].sum.clone()
}

fn nothing_is_outside(page: &Page) {
    for word in &page.words {
        let is_inside = word.left >= MARGIN_PT - ALMOST_PT
            && word.right <= page.width - MARGIN_PT + ALMOST_PT
            && word.bottom <= page.height - MARGIN_PT / 2.0;
        assert!(is_inside, "{word:?}");
    }
}
