//! The states of a draft before its file was read by other columns.

use std::{collections::HashMap, sync::Mutex};

use paysheet_ledger::{NewLayout, NewReading};

use super::draft_store::SharedDraft;
use crate::{mutex::lock, view::LayoutView};

/// Maximum number of readings of one draft that can be undone. Each holds all its rows.
const EARLIER_READINGS_MAX: usize = 8;

/// A draft before its file was read by other columns, with its own history.
#[derive(Clone)]
pub struct EarlierReading {
    pub draft: SharedDraft,
    pub reading: NewReading,
    /// The change to the layout stored for the file's headings.
    pub remembered: Option<Remembered>,
}

/// By payroll: the earlier states of its draft, the latest reading last.
#[derive(Default)]
pub struct EarlierReadings(Mutex<HashMap<u32, Vec<EarlierReading>>>);

impl EarlierReadings {
    pub fn push(&self, id: u32, earlier: EarlierReading) {
        let mut all = lock(&self.0);
        let readings = all.entry(id).or_default();
        readings.push(earlier);
        if readings.len() > EARLIER_READINGS_MAX {
            readings.remove(0);
        }
    }

    pub fn pop(&self, id: u32) {
        if let Some(readings) = lock(&self.0).get_mut(&id) {
            readings.pop();
        }
    }

    pub fn last(&self, id: u32) -> Option<EarlierReading> {
        lock(&self.0).get(&id)?.last().cloned()
    }

    pub fn has(&self, id: u32) -> bool {
        lock(&self.0).get(&id).is_some_and(|readings| !readings.is_empty())
    }

    pub fn forget(&self, id: u32) {
        lock(&self.0).remove(&id);
    }
}

/// The layout that a reading stored for the headings of its file, and the previous one, if any.
#[derive(Clone)]
pub struct Remembered {
    pub now: NewLayout,
    pub before: Option<LayoutView>,
}
