//! Names of payrolls that are made of others.

use paysheet_domain::RunId;

use crate::{context::Context, error::DeskError};

/// Payrolls made of the same one that get a name of their own.
const NAMED_MAX: u32 = 1_000;

/// Returns a name with an addition that no payroll of the period has. The same name would be the same payroll, and pay
/// nobody again.
pub(crate) async fn free_name(
    context: &Context,
    (name, addition): (&str, &str),
    period: &str,
) -> Result<String, DeskError> {
    let first = format!("{name} ({addition})");
    for number in 1..NAMED_MAX {
        let name = if number == 1 { first.clone() } else { format!("{name} ({addition} {number})") };
        if !context.ledger.has_run(&RunId::new(&name, period)).await? {
            return Ok(name);
        }
    }
    Ok(first)
}
