//! The journal of a payroll's payments, as a .csv file for the accountant's books. The figures are those of Track; the
//! accounts are settings of the profile.

mod earlier;
mod entries;
mod figures;
mod presets;
pub mod settings;
pub mod write;
