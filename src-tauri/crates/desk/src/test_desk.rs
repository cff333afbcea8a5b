//! A desk without a service, and a payroll of a few people in it. For tests of states that cannot be reached through
//! the desk's public methods.

use std::sync::Arc;

use paysheet_domain::{
    BankDirectory, BankKind, Cell, Country, Currency, DraftRow, Field, RowOrigin, SourceRow,
    checks::DecimalConvention,
};
use paysheet_draft::FileNotes;
use paysheet_ledger::{BankListKind, BankListRecord, NewPayroll};
use secrecy::SecretString;
use tempfile::TempDir;

use crate::{
    Desk,
    clock::SystemClock,
    opening::DeskConfig,
    state::session::profile::{KeyHome, Profile, SecretsHome},
};

pub(crate) const LEDGER_FILE: &str = "ledger.db";
pub(crate) const PEOPLE: u32 = 3;
/// An address at which no service listens.
const NOWHERE: &str = "http://127.0.0.1:9";

pub(crate) async fn desk(folder: &TempDir) -> Desk {
    let secret = || SecretString::from("of nobody");
    let (desk, _) = Desk::open(DeskConfig {
        ledger: folder.path().join(LEDGER_FILE),
        profile: Profile::new("test", "Test", NOWHERE, "KOLA FOODS LTD").approved_by("Ada Obi"),
        secrets: SecretsHome::in_memory(secret(), secret()),
        key: KeyHome::File(folder.path().join("ledger.key")),
        clock: Arc::new(SystemClock),
        timeouts: None,
    })
    .await
    .unwrap();
    store_banks(&desk).await;
    desk
}

/// Stores Nigeria's banks as if a service had listed them.
async fn store_banks(desk: &Desk) {
    let banks = BankDirectory::embedded().in_country(Country::NG);
    let entries = banks.map(|bank| (bank.code.clone(), bank.name.clone())).collect();
    for (kind, entries) in [(BankKind::Bank, entries), (BankKind::MobileMoney, Vec::new())] {
        let (kind, fetched_at) = (BankListKind::Destinations(kind), desk.now());
        let list = BankListRecord { country: Country::NG, kind, fetched_at, entries };
        desk.ledger.store_bank_list(NOWHERE, &list).await.unwrap();
    }
}

pub(crate) async fn payroll(desk: &Desk) -> u32 {
    let row = |position: u32| {
        let texts = [
            (Field::Name, format!("Person {position}")),
            (Field::AccountNumber, format!("01000{position:03}99")),
            (Field::BankCode, "058".to_owned()),
            (Field::Amount, "100".to_owned()),
        ];
        let cells = texts.iter().map(|(field, text)| (*field, Cell::typed(text))).collect();
        DraftRow::new(
            position,
            SourceRow { origin: RowOrigin::File(position + 2), cells, ..SourceRow::default() },
        )
    };
    let new = NewPayroll {
        name: "November".to_owned(),
        period: "2026-11".to_owned(),
        file_name: "Pay.csv".to_owned(),
        file_sha256: String::new(),
        sheet: "Pay".to_owned(),
        country: Country::NG,
        currency: Currency::NGN,
        convention: DecimalConvention::Point,
        skipped_json: serde_json::to_string(&FileNotes::default()).unwrap(),
        copied_from: None,
        layout: None,
        reading_json: None,
        source: None,
        at: desk.now(),
    };
    let rows: Vec<DraftRow> = (0..PEOPLE).map(row).collect();
    desk.ledger.create_payroll(new, &rows).await.unwrap().0
}
