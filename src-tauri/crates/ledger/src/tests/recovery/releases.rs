//! Ledgers as the program of each release wrote them: this version opens each, and nothing in it is lost. SQLx compares
//! the migrations with those that made the ledger, so a migration that was released cannot change.
//!
//! There is no release yet. The ledger of the coming one is written anew after a change of the schema:
//! `PAYSHEET_WRITE_LEDGER=1 cargo nextest run --workspace -E 'test(a_ledger_of_each_release)'`.

use std::{env, fs, path::PathBuf};

use paysheet_domain::{ChainKey, PayoutState, Report};
use tempfile::TempDir;

use crate::{
    Ledger,
    tests::support::{
        FILE, accepted, approved, at, new_payroll, open, payout_states, references, report, rows, send,
    },
};

/// The releases, the oldest first. Each has a ledger in `releases/`.
const RELEASES: &[&str] = &["0.1.0"];

fn key() -> ChainKey {
    ChainKey::new(&[7; 32])
}

fn stored(release: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "releases", &format!("{release}.db")].iter().collect()
}

/// Writes the ledger of the coming release: a draft, and a payroll of which one person was paid, one payment
/// failed and one was not sent.
async fn write(release: &str) {
    let (dir, ledger) = open().await;
    ledger.attach_key(key());
    let ada = ledger.acting_for("Ada Obi");
    let october = approved(&ada, "October", &[2, 1]).await;
    send(&ada, october, accepted()).await;
    let of = references(&ada, october).await;
    report(&ledger, &of[0], Report::Successful).await;
    report(&ledger, &of[1], Report::Failed).await;
    ada.create_payroll(new_payroll("November"), &rows(3)).await.unwrap();
    ledger.close().await;
    fs::create_dir_all(stored(release).parent().unwrap()).unwrap();
    fs::copy(dir.path().join(FILE), stored(release)).unwrap();
}

#[tokio::test]
async fn a_ledger_of_each_release_is_opened_with_everything_in_it() {
    if env::var_os("PAYSHEET_WRITE_LEDGER").is_some() {
        write(RELEASES.last().unwrap()).await;
    }
    for release in RELEASES {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join(FILE);
        fs::copy(stored(release), &path).unwrap();
        let ledger = Ledger::open_unrecovered(&path, at(9_000)).await.unwrap();
        ledger.attach_key(key());
        ledger.recover(at(9_000)).await.unwrap();
        ledger.verify_chain().await.unwrap();
        let payrolls = ledger.payrolls().await.unwrap();
        let names: Vec<&str> = payrolls.iter().map(|payroll| payroll.name.as_str()).collect();
        assert_eq!(names, ["November", "October"], "{release}");
        assert_eq!(ledger.draft_rows(payrolls[0].id).await.unwrap(), rows(3), "{release}");
        assert_eq!(
            payout_states(&ledger, payrolls[1].id).await,
            [PayoutState::Paid, PayoutState::Failed, PayoutState::Planned],
            "{release}"
        );
        let paid = &references(&ledger, payrolls[1].id).await[0];
        assert_eq!(ledger.reports(paid).await.unwrap()[0].report, Report::Successful, "{release}");
    }
}
