//! The approval, approved payrolls, their payments and their history.

pub(crate) mod approve;
pub(crate) mod audit;
pub(crate) mod audit_detail;
pub(crate) mod documents;
pub(crate) mod journal;
pub(crate) mod open_payments;
pub(crate) mod outcome_columns;
pub(crate) mod outcomes;
pub(crate) mod pay_failed;
pub(crate) mod payment;
pub(crate) mod people;
pub(crate) mod questions;
pub(crate) mod reports;
pub(crate) mod track;
