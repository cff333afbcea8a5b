//! Exports the history of top-ups to a file, in the window's words.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use paysheet_document::{
    text_table::{TextHead, TextTable, csv, workbook},
    write_money,
};
use paysheet_domain::{ChargeStage, Money};
use paysheet_ledger::FundingEntry;

use crate::{
    atomic_write::{save, save_workbook},
    blocking::blocking,
    desk::Desk,
    error::DeskError,
    top_up::history::filter,
    view::{ListWords, TopUpQuery},
};

const HEADS: [TextHead; 14] = [
    ("began", "Started (UTC)", 20),
    ("reference", "Reference", 24),
    ("how", "Method", 12),
    ("card", "Card", 24),
    ("payer", "Payer", 24),
    ("amount", "Amount", 16),
    ("fee", "Fee", 12),
    ("balance_after", "Balance after", 18),
    ("currency", "Currency", 9),
    ("state", "State", 16),
    ("code", "Code", 12),
    ("message", "Provider's message", 36),
    ("checked", "Last checked (UTC)", 20),
    ("references", "All references", 48),
];
/// Columns that contain money.
const AMOUNT: u16 = 5;
const FEE: u16 = 6;
const BALANCE: u16 = 7;

impl Desk {
    /// Writes the top-ups that match the query to a file. The file's ending selects .csv or .xlsx. The words are those
    /// of `head`, `funding_state`, `card_brand` and `how`.
    ///
    /// # Errors
    /// `ValueInvalid`, `Export`; `NotWritable`, `FileInUse` and `SaveDiskFull` if the file cannot be written.
    pub async fn export_top_ups(
        &self,
        query: &TopUpQuery,
        words: ListWords,
        path: &Path,
    ) -> Result<PathBuf, DeskError> {
        let (_, entries) = self.ledger.fundings(&filter(query)?, 0, u32::MAX).await?;
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("xlsx");
        }
        blocking(move || {
            let table =
                TextTable::new(HEADS, &words, entries.iter().map(|entry| line(entry, &words)).collect());
            if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
                save(&path, csv(&table).as_bytes())?;
                return Ok(path);
            }
            let mut workbook = workbook(&table)?;
            let sheet = workbook.worksheet_from_index(0)?;
            for (row, entry) in (1_u32..).zip(&entries) {
                for (column, money) in [(AMOUNT, entry.amount), (FEE, entry.fee), (BALANCE, entry.balance)] {
                    if let Some(money) = money {
                        write_money(sheet, row, column, money)?;
                    }
                }
            }
            save_workbook(&path, &mut workbook)?;
            Ok(path)
        })
        .await
    }
}

/// Returns one line of texts, in the order of the heads.
fn line(entry: &FundingEntry, words: &ListWords) -> Vec<String> {
    let moment = |at: Timestamp| at.strftime("%Y-%m-%d %H:%M:%S").to_string();
    let money = |money: Option<Money>| money.map(Money::digits).unwrap_or_default();
    let card = entry.card.as_ref();
    let card = card.map(|card| format!("{} {}", words.of("card_brand", card.brand), card.last_four.as_str()));
    let payer = entry.payer.as_ref().map(|payer| format!("{} {}", payer.first_name, payer.last_name));
    let how = if entry.stage == ChargeStage::LookedUp { "looked_up" } else { "card" };
    vec![
        moment(entry.began_at),
        entry.references.first().cloned().unwrap_or_default(),
        words.of("how", how),
        card.unwrap_or_default(),
        payer.unwrap_or_default(),
        money(entry.amount),
        money(entry.fee),
        money(entry.balance),
        entry.currency().map(|currency| currency.to_string()).unwrap_or_default(),
        words.of("funding_state", entry.state),
        entry.code.clone().unwrap_or_default(),
        entry.message.clone().unwrap_or_default(),
        entry.checked_at.map(moment).unwrap_or_default(),
        entry.references.join(" "),
    ]
}
