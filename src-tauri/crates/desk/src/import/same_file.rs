//! Whether a file is still the one that a payroll was read from, and the user's decision where it is not.

use std::path::Path;

use paysheet_ledger::{DecisionKind, PayrollId};

use crate::{
    approve::decision_reason::decision_reason, blocking::blocking, context::Context, error::DeskError,
    event::DeskEvent, export::annotate::read_payroll_file,
};

/// Whether a file has the bytes that the payroll was read from.
///
/// # Errors
/// `FileMoved`, `FileInUse`, `File`, `Ledger`.
pub async fn is_file_of(context: &Context, id: u32, path: &Path) -> Result<bool, DeskError> {
    let record = context.ledger.payroll(PayrollId(id)).await?;
    Ok(sha256_of(path).await? == record.file_sha256)
}

/// Records the user's decision to leave a payroll as it was approved, although the file is another one by now.
///
/// # Errors
/// `ValueInvalid` without a reason; `FileMoved`, `FileInUse`, `File`, `Ledger`.
pub async fn keep_as_approved(
    context: &Context,
    id: u32,
    path: &Path,
    reason: &str,
) -> Result<(), DeskError> {
    let reason = decision_reason(reason)?;
    let subjects = [sha256_of(path).await?];
    let by = context.decider();
    let decision = (DecisionKind::FileChanged, subjects.as_slice());
    context.ledger.decide(PayrollId(id), decision, (reason, &by), context.now()).await?;
    context.tell(DeskEvent::PayrollChanged { id });
    Ok(())
}

async fn sha256_of(path: &Path) -> Result<String, DeskError> {
    let path = path.to_owned();
    blocking(move || Ok(read_payroll_file(&path)?.1)).await
}
