//! The journal for the books has what Track says was paid, to the last digit, and nothing that is still open.

use std::{collections::BTreeMap, fs, path::Path};

use paysheet_desk::{
    AppError, ErrorCode, ListWords,
    view::{
        JournalAccounts, JournalDetail, JournalOptions, JournalPreset, JournalScope, JournalSettings,
        PayoutChoice, PayoutDecisionInput, TrackView,
    },
};
use paysheet_domain::{Currency, DecisionSource, Money, PayoutDecision, PayoutState, PayoutStatus};

use crate::support::{World, call_back, code_of, counts, outcomes, people, references, report, until};

fn options(detail: JournalDetail) -> JournalOptions {
    JournalOptions {
        preset: JournalPreset::Plain,
        detail,
        scope: JournalScope::Everything,
        currency: Currency::NGN,
        date: "2026-11-30".to_owned(),
    }
}

/// Of five people three are paid, one of them gets the money back, one failed, and one is not known.
async fn half_settled() -> (World, u32, TrackView) {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(5)).await;
    let address = world.listen_elsewhere().await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    for (reference, code) in [(&all[0], "00"), (&all[1], "00"), (&all[2], "00"), (&all[3], "51")] {
        assert_eq!(call_back(&address, &report(reference, code)).await, 200);
    }
    // What callbacks say of a reversal is a question, which the user answers.
    let settled = |track: &TrackView| outcomes(track).get("Paid") == Some(&3);
    until(&world.desk, id, settled).await;
    let came_back = PayoutDecisionInput {
        decision: PayoutDecision::Reversed,
        source: DecisionSource::BankStatement,
        reason: "On the statement of 30 November".to_owned(),
    };
    let one = PayoutChoice::One { reference: all[2].clone(), evidence: 1 };
    world.desk.decide_payouts(id, &one, &came_back).await.unwrap();
    let wanted = counts(&[
        (PayoutState::Paid, 2),
        (PayoutState::Reversed, 1),
        (PayoutState::Failed, 1),
        (PayoutState::Sent, 1),
    ]);
    let track = until(&world.desk, id, |track| outcomes(track) == wanted).await;
    (world, id, track)
}

/// Debits and credits of each account, in minor units, by entry.
fn booked(path: &Path) -> BTreeMap<(String, String), (i64, i64)> {
    let file = fs::read_to_string(path).unwrap();
    let mut reader = csv::Reader::from_reader(file.trim_start_matches('\u{feff}').as_bytes());
    let minor = |text: &str| match text {
        "" => 0,
        text => Money::parse(text, Currency::NGN).unwrap().minor(),
    };
    let mut sums = BTreeMap::new();
    for record in reader.records().map(Result::unwrap) {
        let entry = record[0].chars().last().unwrap().to_string();
        let (debit, credit) = sums.entry((entry, record[2].to_owned())).or_insert((0, 0));
        *debit += minor(&record[3]);
        *credit += minor(&record[4]);
    }
    sums
}

/// The sum of the people with this status, as Track has it.
fn minor(track: &TrackView, status: PayoutStatus) -> i64 {
    let of = track.statuses.iter().filter(|of| of.status == status);
    of.map(|of| Money::parse(&of.total.sum, of.total.currency).unwrap().minor()).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sums_are_those_of_track() {
    let (world, id, track) = half_settled().await;
    let (paid, reversed) = (minor(&track, PayoutStatus::Paid), minor(&track, PayoutStatus::Reversed));
    let (out, back) = (paid + reversed, reversed);
    for detail in [JournalDetail::Account, JournalDetail::Person] {
        let path = world.folder.path().join("journal.csv");
        let made =
            world.desk.export_journal(id, &options(detail), ListWords::default(), &path).await.unwrap();
        let of = |entry: &str, account: &str| (entry.to_owned(), account.to_owned());
        let expected = BTreeMap::from([
            (of("P", "Wages payable"), (out, 0)),
            (of("P", "Payout balance"), (0, out)),
            (of("R", "Payout balance"), (back, 0)),
            (of("R", "Wages payable"), (0, back)),
        ]);
        assert_eq!(booked(&path), expected, "{detail}");
        let left_out: Vec<_> = made.booked.left_out.iter().map(|of| (of.status, of.total.count)).collect();
        assert_eq!(left_out, [(PayoutStatus::InProgress, 1), (PayoutStatus::Failed, 1)]);
        let view = world.desk.journal(id).await.unwrap();
        assert_eq!(view.currencies, [made.booked]);
        let lines = u32::try_from(fs::read_to_string(&path).unwrap().lines().count()).unwrap() - 1;
        let of = &view.currencies[0];
        let counted = match detail {
            JournalDetail::Account => of.lines_by_account,
            JournalDetail::Person => of.lines_by_person,
        };
        assert_eq!(counted, lines, "{detail}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_accounts_are_the_users_and_the_choice_is_remembered() {
    let (world, id, _) = half_settled().await;
    let accounts = JournalAccounts {
        payable: " 2220 ".to_owned(),
        bank: "1200".to_owned(),
        returned: "2290".to_owned(),
        ..JournalAccounts::default()
    };
    let settings = JournalSettings { accounts, ..JournalSettings::default() };
    world.desk.save_journal_settings(settings).await.unwrap();
    let path = world.folder.path().join("journal");
    let made = world
        .desk
        .export_journal(id, &options(JournalDetail::Person), ListWords::default(), &path)
        .await
        .unwrap();
    assert!(made.path.ends_with("journal.csv"));
    let accounts: Vec<_> = booked(&made.path).into_keys().map(|(_, account)| account).collect();
    assert_eq!(accounts, ["1200", "2220", "1200", "2290"]);

    let (_folder, desk, _) = world.after_a_crash().await;
    let settings = desk.journal_settings().await.unwrap().settings;
    assert_eq!((settings.detail, settings.accounts.payable.as_str()), (JournalDetail::Person, "2220"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_cannot_be_booked_on_is_refused() {
    let world = World::without_callbacks().await;
    let accounts = JournalAccounts { payable: "=1".to_owned(), ..JournalAccounts::default() };
    let settings = JournalSettings { accounts, ..JournalSettings::default() };
    assert_eq!(code_of(world.desk.save_journal_settings(settings).await), ErrorCode::ValueInvalid);
    assert_eq!(world.desk.journal_settings().await.unwrap().settings, JournalSettings::default());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_written_if_nobody_is_known_to_be_paid() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let path = world.folder.path().join("journal.csv");
    let export = |options: JournalOptions| {
        let (desk, path) = (world.desk.clone(), path.clone());
        async move { desk.export_journal(id, &options, ListWords::default(), &path).await }
    };
    assert_eq!(code_of(export(options(JournalDetail::Account)).await), ErrorCode::NothingToBook);
    let undated = JournalOptions { date: "31.11.2026".to_owned(), ..options(JournalDetail::Account) };
    assert_eq!(code_of(export(undated).await), ErrorCode::ValueInvalid);
    assert!(!path.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_that_the_program_would_cut_off_is_refused() {
    let world = World::open().await;
    let id = world.sent(&people(300)).await;
    let track = crate::support::until_closed(&world.desk, id).await;
    assert_eq!(track.totals[0].count, 300);
    let path = world.folder.path().join("journal.csv");
    let xero = |detail| JournalOptions { preset: JournalPreset::Xero, ..options(detail) };
    let refused =
        world.desk.export_journal(id, &xero(JournalDetail::Person), ListWords::default(), &path).await;
    let error = AppError::from(&refused.unwrap_err());
    assert_eq!(error, AppError::JournalTooLong { lines: 301, lines_max: 300 });
    assert!(!path.exists());
    world.desk.export_journal(id, &xero(JournalDetail::Account), ListWords::default(), &path).await.unwrap();
}
