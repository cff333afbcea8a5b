//! A ledger with payrolls of every state.

use std::path::Path;

use paysheet_domain::Report;

use super::support::{
    accepted_as, approved, at, frozen, intent, new_payroll, outcome, raw, ready, references, report, rows,
    send,
};
use crate::{Ledger, OutcomeKind};

/// Makes the ledger at `path`, opens it once more so that nothing is left to recover, and closes it.
pub async fn make(path: &Path) {
    let (ledger, _) = Ledger::open(path, at(0)).await.unwrap();
    fill(&ledger).await;
    ledger.close().await;
    let (ledger, _) = Ledger::open(path, at(100)).await.unwrap();
    ledger.close().await;
}

async fn fill(ledger: &Ledger) {
    ledger.create_payroll(new_payroll("A draft"), &rows(600)).await.unwrap();
    frozen(ledger, "Frozen", &[3, 2]).await;
    approved(ledger, "Approved", &[2]).await;
    let sent = approved(ledger, "Sent", &[4, 30]).await;
    send(ledger, sent, accepted_as("S-1")).await;
    send(ledger, sent, accepted_as("S-2")).await;
    let references = references(ledger, sent).await;
    for (reference, said) in references.iter().zip([Report::Successful, Report::Failed, Report::Reversed]) {
        report(ledger, reference, said).await;
    }
    let unknown = approved(ledger, "Unknown", &[2]).await;
    send(ledger, unknown, outcome(OutcomeKind::Unknown)).await;
    let not_sent = approved(ledger, "Not sent", &[2]).await;
    send(ledger, not_sent, outcome(OutcomeKind::NotSent)).await;
    let cut_short = approved(ledger, "Cut short", &[1]).await;
    let _crashed = intent(ledger, ready(ledger, cut_short).await, at(6)).await.unwrap();
    ledger.store_callback(&raw(20)).await.unwrap();
    for number in 0..20 {
        ledger.set_setting(&format!("setting {number}"), &"v".repeat(number * 700), at(7)).await.unwrap();
    }
    for number in 10..20 {
        ledger.remove_setting(&format!("setting {number}"), at(8)).await.unwrap();
    }
}

/// Changes that stay in the log.
pub async fn change(ledger: &Ledger) {
    ledger.set_setting("open", &"x".repeat(9_000), at(200)).await.unwrap();
    ledger.create_payroll(new_payroll("Another draft"), &rows(60)).await.unwrap();
    approved(ledger, "In the log", &[3]).await;
}
