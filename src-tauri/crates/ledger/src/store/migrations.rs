//! The versions of the ledger's schema.

use sqlx::migrate::Migrator;

use crate::{model::error::Result, store::ledger::Ledger};

/// The schema of the ledger. From the first release on its files do not change, and changes are further ones.
pub(crate) static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

const BYTES_PER_MIB: i64 = 1024 * 1024;

impl Ledger {
    /// Returns the schema version of the open ledger.
    pub async fn format(&self) -> Result<i64> {
        let newest = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations";
        Ok(sqlx::query_scalar(newest).fetch_one(&self.reader).await?)
    }

    /// Returns the size of the ledger's file, in mebibytes, rounded up.
    pub async fn size_mib(&self) -> Result<i64> {
        let bytes = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        let bytes: i64 = sqlx::query_scalar(bytes).fetch_one(&self.reader).await?;
        Ok(bytes.saturating_add(BYTES_PER_MIB - 1) / BYTES_PER_MIB)
    }
}

/// Returns the schema version that migrations lead to.
pub(crate) fn newest_version(migrator: &Migrator) -> Option<i64> {
    migrator.iter().map(|migration| migration.version).max()
}
