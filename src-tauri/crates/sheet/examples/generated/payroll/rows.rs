//! Writes the rows of one sheet: titles, headings, sections of people, totals, notes and signatures.

use std::collections::{BTreeMap, BTreeSet};

use paysheet_domain::Field;

use super::{
    Person,
    cells::{Cell, Sheet},
    kinds::{self, Kind},
    layout::{Column, Deserved, Layout},
    person::{self, Common},
    places::texts,
};

/// What a sheet has besides its people.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub sections: usize,
    pub has_total: bool,
    /// Whether all sums of the table have totals, or only what is paid.
    pub totals_everywhere: bool,
    /// Whether the total leaves out who is not to be paid.
    pub leaves_out: bool,
    /// Whether the names of groups stand above the headings.
    pub has_groups: bool,
    pub has_labels: bool,
    pub has_control_sum: bool,
    pub has_headings: bool,
    /// Whether the words of a heading stand in two rows.
    pub has_two_rows: bool,
    pub is_long: bool,
    /// Whether a list of people follows whom its title says not to pay.
    pub has_stopped_list: bool,
}

impl Shape {
    pub fn of(rng: &mut fastrand::Rng) -> Self {
        Self {
            sections: if rng.u8(..4) == 0 { rng.usize(2..5) } else { 1 },
            has_total: rng.bool(),
            totals_everywhere: rng.bool(),
            leaves_out: rng.u8(..4) == 0,
            has_groups: rng.u8(..10) == 0,
            has_labels: rng.u8(..8) == 0,
            has_control_sum: rng.u8(..12) == 0,
            has_headings: rng.u8(..50) > 0,
            has_two_rows: rng.u8(..20) == 0,
            is_long: rng.u8(..150) == 0,
            has_stopped_list: rng.u8(..25) == 0,
        }
    }
}

/// The rows of a sheet, with the truth about them.
pub struct Made {
    pub sheet: Sheet,
    pub people: Vec<Person>,
    pub deserves: BTreeSet<Deserved>,
    /// The columns below the first headings.
    pub columns: Vec<Column>,
    /// The rows of headings, from 1, with the fields that each column below them may be taken for.
    pub headings: BTreeMap<u32, Vec<&'static [Field]>>,
}

struct Maker<'a> {
    rng: &'a mut fastrand::Rng,
    common: &'a Common,
    shape: Shape,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    people: Vec<Person>,
    headings: BTreeMap<u32, Vec<&'static [Field]>>,
    deserves: BTreeSet<Deserved>,
    /// Sums of each kind since the last subtotal, and of all.
    sums: BTreeMap<Kind, [u64; 2]>,
    /// What the file says not to pay, since the last subtotal and of all.
    stopped: [u64; 2],
    /// Index of the first row of the section, and of the table.
    first: [usize; 2],
}

pub fn make(rng: &mut fastrand::Rng, common: &Common, layout: Layout, shape: Shape) -> Made {
    let Layout { columns, deserves } = layout;
    let mut maker = Maker {
        rng,
        common,
        shape,
        columns: columns.clone(),
        rows: Vec::new(),
        people: Vec::new(),
        headings: BTreeMap::new(),
        deserves,
        sums: BTreeMap::new(),
        stopped: [0; 2],
        first: [0; 2],
    };
    maker.above();
    maker.table();
    maker.control_sum();
    maker.below();
    let sheet = Sheet { rows: maker.rows, ..Sheet::default() };
    let Maker { people, deserves, headings, .. } = maker;
    Made { sheet, people, deserves, columns, headings }
}

fn number(rows: usize) -> u32 {
    u32::try_from(rows).unwrap_or(u32::MAX)
}

/// Names of groups of columns, above the first of them.
const GROUPS: [(Kind, &str); 4] = [
    (Kind::Basic, "EARNINGS"),
    (Kind::Gross, "EARNINGS"),
    (Kind::Tax, "DEDUCTIONS"),
    (Kind::Deduction, "DEDUCTIONS"),
];

/// The place of a sum in `Maker::sums`.
const SECTION: usize = 0;
const ALL: usize = 1;

impl Maker<'_> {
    fn pick(&mut self, of: &[&'static str]) -> &'static str {
        self.rng.choice(of.iter().copied()).unwrap_or("")
    }

    fn blank(&mut self) {
        self.rows.push(Vec::new());
    }

    /// Writes titles, labels with their values, and the names of groups of columns.
    fn above(&mut self) {
        let words = texts(self.common.place.language);
        for _ in 0..self.rng.usize(..5) {
            let title = self.pick(words.titles);
            self.rows.push(vec![Cell::text(title)]);
        }
        if self.shape.has_labels {
            let account = Cell::Digits(format!("{:010}", self.common.company_account));
            let bank = self.common.place.banks.first().map_or("", |(_, name)| name);
            self.rows.push(vec![Cell::text("Account Number:"), account]);
            self.rows.push(vec![Cell::text("Bank:"), Cell::text(bank)]);
        }
        if self.shape.has_control_sum {
            self.rows.push(vec![Cell::text("Number of staff:")]);
            self.rows.push(vec![Cell::text("Total:")]);
        }
        if self.rng.bool() && !self.rows.is_empty() {
            self.blank();
        }
        if self.shape.has_groups {
            let group = |column: &Column| {
                let is_group = |(first, _): &&(Kind, &str)| *first == column.kind;
                GROUPS.iter().find(is_group).map_or(Cell::Empty, |(_, name)| Cell::text(name))
            };
            self.rows.push(self.columns.iter().map(group).collect());
        }
    }

    fn headings(&mut self) {
        let fields = || self.columns.iter().map(|column| kinds::fields(column.kind)).collect();
        if !self.shape.has_headings {
            self.deserves.insert(Deserved::NoHeadings);
            self.headings.insert(0, fields());
            return;
        }
        let split = |heading: &str| match heading.split_once(' ') {
            Some((first, rest)) if self.shape.has_two_rows => [first.to_owned(), rest.to_owned()],
            Some(_) | None => [heading.to_owned(), String::new()],
        };
        let (first, second): (Vec<Cell>, Vec<Cell>) = self
            .columns
            .iter()
            .map(|column| split(&column.heading))
            .map(|[first, second]| (Cell::text(&first), Cell::text(&second)))
            .unzip();
        self.headings.insert(number(self.rows.len()) + 1, fields());
        self.rows.push(first);
        if second.iter().any(|cell| *cell != Cell::Empty) {
            self.rows.push(second);
        }
    }

    fn table(&mut self) {
        let words = texts(self.common.place.language);
        self.headings();
        self.first = [self.rows.len(); 2];
        for section in 0..self.shape.sections {
            if section > 0 {
                self.between_sections();
            }
            if self.shape.sections > 1 && self.rng.u8(..3) == 0 {
                let title = self.pick(words.departments).to_uppercase();
                self.rows.push(vec![Cell::Text(title)]);
            }
            self.first = [self.rows.len(), self.first.get(ALL).copied().unwrap_or(0)];
            let people = if self.shape.is_long { self.rng.usize(230..420) } else { self.rng.usize(2..14) };
            (0..people).for_each(|_| self.person());
            if self.shape.sections > 1 {
                let label = self.pick(words.subtotals);
                self.total(label, SECTION);
            }
        }
        if self.shape.has_total {
            let label = self.pick(words.totals);
            self.total(label, ALL);
        }
        if self.shape.has_stopped_list {
            self.stopped_list();
        }
    }

    /// Writes a list of people below a title that says not to pay them.
    fn stopped_list(&mut self) {
        self.blank();
        let title = self.pick(texts(self.common.place.language).stopping_titles);
        self.rows.push(vec![Cell::text(title)]);
        let from = self.people.len();
        (0..self.rng.usize(1..5)).for_each(|_| self.person());
        self.people.iter_mut().skip(from).for_each(|person| person.is_stopped = true);
        // Totals above it are without these people.
        if self.shape.has_total || self.shape.has_control_sum || self.shape.sections > 1 {
            self.deserves.insert(Deserved::OtherTotal);
        }
    }

    /// Writes a gap, and perhaps the headings again, also in another order.
    fn between_sections(&mut self) {
        if self.rng.bool() {
            self.blank();
        }
        match self.rng.u8(..4) {
            0 if self.shape.has_headings => self.headings(),
            1 if self.shape.has_headings => {
                self.rng.shuffle(&mut self.columns);
                self.headings();
            }
            _ => {}
        }
    }

    fn person(&mut self) {
        if self.rng.u8(..25) == 0 {
            self.blank();
        }
        let kinds: Vec<Kind> = self.columns.iter().map(|column| column.kind).collect();
        let number_of_person = number(self.people.len()) + 1;
        let values = person::values(self.rng, self.common, number_of_person, &kinds);
        let cells: Vec<Cell> = kinds.iter().map(|kind| values.cell(self.rng, *kind, self.common)).collect();
        for (kind, cell) in kinds.iter().zip(&cells) {
            if let Cell::Amount(minor) = cell {
                self.sums.entry(*kind).or_default().iter_mut().for_each(|sum| *sum += minor);
            }
        }
        if values.person.is_stopped {
            self.stopped.iter_mut().for_each(|sum| *sum += values.paid());
        }
        self.rows.push(cells.into_iter().chain(values.behind(self.common)).collect());
        let row = number(self.rows.len());
        self.people.push(Person { row, ..values.person });
    }

    /// Writes the sums of a section or of all people.
    fn total(&mut self, label: &str, of: usize) {
        let from = self.first.get(of).copied().unwrap_or(0);
        let to = self.rows.len();
        let left_out = if self.shape.leaves_out { self.stopped.get(of).copied().unwrap_or(0) } else { 0 };
        if left_out > 0 {
            self.deserves.insert(Deserved::OtherTotal);
        }
        let sum = |kind: Kind| self.sums.get(&kind).and_then(|sums| sums.get(of)).copied();
        let cell = |column: &Column| {
            let is_summed = self.shape.totals_everywhere && column.kind != Kind::Rate;
            let less = if column.kind == Kind::Paid { left_out } else { 0 };
            let sum = sum(column.kind).filter(|_| is_summed || column.kind == Kind::Paid);
            sum.map_or(Cell::Empty, |sum| Cell::Sum(sum - less, from, to))
        };
        let mut cells: Vec<Cell> = self.columns.iter().map(cell).collect();
        let is_named = |column: &Column| matches!(column.kind, Kind::Name | Kind::FamilyName);
        let place = self.columns.iter().position(is_named).unwrap_or(0);
        if let Some(cell) = cells.get_mut(place) {
            *cell = Cell::text(label);
        }
        self.rows.push(cells);
        self.sums.values_mut().for_each(|[section, _]| *section = 0);
        self.stopped[SECTION] = 0;
    }

    /// Fills in the number of people and their sum above the table.
    fn control_sum(&mut self) {
        let all = self.sums.get(&Kind::Paid).and_then(|sums| sums.get(ALL)).copied().unwrap_or(0);
        let values = [Cell::Number(self.people.len().to_string()), Cell::Amount(all)];
        let labels = self.rows.iter_mut().take_while(|row| row.len() < 2 || !self.shape.has_control_sum);
        let is_label =
            |row: &&mut Vec<Cell>| matches!(row.as_slice(), [Cell::Text(text)] if text.ends_with(':'));
        labels.filter(is_label).zip(values).for_each(|(row, value)| row.push(value));
    }

    /// Writes signatures and notes.
    fn below(&mut self) {
        let words = texts(self.common.place.language);
        if self.rng.u8(..3) == 0 {
            self.blank();
            for _ in 0..self.rng.usize(1..3) {
                let line = self.rng.choice(words.below.iter().copied()).unwrap_or_default();
                self.rows.push(line.iter().map(|text| Cell::text(text)).collect());
            }
        }
    }
}
