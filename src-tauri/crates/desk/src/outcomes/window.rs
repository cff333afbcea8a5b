//! The lines of a preview in windows, as the window scrolls through them.

use crate::{
    desk::Desk,
    error::DeskError,
    view::{OutcomeKind, OutcomeLine, OutcomeLinesWindow},
};

/// Most lines in one window.
const WINDOW_LINES_MAX: u32 = 500;

impl Desk {
    /// Returns a window of the lines of a preview: of one kind, or of all.
    ///
    /// # Errors
    /// `Ledger` with `OutcomesChanged` if it is not the preview that was made last.
    pub fn outcome_lines(
        &self,
        fingerprint: &str,
        kind: Option<OutcomeKind>,
        offset: u32,
        limit: u32,
    ) -> Result<OutcomeLinesWindow, DeskError> {
        let all = self.shown_outcomes.lines(fingerprint)?;
        let of_kind = || all.iter().filter(|line| is_of(line, kind));
        let [offset_at, limit] = [offset, limit.min(WINDOW_LINES_MAX)].map(|number| number as usize);
        Ok(OutcomeLinesWindow {
            total: u32::try_from(of_kind().count()).unwrap_or(u32::MAX),
            offset,
            rows: of_kind().skip(offset_at).take(limit).cloned().collect(),
        })
    }
}

pub(super) fn is_of(line: &OutcomeLine, kind: Option<OutcomeKind>) -> bool {
    kind.is_none_or(|kind| line.kind == kind)
}
