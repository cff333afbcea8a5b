//! An entry of a statement has no reference of ours. A person says which payment it is about, so everything that tells of
//! the payment names the person and how the entry was found. It never passes for what the bank says itself.

use std::path::{Path, PathBuf};

use paysheet_desk::view::{
    AuditActor, AuditDetail, AuditQuery, DocumentInput, DocumentKind, ProfileSettings,
};
use paysheet_domain::{MatchedBy, PayoutState};
use paysheet_ledger::{EventKind, SettledBy};

use crate::{
    outcome_files::{apply, file, lines, preview, preview_statement},
    pages::words_of,
    support::{World, people, references, state_of},
};

const HEAD: &str = "Date,Description,Debit,Credit";

/// A profile whose approver is Ada Obi, with a payroll of so many people that was sent.
async fn sent(count: u32) -> (World, u32, Vec<String>) {
    let world = World::without_callbacks().await;
    let settings = world.desk.profile().settings;
    world.desk.save_profile(ProfileSettings { approver: "Ada Obi".to_owned(), ..settings }).await.unwrap();
    let id = world.sent(&people(count)).await;
    let all = references(&world.desk, id).await.into_values().collect();
    (world, id, all)
}

/// Applies a statement with these entries and everything in it that waits for a person.
async fn reconciled(world: &World, entries: &[String]) -> PathBuf {
    let path = file(world, "statement.csv", &[&[HEAD.to_owned()], entries].concat());
    let shown = preview_statement(world, &path).await;
    let keys: Vec<String> = lines(world, &shown).into_iter().filter_map(|line| line.confirm_key).collect();
    apply(world, &path, &shown, &keys).await.unwrap();
    path
}

async fn document(world: &World, id: u32, kind: DocumentKind) -> String {
    let path = world.folder.path().join("document.pdf");
    world.desk.export_document(id, DocumentInput::of(kind), &path).await.unwrap();
    if let Ok(kept) = std::env::var("PAYSHEET_MATCH_PAGES") {
        std::fs::copy(&path, Path::new(&kept).join(format!("{kind:?}.pdf"))).unwrap();
    }
    words_of(&path)
}

/// One debit with our reference, and one that names only the person.
async fn one_by_reference_and_one_by_name() -> (World, u32, Vec<String>) {
    let (world, id, all) = sent(2).await;
    let entries = [
        format!("20/11/2026,TRF {},1000.00,", all[0]),
        "21/11/2026,NIP TRANSFER ADA PERSON1,1001.00,".to_owned(),
    ];
    reconciled(&world, &entries).await;
    (world, id, all)
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_history_of_the_payment() {
    let (world, id, all) = one_by_reference_and_one_by_name().await;
    for (reference, settled_by, matched_by, confirmed_by, day) in [
        (&all[0], SettledBy::Statement, MatchedBy::Reference, None, "2026-11-20"),
        (&all[1], SettledBy::StatementMatch, MatchedBy::Name, Some("Ada Obi"), "2026-11-21"),
    ] {
        assert_eq!(state_of(&world.desk, id, reference).await, PayoutState::Paid);
        let payment = world.desk.payment(id, reference).await.unwrap();
        assert_eq!(payment.payout.settled_by, Some(settled_by));
        let report = &payment.reports[0];
        assert_eq!((report.matched_by, report.confirmed_by.as_deref()), (Some(matched_by), confirmed_by));
        assert_eq!((report.day.as_str(), report.status.as_str()), (day, ""), "a day is no state");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_receipts_and_advices() {
    let (world, id, _) = one_by_reference_and_one_by_name().await;
    for kind in [DocumentKind::Receipts, DocumentKind::PaymentAdvice] {
        let words = document(&world, id, kind).await;
        let by_bank = "Paid: matches a debit in an imported statement Found by payment reference";
        let by_person = "Paid: Ada Obi confirmed that a debit in an imported statement is this payment Found by \
                         name, amount and date, without a payment reference";
        assert_eq!([by_bank, by_person].map(|text| words.matches(text).count()), [1, 1], "{words}");
        for day in ["2026-11-20", "2026-11-21"] {
            assert!(words.contains(&format!("Debited (statement) {day}")), "{words}");
        }
        assert_eq!(words.matches(" Sent 20").count(), 2, "{words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_report() {
    let (world, id, _) = one_by_reference_and_one_by_name().await;
    let words = document(&world, id, DocumentKind::Report).await;
    assert!(words.contains("1 of 2 results, confirmed by Ada Obi: Ada Person1"), "{words}");
    assert!(words.contains("payments confirmed by a person: 1"), "{words}");
    assert!(words.contains("Message or statement text") && !words.contains("Provider’s message"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_audit_log() {
    let (world, _, all) = one_by_reference_and_one_by_name().await;
    let log = world.desk.audit_log(&AuditQuery::default(), 0, 500).await.unwrap().rows;
    let recorded = |reference: &str| {
        let mut of_it = log.iter().filter(|line| line.reference.as_deref() == Some(reference));
        of_it.find(|line| line.kind == EventKind::ReportApplied).unwrap()
    };
    let matched = |by, confirmed_by: Option<&str>| AuditDetail::Matched {
        by: Some(by),
        confirmed_by: confirmed_by.map(str::to_owned),
    };
    let by_bank = recorded(&all[0]);
    assert_eq!(by_bank.by, AuditActor::Statement);
    assert!(by_bank.details.contains(&matched(MatchedBy::Reference, None)), "{by_bank:?}");
    let by_person = recorded(&all[1]);
    assert_eq!(by_person.by, AuditActor::Person { name: "Ada Obi".to_owned() });
    assert!(by_person.details.contains(&matched(MatchedBy::Name, Some("Ada Obi"))), "{by_person:?}");
    let import = log.iter().find(|line| line.kind == EventKind::OutcomesImported).unwrap();
    assert!(import.details.contains(&AuditDetail::Confirmed { count: 1 }), "{import:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn also_if_it_is_one_debit_for_the_whole_batch() {
    let (world, id, all) = sent(3).await;
    let sum = world.desk.payroll(id).await.unwrap().batches[0].total.sum.clone();
    reconciled(&world, &[format!("20/11/2026,BULK PAYMENT,{sum},")]).await;
    for reference in &all {
        let payment = world.desk.payment(id, reference).await.unwrap();
        assert_eq!(payment.payout.settled_by, Some(SettledBy::StatementMatch));
        assert_eq!(payment.reports[0].matched_by, Some(MatchedBy::BatchSum));
    }
    let words = document(&world, id, DocumentKind::Receipts).await;
    assert_eq!(words.matches("sum of the batch and date, without a payment reference").count(), 3, "{words}");
}

/// A list of results without references is matched by account, amount and date.
#[tokio::test(flavor = "multi_thread")]
async fn also_if_it_is_a_row_of_a_list() {
    let (world, id, all) = sent(1).await;
    let row = "0100000099,1000.00,20/11/2026,Successful".to_owned();
    let path = file(&world, "export.csv", &["Account Number,Amount,Date,Status".to_owned(), row]);
    confirm_all(&world, &path).await;
    let payment = world.desk.payment(id, &all[0]).await.unwrap();
    assert_eq!(payment.payout.settled_by, Some(SettledBy::ListMatch));
    let words = document(&world, id, DocumentKind::Receipts).await;
    let said = "Reported paid in a list of results; Ada Obi confirmed that it is this payment Found by account, amount \
                and date, without a payment reference";
    assert!(words.contains(said), "{words}");
}

/// A ledger that does not say how a debit was found, nor who confirmed it.
#[tokio::test(flavor = "multi_thread")]
async fn or_it_is_said_that_it_was_not_recorded() {
    let (world, id, _) = one_by_reference_and_one_by_name().await;
    world.on_the_disk("UPDATE reports SET matched_by = NULL, confirmed_by = NULL").await;
    world.on_the_disk("UPDATE payouts SET settled_by = 'statement'").await;
    let words = document(&world, id, DocumentKind::Receipts).await;
    let said = "Paid: matches a debit in an imported statement Found by not recorded how it was found";
    assert_eq!(words.matches(said).count(), 2, "{words}");
}

/// What names the payment itself settles it before what a person matched.
#[tokio::test(flavor = "multi_thread")]
async fn until_something_names_the_payment_itself() {
    let (world, id, all) = sent(1).await;
    reconciled(&world, &["21/11/2026,NIP TRANSFER ADA PERSON0,1000.00,".to_owned()]).await;
    let settled_by = async || world.desk.payment(id, &all[0]).await.unwrap().payout.settled_by;
    assert_eq!(settled_by().await, Some(SettledBy::StatementMatch));
    let path = file(&world, "export.csv", &["Reference,Status".to_owned(), format!("{},Successful", all[0])]);
    let shown = preview(&world, &path).await;
    apply(&world, &path, &shown, &[]).await.unwrap();
    assert_eq!(settled_by().await, Some(SettledBy::OutcomeFile));
}

async fn confirm_all(world: &World, path: &Path) {
    let shown = preview(world, path).await;
    let keys: Vec<String> = lines(world, &shown).into_iter().filter_map(|line| line.confirm_key).collect();
    apply(world, path, &shown, &keys).await.unwrap();
}
