//! Changes of the ledger's file by another program, after the approval.

use std::path::Path;

use crate::{
    error::SimulatorError,
    judge::{connect, hash},
    plan::Tamper,
};

/// Changes a stored batch in the ledger's file.
pub async fn change_on_the_disk(ledger: &Path, tamper: Tamper, batch: u32) -> Result<(), SimulatorError> {
    let mut file = connect(ledger).await?;
    let batch = i64::from(batch);
    let statements = match tamper {
        Tamper::Body => {
            vec!["UPDATE batches SET body = replace(body, '\"amount\":\"1', '\"amount\":\"9') WHERE id = $1"]
        }
        Tamper::Sender => vec!["UPDATE batches SET body = replace(body, 'KOLA', 'NOLA') WHERE id = $1"],
        Tamper::PayoutRow => vec!["UPDATE payouts SET amount_minor = amount_minor + 100 WHERE batch = $1"],
        Tamper::Account => vec![
            "UPDATE batches SET body = replace(body, 'accountNumber\":\"010', 'accountNumber\":\"019') WHERE id = $1",
            "UPDATE payouts SET account_number = '019' || substr(account_number, 4) WHERE batch = $1",
        ],
    };
    for statement in statements {
        sqlx::query(statement).bind(batch).execute(&mut file).await?;
    }
    if tamper == Tamper::Account {
        let body: String = sqlx::query_scalar("SELECT body FROM batches WHERE id = $1")
            .bind(batch)
            .fetch_one(&mut file)
            .await?;
        sqlx::query("UPDATE batches SET body_sha256 = $2 WHERE id = $1")
            .bind(batch)
            .bind(hash(body.as_bytes()))
            .execute(&mut file)
            .await?;
    }
    Ok(())
}
