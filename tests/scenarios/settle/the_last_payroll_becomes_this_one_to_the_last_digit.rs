//! Joiners, leavers and changed pay lead from the last payroll's total to this one's, on Approve and in the report.

use std::path::Path;

use calamine::{Data, Reader, Xlsx, open_workbook};
use paysheet_desk::view::{BridgePart, CurrencyBridgeView, DocumentInput, DocumentKind};

use crate::{
    pages::words_of,
    support::{Person, World, accept_warnings, approve_anyway, called, people, until_closed},
};

const SUMS: &str = "Change from last payroll";
const PEOPLE: &str = "People with a change";
/// Two more than the pages name.
const MANY: u32 = 42;

async fn paid(world: &World, staff: &[Person], name: &str, period: &str) -> u32 {
    let id = world.import(staff).await;
    approve_anyway(&world.desk, id, called(name, period)).await;
    world.desk.send(id).await.unwrap();
    until_closed(&world.desk, id).await;
    id
}

fn parts(bridge: &CurrencyBridgeView) -> Vec<(BridgePart, u32, &str)> {
    bridge.parts.iter().map(|of| (of.part, of.total.count, of.total.sum.as_str())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn on_approve_and_in_the_report() {
    let world = World::open().await;
    let mut staff = people(5);
    let october = paid(&world, &staff, "October 2026 salaries", "2026-10").await;
    staff[0].amount = "1000.01".to_owned();
    staff[1].amount = "900.00".to_owned();
    // A second row of the same person, and somebody who does not get anything this month.
    staff.push(Person::new("Person2 Ada", "0100002199", "0.50"));
    staff[4] = Person::new("Bola New", "0100088899", "900.25");
    let id = world.import(&staff).await;
    accept_warnings(&world.desk, id).await;
    world.desk.exclude(id, vec![3]).await.unwrap();
    let november = || called("November 2026 salaries", "2026-11");
    let review = world.desk.review(id, november()).await.unwrap();

    let bridge = review.bridge.clone().unwrap();
    assert_eq!(bridge.with.id, october);
    let naira = &bridge.currencies[0];
    assert_eq!((naira.last.count, naira.last.sum.as_str()), (5, "5010.00"));
    assert_eq!(
        parts(naira),
        [
            (BridgePart::Joiners, 1, "900.25"),
            (BridgePart::Leavers, 2, "-2007.00"),
            (BridgePart::Increases, 2, "0.51"),
            (BridgePart::Decreases, 1, "-101.00"),
        ]
    );
    assert_eq!((naira.this.count, &naira.this.sum), (4, &review.totals[0].sum));
    assert_eq!(naira.this.sum, "3802.76");
    let raised = &naira.parts[2].people[0];
    assert_eq!((raised.name.as_str(), raised.before.as_deref()), ("Ada Person2", Some("1002.00")));
    assert_eq!((raised.after.as_deref(), raised.change.as_str()), (Some("1002.50"), "0.50"));

    approve_anyway(&world.desk, id, november()).await;
    world.desk.send(id).await.unwrap();
    until_closed(&world.desk, id).await;
    let report = world.folder.path().join("report.xlsx");
    let export = || world.desk.export_document(id, DocumentInput::of(DocumentKind::Report), &report);
    export().await.unwrap();
    let line = |name: &str, people: f64, sum: f64| {
        let ngn = Data::String("NGN".to_owned());
        vec![Data::String(name.to_owned()), Data::Float(people), Data::Float(sum), ngn]
    };
    let sums = lines(&report, SUMS);
    let expected = [
        line("Last payroll: October 2026 salaries", 5.0, 5010.00),
        line("joiners", 1.0, 900.25),
        line("leavers", 2.0, -2007.00),
        line("increases", 2.0, 0.51),
        line("decreases", 1.0, -101.00),
        line("This payroll, as approved", 4.0, 3802.76),
    ];
    assert_eq!(sums, expected);
    let named = lines(&report, PEOPLE);
    assert_eq!(named.len(), 6);

    // The next payroll changes nothing in a report of this one.
    paid(&world, &people(3), "December 2026 salaries", "2026-12").await;
    export().await.unwrap();
    assert_eq!((lines(&report, SUMS), lines(&report, PEOPLE)), (sums, named));

    let pdf = world.folder.path().join("report.pdf");
    world.desk.export_document(id, DocumentInput::of(DocumentKind::Report), &pdf).await.unwrap();
    let words = words_of(&pdf);
    for said in ["Last payroll: October 2026 salaries 5 5,010.00", "leavers 2 -2,007.00", "Bola New"] {
        assert!(words.contains(said), "{said}: {words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_joiners_are_all_in_the_workbook_and_the_first_on_the_pages_and_nothing_is_compared_before_the_first_payroll()
 {
    let world = World::open().await;
    let first = paid(&world, &people(1), "October 2026 salaries", "2026-10").await;
    let id = paid(&world, &people(1 + MANY), "November 2026 salaries", "2026-11").await;
    let report = world.folder.path().join("report.xlsx");
    world.desk.export_document(id, DocumentInput::of(DocumentKind::Report), &report).await.unwrap();
    let named = lines(&report, PEOPLE);
    assert_eq!(named.len(), MANY as usize);
    // Person n gets 1,000 + n naira: the largest change comes first.
    let name = |line: &Vec<Data>| line[1].to_string();
    assert_eq!((name(&named[0]), name(&named[41])), ("Ada Person42".to_owned(), "Ada Person1".to_owned()));
    let pages = world.folder.path().join("report.pdf");
    world.desk.export_document(id, DocumentInput::of(DocumentKind::Report), &pages).await.unwrap();
    let words = words_of(&pages);
    assert!(words.contains("joiners and 2 more, see the workbook (.xlsx)"), "{words}");

    world.desk.export_document(first, DocumentInput::of(DocumentKind::Report), &report).await.unwrap();
    let book: Xlsx<_> = open_workbook(&report).unwrap();
    assert!(!book.sheet_names().iter().any(|name| name == SUMS || name == PEOPLE));
}

/// Returns the lines of a sheet below its head.
fn lines(path: &Path, sheet: &str) -> Vec<Vec<Data>> {
    let mut book: Xlsx<_> = open_workbook(path).unwrap();
    book.worksheet_range(sheet).unwrap().rows().skip(1).map(<[Data]>::to_vec).collect()
}
