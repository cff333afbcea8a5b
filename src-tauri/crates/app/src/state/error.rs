//! Converts errors for the window: a code with data. An unexpected error gets an id that is in the log as well.

use std::sync::atomic::{AtomicU32, Ordering};

use paysheet_desk::{AppError, DeskError};

pub type CommandResult<T> = Result<T, AppError>;

static UNEXPECTED: AtomicU32 = AtomicU32::new(1);

/// Converts any error of the desk into the error that the window shows.
pub fn app_error(error: DeskError) -> AppError {
    let shown = AppError::from(&error);
    if matches!(shown, AppError::Unexpected { .. }) {
        return unexpected(&error);
    }
    if matches!(shown, AppError::LedgerUnavailable | AppError::LedgerDamaged) {
        log(&error);
    }
    shown
}

/// Converts errors that are not the desk's: a dialog, a path, a practice service that does not start.
pub fn unexpected(error: &dyn std::error::Error) -> AppError {
    AppError::Unexpected { id: Some(log(error)) }
}

/// Logs an error with its causes, under an id that it returns.
fn log(error: &dyn std::error::Error) -> String {
    let started = std::process::id();
    let id = format!("{started}-{}", UNEXPECTED.fetch_add(1, Ordering::Relaxed));
    let mut causes = String::new();
    let mut cause = error.source();
    while let Some(source) = cause {
        causes.push_str(": ");
        causes.push_str(&source.to_string());
        cause = source.source();
    }
    tracing::error!(id, "{error}{causes}");
    id
}
