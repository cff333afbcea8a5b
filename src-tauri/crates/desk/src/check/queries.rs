//! Queries of the Check screen: the head of a draft, windows of its rows, the selected row, and all of that at once
//! for the first frame. Queries change nothing.

use std::sync::{Arc, Mutex};

use paysheet_domain::RunId;
use paysheet_draft::Draft;
use paysheet_ledger::PayrollId;

use crate::{
    app_error::AppError,
    check::account_names,
    desk::Desk,
    directory::browse,
    drafts,
    error::{DeskError, DeskFuture},
    import::mapping::layouts,
    mutex::lock,
    view::{
        DraftContext, DraftOpening, DraftView, OpenRow, RowDetail, RowFacts, RowFilter, RowGroup, RowWindow,
    },
};

impl Desk {
    /// Returns the data of the first frame of the Check screen: the first row to fix, or else the first to decide,
    /// with the rows around it. Without such a row, it returns the first rows. Rows come in windows of `window` rows.
    pub async fn draft_opening(&self, id: u32, window: u32) -> Result<DraftOpening, DeskError> {
        let draft = self.draft(id).await?;
        let loaded = drafts::loaded(self, id).await?;
        let first = first_open(&mut lock(&loaded));
        let open = match first {
            Some((position, index)) => Some(OpenRow { index, detail: self.row_detail(id, position).await? }),
            None => None,
        };
        let index = open.as_ref().map_or(0, |open| open.index);
        let offset = index.checked_div(window).unwrap_or_default().saturating_mul(window);
        let rows = RowWindow::of(&mut lock(&loaded), &RowFilter::default(), offset, window);
        Ok(DraftOpening { draft, rows, open })
    }

    /// Returns the head of the Check screen.
    pub async fn draft(&self, id: u32) -> Result<DraftView, DeskError> {
        draft_with(self, id, &[]).await
    }
}

/// Returns the same head with the present rows at `changed`.
pub(crate) fn draft_with<'a>(desk: &'a Desk, id: u32, changed: &'a [u32]) -> DeskFuture<'a, DraftView> {
    Box::pin(async move {
        // Read first: a change from here on may be missing in the view, and is reported with a higher revision.
        let revision = desk.draft_revision();
        let draft = drafts::loaded(desk, id).await?;
        let (name, period, reading) = {
            let draft = lock(&draft);
            let head = draft.head();
            (head.name.clone(), head.period.clone(), head.reading.clone())
        };
        let same_run_as = same_run(desk, id, &name, &period).await?;
        let reading = layouts::reading_view(desk, reading).await?;
        let draft = lock(&draft);
        let context = DraftContext {
            names: account_names::names_check(desk, id, &draft),
            banks_listed_at: browse::listed_at(desk, draft.head().country),
            same_run_as,
            reading,
            has_earlier_reading: desk.earlier_readings.has(id),
            revision,
        };
        Ok(DraftView::of(&draft, changed, context))
    })
}

/// Returns another payroll of the same name and period that is past the draft state.
pub(crate) async fn same_run(
    desk: &Desk,
    id: u32,
    name: &str,
    period: &str,
) -> Result<Option<u32>, DeskError> {
    let same = desk.ledger.same_run(PayrollId(id), &RunId::new(name, period)).await?;
    Ok(same.map(|payroll| payroll.0))
}

impl Desk {
    /// Returns a window of rows.
    pub async fn draft_rows(
        &self,
        id: u32,
        filter: &RowFilter,
        offset: u32,
        limit: u32,
    ) -> Result<RowWindow, DeskError> {
        let draft = filtered(self, id, filter).await?;
        if filter.paid.is_some() && offset == 0 {
            read_paid_accounts(self, &draft).await?;
        }
        Ok(RowWindow::of(&mut lock(&draft), filter, offset, limit))
    }
}

/// Returns the draft, which knows all that the filter asks about.
pub(crate) async fn filtered(
    desk: &Desk,
    id: u32,
    filter: &RowFilter,
) -> Result<Arc<Mutex<Draft>>, DeskError> {
    let draft = drafts::loaded(desk, id).await?;
    let knows_all = filter.paid.is_none() || lock(&draft).knows_paid_accounts();
    if !knows_all {
        read_paid_accounts(desk, &draft).await?;
    }
    Ok(draft)
}

async fn read_paid_accounts(desk: &Desk, draft: &Mutex<Draft>) -> Result<(), DeskError> {
    let paid = desk.ledger.paid_accounts().await?;
    lock(draft).set_paid_accounts(paid.into_iter().collect());
    Ok(())
}

impl Desk {
    /// Returns the selected row.
    ///
    /// # Errors
    /// `NotFound` if there is no such row.
    pub async fn row_detail(&self, id: u32, position: u32) -> Result<RowDetail, DeskError> {
        let draft = drafts::loaded(self, id).await?;
        let paid_into = lock(&draft).get(position).ok_or(AppError::NotFound)?.paid_into();
        let last = match paid_into {
            Some(account) => self.ledger.last_paid(&account).await?,
            None => None,
        };
        let facts = RowFacts { last, are_sent: self.profile().settings.recipient_extras };
        let draft = lock(&draft);
        // The row may have been removed in the meantime.
        let entry = draft.get(position).ok_or(AppError::NotFound)?;
        Ok(RowDetail::of(&draft, entry, facts))
    }
}

/// Returns the first row that must be fixed, or else the first to decide: its position, and its place among all rows.
fn first_open(draft: &mut Draft) -> Option<(u32, u32)> {
    let mut first = |group| {
        let asked = RowFilter { group: Some(group), ..RowFilter::default() };
        draft.window(&asked, 0, 1).1.first().copied()
    };
    let position = first(RowGroup::ToFix).or_else(|| first(RowGroup::ToDecide))?;
    Some((position, draft.index_of(&RowFilter::default(), position)?))
}
