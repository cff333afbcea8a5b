//! A journal that is saved again contains, if the user wishes, only what no earlier one has: together they book every payment
//! once. What is no longer as it was booked is not added to.

use std::{fs, path::PathBuf};

use paysheet_desk::{
    ErrorCode, ListWords,
    view::{
        AuditActor, AuditDetail, AuditQuery, EarlierJournals, JournalDetail, JournalOptions, JournalPreset,
        JournalScope, PayoutChoice, PayoutDecisionInput,
    },
};
use paysheet_domain::{Currency, DecisionSource, PayoutDecision};
use paysheet_ledger::EventKind;

use crate::support::{World, call_back, code_of, outcomes, people, references, report, until};

const PROGRAM: JournalPreset = JournalPreset::Plain;

struct Books {
    world: World,
    id: u32,
    address: String,
    references: Vec<String>,
}

impl Books {
    /// Three people, of whom the first is reported as paid.
    async fn with_one_paid() -> Self {
        let world = World::without_callbacks().await;
        let id = world.sent(&people(3)).await;
        let address = world.listen_elsewhere().await;
        let references = references(&world.desk, id).await.into_values().collect();
        let books = Self { world, id, address, references };
        books.report_paid(0, 1).await;
        books
    }

    async fn report_paid(&self, person: usize, paid: u32) {
        assert_eq!(call_back(&self.address, &report(&self.references[person], "00")).await, 200);
        until(&self.world.desk, self.id, |track| outcomes(track).get("Paid") == Some(&paid)).await;
    }

    async fn decide(&self, person: usize, decision: PayoutDecision, evidence: u32) {
        let input = PayoutDecisionInput {
            decision,
            source: DecisionSource::BankStatement,
            reason: "On the statement of 30 November".to_owned(),
        };
        let one = PayoutChoice::One { reference: self.references[person].clone(), evidence };
        self.world.desk.decide_payouts(self.id, &one, &input).await.unwrap();
    }

    /// Returns the lines of the journal that is saved, without the head: number of the entry, debit and credit.
    async fn save(&self, scope: JournalScope) -> Result<Vec<[String; 3]>, paysheet_desk::DeskError> {
        let path: PathBuf = self.world.folder.path().join("journal.csv");
        self.world.desk.export_journal(self.id, &options(scope), ListWords::default(), &path).await?;
        let file = fs::read_to_string(path).unwrap();
        let mut reader = csv::Reader::from_reader(file.trim_start_matches('\u{feff}').as_bytes());
        let line = |record: csv::StringRecord| {
            let ending = record[0].splitn(3, '-').nth(2).unwrap();
            [ending.to_owned(), record[3].to_owned(), record[4].to_owned()]
        };
        Ok(reader.records().map(Result::unwrap).map(line).collect())
    }

    async fn earlier(&self) -> Vec<EarlierJournals> {
        self.world.desk.journal(self.id).await.unwrap().earlier
    }
}

fn options(scope: JournalScope) -> JournalOptions {
    JournalOptions {
        preset: PROGRAM,
        detail: JournalDetail::Person,
        scope,
        currency: Currency::NGN,
        date: "2026-11-30".to_owned(),
    }
}

fn lines(of: &[(&str, &str, &str)]) -> Vec<[String; 3]> {
    of.iter().map(|(entry, debit, credit)| [*entry, *debit, *credit].map(str::to_owned)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_paid_and_reversed_later_is_added() {
    let books = Books::with_one_paid().await;
    assert_eq!(books.earlier().await, []);
    let first = books.save(JournalScope::Everything).await.unwrap();
    assert_eq!(first, lines(&[("P", "1000.00", ""), ("P", "", "1000.00")]));
    let [earlier] = books.earlier().await.try_into().unwrap();
    assert_eq!((earlier.preset, earlier.new.paid.count, earlier.outdated), (PROGRAM, 0, 0));
    assert_eq!(code_of(books.save(JournalScope::New).await), ErrorCode::NothingToBook);

    books.report_paid(1, 2).await;
    let [earlier] = books.earlier().await.try_into().unwrap();
    assert_eq!((earlier.new.paid.count, earlier.new.paid.sum.as_str()), (1, "1001.00"));
    assert_eq!((earlier.new.lines_by_person, earlier.new.left_out[0].total.count), (2, 1));
    let second = books.save(JournalScope::New).await.unwrap();
    assert_eq!(second, lines(&[("2-P", "1001.00", ""), ("2-P", "", "1001.00")]));

    books.decide(0, PayoutDecision::Reversed, 1).await;
    let third = books.save(JournalScope::New).await.unwrap();
    assert_eq!(third, lines(&[("3-R", "", "1000.00"), ("3-R", "1000.00", "")]));
    assert_eq!(code_of(books.save(JournalScope::New).await), ErrorCode::NothingToBook);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_everything_again_only_that_counts() {
    let books = Books::with_one_paid().await;
    books.save(JournalScope::Everything).await.unwrap();
    books.report_paid(1, 2).await;
    books.save(JournalScope::New).await.unwrap();
    let again = books.save(JournalScope::Everything).await.unwrap();
    assert_eq!(again, lines(&[("P", "1000.00", ""), ("P", "1001.00", ""), ("P", "", "2001.00")]));
    books.report_paid(2, 3).await;
    let new = books.save(JournalScope::New).await.unwrap();
    let numbered = lines(&[("3-P", "1002.00", ""), ("3-P", "", "1002.00")]);
    assert_eq!(new, numbered, "a program that knows a number may refuse it");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_added_to_journals_that_are_no_longer_right() {
    let books = Books::with_one_paid().await;
    books.decide(1, PayoutDecision::Paid, 0).await;
    books.save(JournalScope::Everything).await.unwrap();
    let one = PayoutChoice::One { reference: books.references[1].clone(), evidence: 1 };
    books.world.desk.withdraw_payout_decisions(books.id, &one).await.unwrap();
    books.report_paid(2, 2).await;
    assert_eq!(books.earlier().await[0].outdated, 1);
    assert_eq!(code_of(books.save(JournalScope::New).await), ErrorCode::BooksOutdated);
    books.save(JournalScope::Everything).await.unwrap();
    assert_eq!(books.earlier().await[0].outdated, 0);
}

/// Each file has payments that the other has not.
#[tokio::test(flavor = "multi_thread")]
async fn its_file_is_not_proposed_in_place_of_the_earlier_one() {
    let books = Books::with_one_paid().await;
    let name = async |scope| {
        let desk = &books.world.desk;
        desk.journal_name(books.id, &options(scope), &ListWords::default()).await.unwrap()
    };
    assert!(name(JournalScope::Everything).await.ends_with("journal NGN.csv"));
    books.save(JournalScope::Everything).await.unwrap();
    books.report_paid(1, 2).await;
    assert!(name(JournalScope::New).await.ends_with("journal NGN 2.csv"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_journal_is_in_the_audit_log() {
    let books = Books::with_one_paid().await;
    books.save(JournalScope::Everything).await.unwrap();
    let log = books.world.desk.audit_log(&AuditQuery::default(), 0, 50).await.unwrap().rows;
    let saved = log.iter().find(|line| line.kind == EventKind::JournalSaved).unwrap();
    assert_eq!((saved.payroll, &saved.details[..]), (Some(books.id), &[AuditDetail::Count { count: 1 }][..]));
    assert!(matches!(saved.by, AuditActor::Person { .. }), "who saved it: {:?}", saved.by);
}
