//! For any payroll, with any outcomes, the totals in the ledger's file, on Track, in the report and in the journal agree to
//! the last digit: several currencies and batches, batches that were refused or lost, results that contradict each other,
//! reversals, and a second payroll that pays the failed again.

use std::{collections::BTreeMap, fs, path::Path};

use calamine::{Data, Reader, Xlsx, open_workbook};
use paysheet_desk::{
    ListWords,
    view::{
        DocumentInput, DocumentKind, JournalDetail, JournalOptions, JournalPreset, JournalScope,
        PayoutChoice, PayoutDecisionInput, PayoutFilter, PayoutView, TrackView,
    },
};
use paysheet_domain::{
    BatchState, Currency, DecisionSource, Money, PayoutDecision, PayoutState, PayoutStatus, money::Total,
};
use proptest::{collection::vec, prelude::*, sample::select, test_runner::Config};
use sqlx::Connection as _;
use strum::IntoEnumIterator as _;

use crate::support::{Person, Then, World, approve_anyway, call_back, report, until};

/// Each one runs a desk, its service and its ledger.
const CASES: u32 = 16;
const PEOPLE_MAX: usize = 14;
const BATCH_SIZE: u32 = 3;
/// The largest amount, in cents; the ledger's own limit is far above.
const AMOUNT_MINOR_MAX: i64 = 9_999_999_999;

/// What becomes of a payment that the service took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Open,
    Paid,
    Failed,
    /// Reported paid, and then failed.
    Contradicted,
    /// Reported paid, and marked reversed by a person.
    Reversed,
    /// Nothing was reported; a person marked it paid.
    PaidByHand,
}

const FATES: [Fate; 6] =
    [Fate::Open, Fate::Paid, Fate::Failed, Fate::Contradicted, Fate::Reversed, Fate::PaidByHand];

impl Fate {
    const fn status(self) -> PayoutStatus {
        match self {
            Self::Open => PayoutStatus::InProgress,
            Self::Paid | Self::PaidByHand => PayoutStatus::Paid,
            Self::Failed => PayoutStatus::Failed,
            Self::Contradicted => PayoutStatus::Conflict,
            Self::Reversed => PayoutStatus::Reversed,
        }
    }

    const fn codes(self) -> &'static [&'static str] {
        match self {
            Self::Open | Self::PaidByHand => &[],
            Self::Paid | Self::Reversed => &["00"],
            Self::Failed => &["51"],
            Self::Contradicted => &["00", "51"],
        }
    }

    const fn decision(self) -> Option<PayoutDecision> {
        match self {
            Self::PaidByHand => Some(PayoutDecision::Paid),
            Self::Reversed => Some(PayoutDecision::Reversed),
            Self::Open | Self::Paid | Self::Failed | Self::Contradicted => None,
        }
    }
}

/// What happens to one batch on its way.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    None,
    Refused,
    AnswerLost,
}

#[derive(Clone, Debug)]
struct Story {
    people: Vec<(Currency, i64)>,
    /// In turn; there are as many as people who can be paid twice.
    fates: Vec<Fate>,
    /// The batch, from 0, and what happens to it. Those after it are not sent.
    trouble: (usize, Trouble),
}

fn stories() -> impl Strategy<Value = Story> {
    let person = (select(vec![Currency::NGN, Currency::KES, Currency::GHS]), 1..=AMOUNT_MINOR_MAX);
    let trouble =
        (0..6_usize, select(vec![Trouble::None, Trouble::None, Trouble::Refused, Trouble::AnswerLost]));
    (vec(person, 1..=PEOPLE_MAX), vec(select(FATES.to_vec()), 2 * PEOPLE_MAX), trouble)
        .prop_map(|(people, fates, trouble)| Story { people, fates, trouble })
}

/// Number and sum in minor units, by status and currency.
type Totals = BTreeMap<(String, String), (u32, i64)>;

proptest! {
    #![proptest_config(Config { cases: CASES, failure_persistence: None, max_shrink_iters: 20, ..Config::default() })]

    #[test]
    fn whatever_became_of_whom(story in stories()) {
        tokio::runtime::Runtime::new().unwrap().block_on(run(story));
    }
}

async fn run(story: Story) {
    let world = World::without_callbacks().await;
    world.set_batch_size(BATCH_SIZE).await;
    let (at, trouble) = story.trouble;
    world.line.next(std::iter::repeat_n(Then::Pass, at).chain(match trouble {
        Trouble::None => None,
        Trouble::Refused => Some(Then::answer(400, r#"{"status":"error","message":"refused"}"#)),
        Trouble::AnswerLost => Some(Then::LoseTheAnswer),
    }));
    let address = world.listen_elsewhere().await;
    let mut fates = story.fates.iter().copied();
    let staff: Vec<Person> = (0..).zip(&story.people).map(|(n, of)| person(n, *of)).collect();
    let id = world.import(&staff).await;
    approve_anyway(&world.desk, id, None).await;
    settle(&world, id, &address, &mut fates).await;
    agrees(&world, id).await;
    let track = world.desk.payroll(id).await.unwrap();
    if !track.payable_again.is_empty() {
        let retry = world.desk.pay_failed(id).await.unwrap();
        approve_anyway(&world.desk, retry, None).await;
        settle(&world, retry, &address, &mut fates).await;
        agrees(&world, retry).await;
        agrees(&world, id).await;
    }
}

fn person(n: u32, (currency, minor): (Currency, i64)) -> Person {
    let person = if currency == Currency::KES {
        Person::of("KE", "MPESA", &format!("25471234{n:02}99"))
    } else if currency == Currency::GHS {
        Person::of("GH", "MTN", &format!("23324123{n:02}99"))
    } else {
        Person::new(&format!("Ada Person{n}"), &format!("01000{n:03}99"), "")
    };
    Person { amount: Money::from_minor(minor, currency).digits(), ..person }
}

/// Sends, and gives each payment that the service took the next fate.
async fn settle(world: &World, id: u32, address: &str, fates: &mut impl Iterator<Item = Fate>) {
    world.desk.send(id).await.unwrap();
    until(&world.desk, id, |track| !track.sending).await;
    let mut expected = BTreeMap::new();
    for payout in payouts(world, id).await {
        if payout.batch_state != BatchState::Settling {
            continue;
        }
        let fate = fates.next().unwrap();
        for code in fate.codes() {
            assert_eq!(call_back(address, &report(&payout.reference, code)).await, 200);
        }
        until_reported(world, id, &payout.reference, fate).await;
        if let Some(decision) = fate.decision() {
            let input = PayoutDecisionInput {
                decision,
                source: DecisionSource::BankStatement,
                reason: "On the statement".to_owned(),
            };
            let evidence = u32::try_from(fate.codes().len()).unwrap();
            let choice = PayoutChoice::One { reference: payout.reference.clone(), evidence };
            world.desk.decide_payouts(id, &choice, &input).await.unwrap();
        }
        expected.insert(payout.reference, fate.status());
    }
    for payout in payouts(world, id).await {
        if let Some(status) = expected.get(&payout.reference) {
            assert_eq!(payout.status, *status, "{}", payout.reference);
        }
    }
}

/// Callbacks are answered before they are applied.
async fn until_reported(world: &World, id: u32, reference: &str, fate: Fate) {
    let wanted = match fate {
        Fate::Open | Fate::PaidByHand => return,
        Fate::Paid | Fate::Reversed => PayoutState::Paid,
        Fate::Failed => PayoutState::Failed,
        Fate::Contradicted => PayoutState::Conflict,
    };
    let mut events = world.desk.events();
    while crate::support::state_of(&world.desk, id, reference).await != wanted {
        crate::support::changed(&mut events).await;
    }
}

async fn payouts(world: &World, id: u32) -> Vec<PayoutView> {
    world.desk.payouts(id, &PayoutFilter::default(), 0, 500).await.unwrap().rows
}

async fn agrees(world: &World, id: u32) {
    let stored = in_the_ledger(world, id).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(on_track(&track), stored, "Track");
    let of_all =
        |totals: &Totals| by_currency(totals.iter().map(|((_, currency), of)| (currency.clone(), *of)));
    let all = of_all(&stored);
    assert_eq!(by_currency(track.totals.iter().map(in_minor)), all, "Track's totals");
    assert_eq!(by_currency(track.batches.iter().map(|batch| in_minor(&batch.total))), all, "batches");
    report_agrees(world, id, &stored, &all).await;
    journal_agrees(world, id, &stored).await;
}

/// Every single payout, as the file has it.
async fn in_the_ledger(world: &World, id: u32) -> Totals {
    let mut file = world.hand_on_the_file().await;
    let rows: Vec<(String, String, String, i64)> = sqlx::query_as(
        "SELECT p.state, b.state, p.currency, p.amount_minor FROM payouts p JOIN batches b ON b.id = p.batch
         WHERE p.payroll = $1",
    )
    .bind(id)
    .fetch_all(&mut file)
    .await
    .unwrap();
    file.close().await.unwrap();
    let mut totals = Totals::new();
    for (state, batch, currency, minor) in rows {
        let status = PayoutStatus::of(state.parse().unwrap(), batch.parse().unwrap());
        let total = totals.entry((status.to_string(), currency)).or_default();
        *total = (total.0 + 1, total.1 + minor);
    }
    totals
}

fn on_track(track: &TrackView) -> Totals {
    let total = |of: &paysheet_desk::view::StatusTotal| {
        let (currency, total) = in_minor(&of.total);
        ((of.status.to_string(), currency), total)
    };
    track.statuses.iter().map(total).collect()
}

fn in_minor(total: &Total) -> (String, (u32, i64)) {
    let sum = Money::parse(&total.sum, total.currency).unwrap();
    (total.currency.to_string(), (total.count, sum.minor()))
}

fn by_currency(totals: impl Iterator<Item = (String, (u32, i64))>) -> BTreeMap<String, (u32, i64)> {
    let mut sums = BTreeMap::<_, (u32, i64)>::new();
    for (currency, (count, minor)) in totals {
        let sum = sums.entry(currency).or_default();
        *sum = (sum.0 + count, sum.1 + minor);
    }
    sums
}

async fn report_agrees(world: &World, id: u32, stored: &Totals, all: &BTreeMap<String, (u32, i64)>) {
    let path = world.folder.path().join(format!("report {id}.xlsx"));
    world.desk.export_document(id, DocumentInput::of(DocumentKind::Report), &path).await.unwrap();
    let (totals, lines): (Vec<_>, Vec<_>) =
        figures(&path, "Totals by state").into_iter().partition(|(name, ..)| name == "Total");
    let lines: Totals = lines.into_iter().map(|(name, currency, of)| ((name, currency), of)).collect();
    assert_eq!(lines, *stored, "the report by state");
    let sums = |lines: Vec<(String, String, (u32, i64))>| {
        by_currency(lines.into_iter().map(|(_, currency, of)| (currency, of)))
    };
    assert_eq!(sums(totals), *all, "the report's totals");
    let banks = figures(&path, "Totals by bank").into_iter().filter(|(name, ..)| name != "Total").collect();
    assert_eq!(sums(banks), *all, "the report by bank");
    assert_eq!(sums(figures(&path, "Batches")), *all, "the report's batches");
    let people = sheet(&path, "People").into_iter().filter_map(|line| {
        let amount = line.iter().position(|cell| matches!(cell, Data::Float(_)))?;
        let Data::String(reference) = line.get(amount + 3)? else { return None };
        (!reference.is_empty()).then(|| money(&line[amount], &line[amount + 1]))
    });
    assert_eq!(
        by_currency(people.map(|(currency, minor)| (currency, (1, minor)))),
        *all,
        "the report's list"
    );
}

/// The first text, the currency, and number and sum of each line of a sheet.
fn figures(path: &Path, name: &str) -> Vec<(String, String, (u32, i64))> {
    let figure = |line: Vec<Data>| {
        let count = line.iter().position(|cell| matches!(cell, Data::Float(_)))?;
        let (currency, minor) = money(line.get(count + 1)?, line.get(count + 2)?);
        let Data::Float(people) = line[count] else { return None };
        Some((line[0].to_string(), currency, (people as u32, minor)))
    };
    sheet(path, name).into_iter().filter_map(figure).collect()
}

fn sheet(path: &Path, name: &str) -> Vec<Vec<Data>> {
    let mut book: Xlsx<_> = open_workbook(path).unwrap();
    book.worksheet_range(name).unwrap().rows().skip(1).map(<[Data]>::to_vec).collect()
}

/// The shortest decimals that are this number are those that were written.
fn money(amount: &Data, currency: &Data) -> (String, i64) {
    let known = Currency::iter().find(|known| known.to_string() == currency.to_string()).unwrap();
    (known.to_string(), Money::parse(&amount.to_string(), known).unwrap().minor())
}

async fn journal_agrees(world: &World, id: u32, stored: &Totals) {
    let view = world.desk.journal(id).await.unwrap();
    for of in view.currencies {
        let name = of.currency.to_string();
        let stored = |status: PayoutStatus| {
            stored.get(&(status.to_string(), name.clone())).copied().unwrap_or_default()
        };
        let (paid, reversed) = (stored(PayoutStatus::Paid), stored(PayoutStatus::Reversed));
        let out = (paid.0 + reversed.0, paid.1 + reversed.1);
        assert_eq!(in_minor(&of.paid).1, out, "the journal's payments");
        assert_eq!(in_minor(&of.reversed).1, reversed, "the journal's returns");
        for left in &of.left_out {
            assert_eq!(in_minor(&left.total).1, stored(left.status), "not in the journal");
        }
        if out.0 == 0 {
            continue;
        }
        for detail in [JournalDetail::Account, JournalDetail::Person] {
            let options = JournalOptions {
                preset: JournalPreset::Plain,
                detail,
                scope: JournalScope::Everything,
                currency: of.currency,
                date: "2026-11-30".to_owned(),
            };
            let path = world.folder.path().join("journal.csv");
            world.desk.export_journal(id, &options, ListWords::default(), &path).await.unwrap();
            let booked = out.1 + reversed.1;
            assert_eq!(debits_and_credits(&path, of.currency), (booked, booked), "{detail} in the file");
        }
    }
}

fn debits_and_credits(path: &Path, currency: Currency) -> (i64, i64) {
    let file = fs::read_to_string(path).unwrap();
    let mut reader = csv::Reader::from_reader(file.trim_start_matches('\u{feff}').as_bytes());
    let minor = |text: &str| if text.is_empty() { 0 } else { Money::parse(text, currency).unwrap().minor() };
    let lines = reader.records().map(Result::unwrap);
    lines.fold((0, 0), |(debits, credits), line| (debits + minor(&line[3]), credits + minor(&line[4])))
}
