//! The command line of `payroll`.

use std::path::PathBuf;

use clap::Parser;
use paysheet_domain::{Country, Currency};

use crate::opening::Provider;

/// Pays a payroll workbook through a payout service.
#[derive(Parser)]
pub struct Arguments {
    /// Address of the service: https, or http on this computer.
    #[arg(long)]
    pub base_url: String,
    /// The ledger.
    #[arg(long)]
    pub ledger: PathBuf,
    /// Folder of the ledger's profile key and of the record of where it ended; each ledger needs one of its own. By
    /// default one in the user's data folder.
    #[arg(long, value_name = "FOLDER")]
    pub keys: Option<PathBuf>,
    /// The payroll workbook.
    #[arg(long)]
    pub sheet: PathBuf,
    /// The payroll's name; with its month it makes the references.
    #[arg(long)]
    pub name: String,
    /// The month that is paid, such as 2026-11, where neither the name nor the file says it.
    #[arg(long)]
    pub period: Option<String>,
    /// The name that people see on their statements. By default the payroll's name.
    #[arg(long, value_name = "NAME")]
    pub sender_name: Option<String>,
    /// What the provider's dashboard shows: `token`, or `keys` for an API key and its secret, with which the usual settings
    /// of such providers are used.
    #[arg(long, value_enum, default_value_t = Provider::Token)]
    pub provider: Provider,
    /// Sends the details of each person that some countries require, such as an address; `--provider keys` does so anyway.
    #[arg(long)]
    pub recipient_details: bool,
    /// The person whose name is recorded with the approval.
    #[arg(long, default_value = "Headless")]
    pub approver: String,
    #[arg(long)]
    pub country: Option<Country>,
    #[arg(long)]
    pub currency: Option<Currency>,
    /// Recipients in one batch.
    #[arg(long, default_value_t = 500)]
    pub batch_size: u32,
    /// Characters of the longest narration that the service takes. 0: it has told no limit.
    #[arg(long, value_name = "CHARACTERS", default_value_t = 0)]
    pub narration_max: u32,
    /// Leaves out rows that cannot be paid, instead of paying nobody.
    #[arg(long)]
    pub exclude_errors: bool,
    /// Takes suggestions that keep what the file says, such as a lost zero put back; never another amount, currency, bank
    /// or name.
    #[arg(long)]
    pub accept_suggestions: bool,
    /// Address to listen on for callbacks, as the account profile at the service holds it.
    #[arg(long)]
    pub callbacks: Option<String>,
    /// Sends the named payroll's batches that the service refused once more, the same bytes, after the cause is fixed.
    #[arg(long)]
    pub send_refused_again: bool,
    /// Decides a question that the program printed, by its kind and fingerprint, for the reason at the same place among
    /// the reasons. Of other people than those it was printed for, the program asks again.
    #[arg(long, value_name = "KIND:FINGERPRINT")]
    pub decide: Vec<String>,
    /// The total of what would be sent, as somebody knows it from elsewhere; one for each currency. Without one, only the
    /// total of a first approval is taken from the file. Another total than the payroll's sends nothing.
    #[arg(long, value_name = "TOTAL")]
    pub total: Vec<String>,
    /// Allows sending again from a ledger that is blocked, for a reason: every payroll that the program listed was looked
    /// up at the service. What was approved becomes unknown. Sends nothing, and does nothing else.
    #[arg(long, conflicts_with_all = ["withdraw", "decide", "send_refused_again", "total"])]
    pub unblock: bool,
    /// Why; one for each decision, and one for a withdrawal or for allowing to send again.
    #[arg(long, value_name = "TEXT")]
    pub reason: Vec<String>,
    /// Withdraws what the named payroll has approved and the service never took, for ever. Sends nothing, and does nothing
    /// else.
    #[arg(long, conflicts_with_all = ["decide", "send_refused_again", "total"])]
    pub withdraw: bool,
    /// Ends once everything is sent, without waiting for outcomes. Run it again to hear or ask about them.
    #[arg(long, conflicts_with_all = ["callbacks", "wait_s", "withdraw", "unblock"])]
    pub submit_only: bool,
    /// Seconds to wait for outcomes.
    #[arg(long, default_value_t = 60)]
    pub wait_s: u64,
}
