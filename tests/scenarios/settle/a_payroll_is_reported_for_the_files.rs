//! The report of a payroll shows what Track shows, to the last digit, as .pdf and as .xlsx.

use std::{fs, path::Path};

use calamine::{Data, Reader, Xlsx, open_workbook};
use paysheet_desk::view::{DocumentInput, DocumentKind, PayoutChoice, PayoutDecisionInput, ProfileSettings};
use paysheet_domain::{DecisionSource, PayoutDecision, Severity, money::Total};

use crate::{
    pages::{pages_of, words_of},
    support::{Person, World, approve_anyway, called, people, references, until_closed},
};

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

/// A reason of many words, as people write them.
const LONG: &str = "Confirmed by telephone with the head of the Kano branch, who had the two payslips before her, and \
                    again by e-mail on Tuesday, because both names are on the list of the cooperative society";

#[tokio::test(flavor = "multi_thread")]
async fn the_report_has_who_decided_what_about_whom_and_why() {
    let world = World::without_callbacks().await;
    let settings = world.desk.profile().settings;
    let settings = ProfileSettings { approver: "Ada Obi".to_owned(), ..settings };
    world.desk.save_profile(settings).await.unwrap();
    let earlier = world.import(&people(3)).await;
    approve_anyway(&world.desk, earlier, called("October bonus", "2026-11")).await;
    world.desk.send(earlier).await.unwrap();
    // One of them is paid by another payroll too, and two share an account.
    let mut staff = people(6).split_off(2);
    staff.push(Person { name: "Bola Twice".to_owned(), ..staff[3].clone() });
    let id = world.import(&staff).await;
    for problem in world.desk.draft(id).await.unwrap().problems {
        if problem.severity == Severity::Warning {
            world.desk.accept_warning_alike(id, problem.code, LONG, None).await.unwrap();
        }
    }
    approve_anyway(&world.desk, id, called("November salaries", "2026-11")).await;
    world.desk.send(id).await.unwrap();
    let first = references(&world.desk, id).await.into_values().next().unwrap();
    let decision = PayoutDecisionInput {
        decision: PayoutDecision::Paid,
        source: DecisionSource::BankStatement,
        reason: LONG.to_owned(),
    };
    let one = PayoutChoice::One { reference: first.clone(), evidence: 0 };
    world.desk.decide_payouts(id, &one, &decision).await.unwrap();

    let path = world.folder.path().join("report.xlsx");
    let export = |path| world.desk.export_document(id, DocumentInput::of(DocumentKind::Report), path);
    export(&path).await.unwrap();
    let text = |sheet: &str| -> Vec<Vec<String>> {
        lines(&path, sheet).iter().map(|line| line.iter().map(ToString::to_string).collect()).collect()
    };
    let warnings = text("Warnings accepted");
    let twice = ["Bola Twice", "duplicate payment", LONG, "Ada Obi"];
    assert!(warnings.iter().any(|line| line[1..] == twice), "{warnings:?}");
    let questions = text("Decisions about other payrolls");
    assert_eq!(questions.len(), 1, "{questions:?}");
    assert_eq!(questions[0][1..4], ["Ada Obi", "overlap", "Ada Person2"]);
    assert!(questions[0][4].starts_with("October bonus, "));
    assert_eq!(questions[0][5], "They need the money today");
    let decided = text("Decisions");
    let by_hand = decided.iter().find(|line| line[1] == "payout decided").unwrap();
    assert_eq!((by_hand[2].as_str(), &by_hand[4]), ("Ada Obi", &first));
    assert_eq!(by_hand[5], format!("paid · {LONG}"));
    assert!(decided.iter().all(|line| line[2] == "Ada Obi"), "{decided:?}");

    let pages = path.with_extension("pdf");
    export(&pages).await.unwrap();
    if let Ok(kept) = std::env::var("PAYSHEET_REPORT_PAGES") {
        fs::copy(&pages, kept).unwrap();
    }
    // Warnings that were accepted alike are one line on pages.
    let words = words_of(&pages);
    assert!(words.contains("duplicate payment 2 Ada Person5, Bola Twice"), "{words}");
    // No word of a long reason is cut off, and none is printed beyond the page.
    for word in LONG.split_whitespace() {
        assert!(words.contains(word), "{word}");
    }
    for page in pages_of(&pages) {
        assert!(page.words.iter().all(|word| word.left >= 36.0 && word.right <= page.width - 36.0 + 0.5));
    }
}

/// How it ended stands first: what has no result, who closed it all the same, and why.
#[tokio::test(flavor = "multi_thread")]
async fn the_report_says_how_the_payroll_ended() {
    let world = World::without_callbacks().await;
    let settings = world.desk.profile().settings;
    world.desk.save_profile(ProfileSettings { approver: "Ada Obi".to_owned(), ..settings }).await.unwrap();
    let id = world.sent(&people(3)).await;
    let path = world.folder.path().join("report.xlsx");
    let facts = async || {
        world.desk.export_document(id, DocumentInput::of(DocumentKind::Report), &path).await.unwrap();
        let facts = lines(&path, "Payroll report");
        facts.iter().map(|line| [&line[0], &line[1]].map(ToString::to_string)).collect::<Vec<_>>()
    };
    let of = |name: &str, facts: &[[String; 2]]| {
        facts.iter().find(|[fact, _]| fact == name).map(|[_, value]| value.replace('\u{a0}', " "))
    };
    let before = facts().await;
    assert_eq!(of("State", &before).as_deref(), Some("being paid"), "{before:?}");
    assert_eq!(of("Without a result", &before), None);

    let first = references(&world.desk, id).await.into_values().next().unwrap();
    let paid = PayoutDecisionInput {
        decision: PayoutDecision::Paid,
        source: DecisionSource::BankStatement,
        reason: LONG.to_owned(),
    };
    let one = PayoutChoice::One { reference: first, evidence: 0 };
    world.desk.decide_payouts(id, &one, &paid).await.unwrap();
    world.desk.close_unconfirmed(id, "Not on the statement").await.unwrap();
    let after = facts().await;
    assert_eq!(of("State", &after).as_deref(), Some("closed unconfirmed"), "{after:?}");
    // 1,001 and 1,002: the first of the three was paid.
    assert_eq!(of("Without a result", &after).as_deref(), Some("2 · 2,003.00 NGN"));
    assert!(of("Closed by", &after).unwrap().starts_with("Ada Obi, "), "{after:?}");
    assert_eq!(of("Reason", &after).as_deref(), Some("Not on the statement"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_period_that_the_name_has_is_not_said_again() {
    let world = World::without_callbacks().await;
    let path = world.folder.path().join("report.xlsx");
    for (name, subtitle) in [
        ("November 2026 salaries", "November 2026 salaries"),
        ("Paie nov. 2026", "Paie nov. 2026"),
        ("October 2026 arrears", "October 2026 arrears · 2026-11"),
        ("Drivers", "Drivers · 2026-11"),
    ] {
        let id = world.import(&people(2)).await;
        approve_anyway(&world.desk, id, called(name, "2026-11")).await;
        world.desk.export_document(id, DocumentInput::of(DocumentKind::Report), &path).await.unwrap();
        assert_eq!(lines(&path, "Payroll report")[0][0], Data::String(subtitle.to_owned()));
    }
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
    let written = fs::read(pages.unwrap()).unwrap();
    assert!(written.starts_with(b"%PDF-"));
    // What the window shows before it prints is the same document, and no file.
    let files = || fs::read_dir(world.folder.path()).unwrap().count();
    let before = files();
    let shown = world.desk.document_pdf(id, input()).await.unwrap().unwrap();
    assert_eq!((shown.len(), files()), (written.len(), before));

    let made = world.desk.document_pdf(id, input());
    let (stopped, ()) = tokio::join!(biased; made, async { world.desk.stop_documents(id) });
    assert_eq!(stopped.unwrap(), None);
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
