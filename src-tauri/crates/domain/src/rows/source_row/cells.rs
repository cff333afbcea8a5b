//! The cells of one row by their field. A payroll has a hundred thousand rows of six cells, so the cells are stored
//! in a sorted vector instead of a tree.

use std::{collections::BTreeMap, slice};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::rows::cell::{Cell, Field};

/// Cells by field, in the order of the fields, with one cell per field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells(Vec<(Field, Cell)>);

impl Cells {
    #[must_use]
    pub fn with_capacity(cells: usize) -> Self {
        Self(Vec::with_capacity(cells))
    }

    #[must_use]
    pub fn get(&self, field: &Field) -> Option<&Cell> {
        // With a handful of entries, linear search is faster than binary search.
        self.0.iter().find(|(of, _)| of == field).map(|(_, cell)| cell)
    }

    #[must_use]
    pub fn contains_key(&self, field: &Field) -> bool {
        self.get(field).is_some()
    }

    /// Inserts a cell, and returns the one that it replaces.
    pub fn insert(&mut self, field: Field, cell: Cell) -> Option<Cell> {
        let at = self.0.partition_point(|(of, _)| *of < field);
        match self.0.get_mut(at) {
            Some((of, there)) if *of == field => Some(std::mem::replace(there, cell)),
            Some(_) | None => {
                self.0.insert(at, (field, cell));
                None
            }
        }
    }

    pub fn remove(&mut self, field: &Field) -> Option<Cell> {
        let at = self.0.iter().position(|(of, _)| of == field)?;
        Some(self.0.remove(at).1)
    }

    pub fn iter(&self) -> Iter<'_> {
        self.0.iter().map(by_field)
    }

    pub fn keys(&self) -> impl Iterator<Item = &Field> {
        self.0.iter().map(|(field, _)| field)
    }

    pub fn values(&self) -> impl Iterator<Item = &Cell> {
        self.0.iter().map(|(_, cell)| cell)
    }

    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Iterates over cells with their fields, in the order of the fields.
pub type Iter<'a> =
    std::iter::Map<slice::Iter<'a, (Field, Cell)>, fn(&'a (Field, Cell)) -> (&'a Field, &'a Cell)>;

const fn by_field(entry: &(Field, Cell)) -> (&Field, &Cell) {
    (&entry.0, &entry.1)
}

impl<'a> IntoIterator for &'a Cells {
    type Item = (&'a Field, &'a Cell);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl FromIterator<(Field, Cell)> for Cells {
    /// If a field has two cells, the later one wins.
    fn from_iter<I: IntoIterator<Item = (Field, Cell)>>(cells: I) -> Self {
        let cells = cells.into_iter();
        let mut row = Self::with_capacity(cells.size_hint().0);
        for (field, cell) in cells {
            row.insert(field, cell);
        }
        row
    }
}

impl<const N: usize> From<[(Field, Cell); N]> for Cells {
    fn from(cells: [(Field, Cell); N]) -> Self {
        cells.into_iter().collect()
    }
}

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeMap::deserialize(deserializer).map(Self::from_iter)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use strum::IntoEnumIterator;

    use super::*;

    proptest! {
        #[test]
        fn cells_are_kept_as_a_map_keeps_them(
            put in prop::collection::vec((prop::sample::select(Field::iter().collect::<Vec<_>>()), "[a-z]{0,3}"), 0..30),
        ) {
            let (mut cells, mut map) = (Cells::default(), BTreeMap::new());
            for (field, text) in put {
                prop_assert_eq!(cells.insert(field, Cell::typed(&text)), map.insert(field, Cell::typed(&text)));
            }
            prop_assert!(cells.iter().eq(map.iter()));
            prop_assert!(Field::iter().all(|field| cells.get(&field) == map.get(&field)));
            let stored = serde_json::to_string(&cells).unwrap();
            prop_assert_eq!(&stored, &serde_json::to_string(&map).unwrap());
            prop_assert_eq!(serde_json::from_str::<Cells>(&stored).unwrap(), cells);
        }
    }
}
