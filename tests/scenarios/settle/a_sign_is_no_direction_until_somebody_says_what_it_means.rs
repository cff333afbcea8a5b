//! One column of amounts. A bank writes what went out with a minus; a wallet writes payouts without one, and a minus is a
//! refund. Whoever takes one for the other pays by a refund.

use std::path::{Path, PathBuf};

use paysheet_desk::view::{
    ListKind, OutcomeColumnsQuestion, OutcomeColumnsView, OutcomeReading, OutcomesLook,
};
use paysheet_domain::PayoutState;
use paysheet_sheet::{ListField, ListNeed};

use crate::{
    outcome_files::{apply_by, asked, file, lines},
    support::{World, people, references, state_of},
};

const STATEMENT: ListKind = ListKind::Statement;
const HEAD: &str = "Date,Description,Amount";

/// Two people who were sent 1,000 and 1,001, with their references.
struct Sent {
    world: World,
    id: u32,
    all: Vec<String>,
}

impl Sent {
    async fn new() -> Self {
        let world = World::without_callbacks().await;
        let id = world.sent(&people(2)).await;
        let all = references(&world.desk, id).await.into_values().collect();
        Self { world, id, all }
    }

    /// A statement of these entries, in which `FIRST` and `SECOND` are the references.
    fn statement(&self, name: &str, head: &str, entries: &[&str]) -> PathBuf {
        let named = |text: &&str| text.replace("FIRST", &self.all[0]).replace("SECOND", &self.all[1]);
        let lines: Vec<String> = [head.to_owned()].into_iter().chain(entries.iter().map(named)).collect();
        file(&self.world, name, &lines)
    }

    /// Applies a statement with everything confirmed that can be. Returns whether the file was read without a question.
    async fn take(&self, path: &Path, reading: OutcomeReading) -> bool {
        let shown = match self.world.desk.preview_outcomes(STATEMENT, path, &reading).await.unwrap() {
            OutcomesLook::Difference(shown) => shown,
            OutcomesLook::Columns(_) => return false,
        };
        let keys: Vec<String> =
            lines(&self.world, &shown).into_iter().filter_map(|line| line.confirm_key).collect();
        apply_by(&self.world, path, &shown, reading, &keys).await.unwrap();
        true
    }

    async fn states(&self) -> [PayoutState; 2] {
        let [first, second] = [&self.all[0], &self.all[1]];
        let desk = &self.world.desk;
        [state_of(desk, self.id, first).await, state_of(desk, self.id, second).await]
    }

    /// The reading in which the column of amounts, of which is asked, has this field.
    async fn said(&self, path: &Path, field: ListField) -> OutcomeReading {
        let OutcomeColumnsView { mut mapping, missing, signs, .. } =
            asked(&self.world, path, STATEMENT).await;
        assert_eq!(missing, [ListNeed::Amount]);
        let asked = signs.unwrap().column;
        mapping.columns.iter_mut().find(|column| column.column == asked).unwrap().field = field;
        let question = OutcomeColumnsQuestion { mapping: Some(mapping.clone()), table: None };
        let said = self.world.desk.preview_outcome_columns(STATEMENT, path, question).await.unwrap();
        assert_eq!((said.missing, said.signs.map(|signs| signs.column)), (Vec::new(), Some(asked)));
        OutcomeReading { columns: Some(mapping), words: None }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_refund_among_payouts_pays_nobody() {
    for refund in ["-1001.00", "(1001.00)", "1001.00-", "\u{2212}1001.00"] {
        let sent = Sent::new().await;
        let refund = format!("22/11/2026,REFUND SECOND,{refund}");
        let path = sent.statement("wallet.csv", HEAD, &["21/11/2026,PAYOUT FIRST,1000.00", &refund]);
        assert!(!sent.take(&path, OutcomeReading::default()).await, "{refund}");
        assert_eq!(sent.states().await, [PayoutState::Sent; 2], "{refund}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_does_a_file_with_only_a_refund() {
    for head in [HEAD, "Date,Description,Amount,Type", "Date,Description,Amount,Balance"] {
        let sent = Sent::new().await;
        let path = sent.statement("wallet.csv", head, &["22/11/2026,REFUND SECOND,-1001.00,"]);
        assert!(!sent.take(&path, OutcomeReading::default()).await, "{head}");
        assert_eq!(sent.states().await, [PayoutState::Sent; 2], "{head}");
    }
}

/// Also where the first file said that payouts have no minus, and the next has only a refund.
#[tokio::test(flavor = "multi_thread")]
async fn nor_does_a_later_one_after_payouts_without_a_minus() {
    let sent = Sent::new().await;
    let first = sent.statement("first.csv", HEAD, &["21/11/2026,PAYOUT FIRST,1000.00"]);
    let reading = sent.said(&first, ListField::Debit).await;
    assert!(sent.take(&first, reading).await);
    assert_eq!(sent.states().await, [PayoutState::Paid, PayoutState::Sent]);
    let later = sent.statement("later.csv", HEAD, &["22/11/2026,REFUND SECOND,-1001.00"]);
    sent.take(&later, OutcomeReading::default()).await;
    assert_ne!(sent.states().await[1], PayoutState::Paid);
}

/// The question shows both kinds of amounts. What is said counts for the next files with these headings.
#[tokio::test(flavor = "multi_thread")]
async fn and_counts_as_it_was_said() {
    use PayoutState::{Conflict, Paid, Sent as Waits};
    let wallet = ["21/11/2026,PAYOUT FIRST,1000.00", "22/11/2026,REFUND FIRST,-1000.00"];
    let bank = ["21/11/2026,TRF FIRST,-1000.00", "22/11/2026,RETURN FIRST,1000.00"];
    for (field, entries) in [(ListField::Debit, wallet), (ListField::SignedAmount, bank)] {
        let sent = Sent::new().await;
        let path = sent.statement("first.csv", HEAD, &entries[..1]);
        let signs = asked(&sent.world, &path, STATEMENT).await.signs.unwrap();
        let amount = entries[0].rsplit(',').next().map(str::to_owned);
        assert!([signs.plain, signs.minus].contains(&amount), "{field}");
        let reading = sent.said(&path, field).await;
        assert!(sent.take(&path, reading).await);
        assert_eq!(sent.states().await, [Paid, Waits], "{field}");
        let later = sent.statement("later.csv", HEAD, &entries[1..]);
        assert!(sent.take(&later, OutcomeReading::default()).await, "{field}");
        assert_eq!(sent.states().await, [Conflict, Waits], "{field}: it came back");
    }
}

/// A balance that falls by each payout shows it, whichever sign payouts have.
#[tokio::test(flavor = "multi_thread")]
async fn or_the_balance_shows_it() {
    let head = "Date,Description,Amount,Balance";
    for entries in [
        [
            "20/11/2026,TOP UP,-9999.00,10000.00",
            "21/11/2026,PAYOUT FIRST,1000.00,9000.00",
            "22/11/2026,REFUND SECOND,-1001.00,10001.00",
        ],
        [
            "20/11/2026,TOP UP,9999.00,10000.00",
            "21/11/2026,PAYOUT FIRST,-1000.00,9000.00",
            "22/11/2026,REFUND SECOND,1001.00,10001.00",
        ],
    ] {
        let sent = Sent::new().await;
        let path = sent.statement("statement.csv", head, &entries);
        assert!(sent.take(&path, OutcomeReading::default()).await, "{entries:?}");
        let states = sent.states().await;
        assert_eq!(states[0], PayoutState::Paid, "{entries:?}");
        assert_ne!(states[1], PayoutState::Paid, "{entries:?}");
    }
}

/// A column of debits in which nothing has no minus may be one of refunds.
#[tokio::test(flavor = "multi_thread")]
async fn nor_is_it_among_debits_that_all_have_one() {
    let head = "Date,Description,Debit,Credit";
    let sent = Sent::new().await;
    let entries = ["20/11/2026,SALE,,5.00", "22/11/2026,RVSL SECOND,-1001.00,"];
    let path = sent.statement("statement.csv", head, &entries);
    assert!(!sent.take(&path, OutcomeReading::default()).await);
    let reading = sent.said(&path, ListField::Debit).await;
    assert!(sent.take(&path, reading).await);
    assert_ne!(sent.states().await[1], PayoutState::Paid);
}
