//! Links between payrolls and the drafts that a part of them was taken back to.

use paysheet_ledger::{PartLink, PayrollId};

use crate::{context::Context, error::DeskError, view::PartLinkView};

/// Links of all payrolls.
pub(crate) struct PartLinks(Vec<PartLink>);

impl PartLinks {
    pub async fn read(context: &Context) -> Result<Self, DeskError> {
        Ok(Self(context.ledger.part_links().await?))
    }

    /// Returns the payrolls that people of this one were taken back to, also those that were deleted since.
    pub fn taken_back_to(&self, id: PayrollId) -> Vec<PartLinkView> {
        let view = |link: &PartLink| PartLinkView {
            payroll: link.part.0,
            name: link.part_name.clone(),
            is_draft: link.is_draft,
            people: link.people,
        };
        self.0.iter().filter(|link| link.origin == id).map(view).collect()
    }

    /// Returns the payroll that this one was taken back from.
    pub fn taken_back_from(&self, id: PayrollId) -> Option<PartLinkView> {
        let link = self.0.iter().find(|link| link.part == id)?;
        let name = Some(link.origin_name.clone());
        Some(PartLinkView { payroll: link.origin.0, name, is_draft: false, people: link.people })
    }
}
