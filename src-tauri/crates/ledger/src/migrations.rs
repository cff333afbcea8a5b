//! The versions of the ledger's schema.

use sqlx::migrate::Migrator;

/// The migrations between the schema versions of the ledger.
pub(crate) static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Returns the schema version of this program.
pub(crate) fn newest_version() -> Option<i64> {
    MIGRATOR.iter().map(|migration| migration.version).max()
}
