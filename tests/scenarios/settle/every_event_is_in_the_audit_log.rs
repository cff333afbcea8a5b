//! The audit log has who did what when, in all payrolls or in one, of everybody or of one person; and it says whether the
//! history is as it was written.

use std::fs;

use paysheet_desk::{
    ListWords,
    view::{
        AuditActor, AuditDetail, AuditLine, AuditQuery, HistoryCheck, ListKind, OutcomeReading, PayoutChoice,
        PayoutDecisionInput, ProfileSettings, WordReading,
    },
};
use paysheet_domain::{
    BatchState, DecisionSource, Field, PayoutDecision, PayoutState, Report, ReportSource, WordKind,
    WordMeaning,
};
use paysheet_ledger::EventKind;

use crate::{
    outcome_files::{apply, apply_by, export, file, preview, preview_by, preview_statement},
    support::{World, people, references, until_closed},
};

async fn lines(world: &World, query: &AuditQuery) -> Vec<AuditLine> {
    let window = world.desk.audit_log(query, 0, 500).await.unwrap();
    assert_eq!(window.total as usize, window.rows.len());
    window.rows
}

fn kinds(lines: &[AuditLine]) -> Vec<String> {
    lines.iter().map(|line| line.kind.to_string()).collect()
}

fn by_hand() -> PayoutDecisionInput {
    PayoutDecisionInput {
        decision: PayoutDecision::Failed,
        source: DecisionSource::BankStatement,
        reason: "=cmd|' /C calc'!A0".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn from_the_file_to_the_last_result() {
    let world = World::open().await;
    let id = world.sent(&people(3)).await;
    until_closed(&world.desk, id).await;
    let all = lines(&world, &AuditQuery::default()).await;
    assert!(all.is_sorted_by(|one, next| one.number > next.number), "the newest first");
    let of_payroll = lines(&world, &AuditQuery { payroll: Some(id), person: None }).await;
    for kind in
        ["payroll_created", "frozen", "approved", "intent", "answered", "report_applied", "payroll_closed"]
    {
        assert!(kinds(&of_payroll).contains(&kind.to_owned()), "{kind}: {:?}", kinds(&of_payroll));
    }
    let approved = of_payroll.iter().find(|line| line.kind.to_string() == "approved").unwrap();
    assert!(matches!(approved.by, AuditActor::Person { .. }), "who approved");
    assert!(of_payroll.iter().all(|line| line.payroll == Some(id)));
    let first = world.desk.audit_log(&AuditQuery::default(), 2, 3).await.unwrap();
    assert_eq!(first.rows, all[2..5]);
}

fn ada() -> AuditActor {
    AuditActor::Person { name: "Ada Obi".to_owned() }
}

/// The newest event of this kind.
fn newest(lines: &[AuditLine], kind: EventKind) -> AuditLine {
    lines.iter().find(|line| line.kind == kind).cloned().unwrap_or_else(|| panic!("no {kind}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn with_who_did_it_and_what_exactly() {
    let world = World::without_callbacks().await;
    let settings = world.desk.profile().settings;
    let settings = ProfileSettings { approver: "Ada Obi".to_owned(), ..settings };
    world.desk.save_profile(settings.clone()).await.unwrap();
    world.desk.save_profile(ProfileSettings { batch_size: 7, recent_days: 9, ..settings }).await.unwrap();
    let id = world.import(&people(5)).await;
    world.desk.edit_cell(id, 0, Field::Amount, "1,250.00".to_owned()).await.unwrap();
    world.review(id, None).await.unwrap();
    world.desk.back_to_check(id).await.unwrap();
    let all = lines(&world, &AuditQuery::default()).await;
    for kind in [EventKind::PayrollCreated, EventKind::RowsSaved, EventKind::Frozen, EventKind::Thawed] {
        assert_eq!(newest(&all, kind).by, ada(), "{kind}");
    }
    let setting = newest(&all, EventKind::SettingChanged);
    assert_eq!(setting.by, ada());
    let names = ["batchSize", "recentDays"].map(str::to_owned).to_vec();
    assert_eq!(setting.details, [AuditDetail::Settings { names }]);
    let names = vec![people(1).remove(0).name];
    let edited = AuditDetail::Rows { change: "edited".to_owned(), names, count: 1 };
    assert!(all.iter().any(|line| line.details == [edited.clone()]), "{all:#?}");
    world.desk.discard_draft(id).await.unwrap();
    assert_eq!(newest(&lines(&world, &AuditQuery::default()).await, EventKind::DraftDeleted).by, ada());
}

#[tokio::test(flavor = "multi_thread")]
async fn with_what_the_provider_reported_and_what_paysheet_did() {
    let world = World::open().await;
    let id = world.sent(&people(2)).await;
    until_closed(&world.desk, id).await;
    let all = lines(&world, &AuditQuery { payroll: Some(id), person: None }).await;
    let reported = newest(&all, EventKind::ReportApplied);
    assert_eq!(reported.by, AuditActor::Provider);
    let details = [
        AuditDetail::Payout { from: PayoutState::Sent, to: PayoutState::Paid },
        AuditDetail::Report { report: Report::Successful, source: ReportSource::Callback },
        AuditDetail::Code { code: "00".to_owned() },
    ];
    assert_eq!(reported.details, details);
    let moved = newest(&all, EventKind::BatchMoved);
    assert_eq!(moved.by, AuditActor::Paysheet);
    assert_eq!(moved.details, [AuditDetail::Batch { from: BatchState::Settling, to: BatchState::Closed }]);
}

/// The user applies a list of results, and enters the result of whoever is not in it. What the list reports is the
/// provider's; what follows from an entry by hand is the user's doing.
#[tokio::test(flavor = "multi_thread")]
async fn with_the_cause_of_what_lists_and_entries_changed() {
    let world = World::without_callbacks().await;
    let settings = world.desk.profile().settings;
    world.desk.save_profile(ProfileSettings { approver: "Ada Obi".to_owned(), ..settings }).await.unwrap();
    let id = world.sent(&people(2)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let path = export(&world, [(all[0].as_str(), "Successful")]);
    let shown = preview(&world, &path).await;
    apply(&world, &path, &shown, &[]).await.unwrap();
    let one = PayoutChoice::One { reference: all[1].clone(), evidence: 0 };
    world.desk.decide_payouts(id, &one, &by_hand()).await.unwrap();
    let all = lines(&world, &AuditQuery::default()).await;
    let reported = newest(&all, EventKind::ReportApplied);
    assert_eq!(reported.by, AuditActor::List);
    let report = AuditDetail::Report { report: Report::Successful, source: ReportSource::OutcomeFile };
    assert!(reported.details.contains(&report), "{reported:?}");
    for kind in [EventKind::OutcomesImported, EventKind::PayoutDecided, EventKind::PayrollClosed] {
        assert_eq!(newest(&all, kind).by, ada(), "{kind}");
    }
}

/// A statement is the bank's, and a word that says nothing by itself is read by a person: neither is the provider's report.
#[tokio::test(flavor = "multi_thread")]
async fn with_a_statement_and_a_word_that_a_person_read() {
    let world = World::without_callbacks().await;
    let settings = world.desk.profile().settings;
    world.desk.save_profile(ProfileSettings { approver: "Ada Obi".to_owned(), ..settings }).await.unwrap();
    let id = world.sent(&people(2)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let newest_report =
        async || newest(&lines(&world, &AuditQuery::default()).await, EventKind::ReportApplied);

    let debit = format!("20/11/2026,TRF {} SALARY,1000.00,", all[0]);
    let statement = file(&world, "statement.csv", &["Date,Description,Debit,Credit".to_owned(), debit]);
    let shown = preview_statement(&world, &statement).await;
    apply(&world, &statement, &shown, &[]).await.unwrap();
    let of_statement = newest_report().await;
    assert_eq!(of_statement.by, AuditActor::Statement);

    let list = export(&world, [(all[1].as_str(), "Liquidated")]);
    let paid =
        WordReading { kind: WordKind::Status, word: "Liquidated".to_owned(), meaning: WordMeaning::Paid };
    let reading = OutcomeReading { columns: None, words: Some(vec![paid]) };
    let shown = preview_by(&world, &list, ListKind::Results, &reading).await;
    apply_by(&world, &list, &shown, reading, &[]).await.unwrap();
    let of_reading = newest_report().await;
    assert_ne!(of_reading.number, of_statement.number);
    assert_eq!(of_reading.by, ada());
}

#[tokio::test(flavor = "multi_thread")]
async fn of_one_person() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(3)).await;
    let (account, reference) = references(&world.desk, id).await.into_iter().next().unwrap();
    let one = PayoutChoice::One { reference: reference.clone(), evidence: 0 };
    world.desk.decide_payouts(id, &one, &by_hand()).await.unwrap();
    for person in [account.as_str(), reference.as_str()] {
        let query = AuditQuery { payroll: None, person: Some(person.to_owned()) };
        let found = lines(&world, &query).await;
        assert_eq!(kinds(&found), ["payout_decided", "rows_saved"], "{person}: the warnings were accepted");
        assert_eq!(found[0].reference.as_ref(), Some(&reference));
        assert!(found[0].person.is_some() && matches!(found[0].by, AuditActor::Person { .. }));
    }
    let nobody = AuditQuery { payroll: None, person: Some("Zebediah".to_owned()) };
    assert_eq!(lines(&world, &nobody).await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn as_a_file_without_formulas() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let one = PayoutChoice::One { reference, evidence: 0 };
    world.desk.decide_payouts(id, &one, &by_hand()).await.unwrap();
    world.desk.close_unconfirmed(id, &by_hand().reason).await.unwrap();
    let path = world.folder.path().join("log.csv");
    let query = AuditQuery::default();
    world.desk.export_audit_log(&query, ListWords::default(), &path).await.unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let all = lines(&world, &query).await;
    assert_eq!(text.lines().count(), all.len() + 1);
    assert!(text.contains("'=cmd|") && !text.contains(",=cmd"), "{text}");
    let book = world.folder.path().join("log");
    let written = world.desk.export_audit_log(&query, ListWords::default(), &book).await.unwrap();
    assert_eq!(written, book.with_extension("xlsx"));
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_result_of_its_verification() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let events = lines(&world, &AuditQuery::default()).await.len();
    let intact = HistoryCheck::Intact { events: u32::try_from(events).unwrap() };
    assert_eq!(world.desk.check_history().await.unwrap(), intact);
    world.on_the_disk("UPDATE events SET at = '2026-01-01T00:00:00.000Z' WHERE kind = 'approved'").await;
    let approved = lines(&world, &AuditQuery { payroll: Some(id), person: None }).await;
    let approved = approved.iter().find(|line| line.kind.to_string() == "approved").unwrap();
    match world.desk.check_history().await.unwrap() {
        HistoryCheck::Broken { number, .. } => assert_eq!(number, approved.number),
        HistoryCheck::Intact { .. } => panic!("a changed event is not found"),
    }
    assert!(world.desk.sending_block().await.unwrap().is_some(), "nothing is sent any more");
}
