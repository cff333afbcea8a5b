//! Diagnostics that the user sends to whoever helps them: versions, settings, figures of the ledger, and the end of the
//! log, as one text that they can read before. It contains no secret: those are in no setting, and no part of the program
//! logs them. The texts of the user's own profile are left out as well, and so are all people and payrolls.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use paysheet_domain::Currency;

use crate::{
    atomic_write::save, blocking::blocking, desk::Desk, error::DeskError,
    session::callback_setup::without_callback_path, view::ProfileSettings,
};

/// What only the program around the desk knows.
pub struct ProgramFacts {
    pub version: String,
    /// Name and version of the operating system.
    pub system: String,
    pub processor: String,
    /// The version of the web view.
    pub web_view: String,
    /// The end of the log.
    pub log: String,
}

impl Desk {
    /// Writes the diagnostics to a .txt file.
    ///
    /// # Errors
    /// `NotWritable`, `FileInUse` and `SaveDiskFull` if the file cannot be written.
    pub async fn export_diagnostics(&self, program: ProgramFacts, path: &Path) -> Result<PathBuf, DeskError> {
        let text = text(self, &program).await?;
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("txt");
        }
        blocking(move || {
            save(&path, text.as_bytes())?;
            Ok(path)
        })
        .await
    }
}

async fn text(desk: &Desk, program: &ProgramFacts) -> Result<String, DeskError> {
    let ledger = &desk.ledger;
    let contents = ledger.contents().await?;
    let mut facts = vec![
        ("Paysheet".to_owned(), program.version.clone()),
        ("System".to_owned(), program.system.clone()),
        ("Processor".to_owned(), program.processor.clone()),
        ("Web view".to_owned(), program.web_view.clone()),
        ("Ledger format".to_owned(), ledger.format().await?.to_string()),
        ("Ledger, MiB".to_owned(), ledger.size_mib().await?.to_string()),
        ("Made at".to_owned(), desk.now().to_string()),
        ("Unlocked".to_owned(), desk.is_unlocked().to_string()),
        (
            "Sending blocked".to_owned(),
            ledger.block().map_or_else(|| "no".to_owned(), |block| block.to_string()),
        ),
        ("Payrolls".to_owned(), contents.payrolls.to_string()),
        ("Payments".to_owned(), contents.payouts.to_string()),
        ("Events".to_owned(), contents.events.to_string()),
        ("Unknown batches".to_owned(), ledger.unresolved().await?.len().to_string()),
    ];
    facts.extend(settings(desk.profile().settings));
    let mut text = String::from("Paysheet diagnostics\n\n");
    for (name, value) in facts {
        // A line of its own: writing to a text does not fail.
        let _ = writeln!(text, "{name}: {value}");
    }
    let _ = write!(text, "\nLog\n\n{}", program.log);
    Ok(text)
}

fn listed(currencies: impl Iterator<Item = Currency>) -> String {
    currencies.map(|currency| currency.to_string()).collect::<Vec<_>>().join(", ")
}

/// Returns the settings that change what the program does.
fn settings(settings: ProfileSettings) -> Vec<(String, String)> {
    // Without `..`, so that somebody decides about each new setting whether it is shown here.
    let ProfileSettings {
        name: _,
        base_url,
        token_prefix: _,
        sender_name: _,
        batch_size,
        callback_listen,
        callback_public: _,
        approver,
        connect_timeout_s,
        submit_timeout_s,
        read_timeout_s,
        recipient_extras,
        extra_fields,
        renewal,
        charge_path,
        charge_email_field: _,
        charge_send_amount,
        charge_recipient: _,
        charge_recipient_id: _,
        funding_instructions: _,
        wallet_currency,
        wallets,
        payout_fees,
        setup_done: _,
        lock_after_min,
        amount_change_pct,
        recent_days,
        approval_days,
        narration_chars_max,
        overdue_after_min,
        verify_names,
        names_at_once,
        payout_status_path,
        payout_list_path,
        send_callback_code,
        balance_path,
    } = settings;
    let host = url::Url::parse(&base_url).ok().and_then(|url| url.host_str().map(str::to_owned));
    [
        ("Provider", host.unwrap_or_default()),
        ("Batch size", batch_size.to_string()),
        ("Listens at", without_callback_path(&callback_listen)),
        ("Approver is named", (!approver.trim().is_empty()).to_string()),
        ("Timeouts in seconds", format!("{connect_timeout_s}, {submit_timeout_s}, {read_timeout_s}")),
        ("Recipient extras", recipient_extras.to_string()),
        ("Extra fields", extra_fields.len().to_string()),
        ("Token is renewed", renewal.is_some().to_string()),
        ("Path of a card charge", charge_path),
        ("Charge has its amount", charge_send_amount.to_string()),
        ("Currency of the balance", wallet_currency.map(|currency| currency.to_string()).unwrap_or_default()),
        ("Wallets of other currencies", listed(wallets.iter().map(|wallet| wallet.currency))),
        ("Fees of payments", listed(payout_fees.iter().map(|fee| fee.currency))),
        ("Locks after minutes", lock_after_min.to_string()),
        ("Amount change in percent", amount_change_pct.to_string()),
        ("Recent days", recent_days.to_string()),
        ("Days of an approval", approval_days.to_string()),
        ("Characters of a narration", narration_chars_max.to_string()),
        ("Late after minutes", overdue_after_min.to_string()),
        ("Names are verified", verify_names.to_string()),
        ("Names at once", names_at_once.to_string()),
        ("Status is asked for", (!payout_status_path.is_empty()).to_string()),
        ("Report is read", (!payout_list_path.is_empty()).to_string()),
        ("Callback code", send_callback_code.to_string()),
        ("Balance is asked for", (!balance_path.is_empty()).to_string()),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect()
}
