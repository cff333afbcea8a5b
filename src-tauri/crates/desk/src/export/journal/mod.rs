//! The journal of a payroll's payments, as a .csv file for the accountant's books. The figures are those of Track; the
//! accounts are settings of the profile.
//!
//! # Only what is known to be paid is booked
//!
//! `desk::export::journal` books payouts that are Paid, or were and came back (Reversed, booked back); every entry sums
//! to zero. Everything else is left out and counted. The sums are those of Track.

mod earlier;
mod entries;
mod figures;
mod presets;
pub mod settings;
pub mod write;
