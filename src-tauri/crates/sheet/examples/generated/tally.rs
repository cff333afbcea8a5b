//! Counts what became of many payrolls.

use std::collections::BTreeMap;

use super::{judge::Verdict, payroll::Deserved};

/// Lowest confidence in percent of each band of columns.
const BANDS: [u8; 6] = [98, 95, 90, 85, 80, 0];

/// Payrolls of one class, and how many of them need a question.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    pub files: usize,
    pub asked: usize,
}

#[derive(Debug, Default)]
pub struct Tally {
    /// Payrolls that deserve no question: all headings are known words, and nothing is open.
    pub plain: Share,
    pub deserving: BTreeMap<Deserved, Share>,
    pub people: usize,
    pub lost: usize,
    pub misread: usize,
    pub otherwise: usize,
    /// Columns that were taken without a question, and how many of them are wrong, by band.
    columns: [(usize, usize); BANDS.len()],
    /// How often a question is put where none is deserved, with a seed.
    questions: BTreeMap<String, (usize, u64)>,
    /// Seeds with everything that must not be.
    pub faults: Vec<(u64, Vec<String>)>,
}

impl Tally {
    pub fn add(&mut self, seed: u64, people: usize, deserves: &[Deserved], verdict: &Verdict) {
        let is_asked = !verdict.questions.is_empty();
        let add = |share: &mut Share| {
            share.files += 1;
            share.asked += usize::from(is_asked);
        };
        if deserves.is_empty() {
            add(&mut self.plain);
            for question in &verdict.questions {
                self.questions.entry(question.clone()).or_insert((0, seed)).0 += 1;
            }
        }
        deserves.iter().for_each(|deserved| add(self.deserving.entry(*deserved).or_default()));
        self.people += people;
        self.lost += verdict.lost.len();
        self.misread += verdict.misread.len();
        self.otherwise += verdict.otherwise.len();
        for column in &verdict.silent {
            let band = BANDS.iter().position(|least| column.confidence >= *least).unwrap_or(0);
            if let Some((taken, wrong)) = self.columns.get_mut(band) {
                *taken += 1;
                *wrong += usize::from(!column.is_right);
            }
        }
        let faults = verdict.faults();
        if !faults.is_empty() {
            self.faults.push((seed, faults));
        }
    }

    pub fn merge(mut self, other: Self) -> Self {
        let add = |to: &mut Share, from: Share| {
            to.files += from.files;
            to.asked += from.asked;
        };
        add(&mut self.plain, other.plain);
        other.deserving.iter().for_each(|(of, share)| add(self.deserving.entry(*of).or_default(), *share));
        self.people += other.people;
        self.lost += other.lost;
        self.misread += other.misread;
        self.otherwise += other.otherwise;
        for (to, from) in self.columns.iter_mut().zip(other.columns) {
            *to = (to.0 + from.0, to.1 + from.1);
        }
        for (question, (count, seed)) in other.questions {
            self.questions.entry(question).or_insert((0, seed)).0 += count;
        }
        self.faults.extend(other.faults);
        self
    }

    /// Returns the columns that were taken without a question, and how many of them are wrong.
    fn silent(&self) -> (usize, usize) {
        self.columns.iter().fold((0, 0), |sum, band| (sum.0 + band.0, sum.1 + band.1))
    }

    /// Returns lines with the counts, and the number of columns by confidence.
    pub fn lines(&self) -> Vec<String> {
        let share = |name: &str, share: Share| {
            let hundredths = share.asked * 10_000 / share.files.max(1);
            let percent = format!("{}.{:02} %", hundredths / 100, hundredths % 100);
            format!("{name:<28}{:>8} files, {:>7} with a question ({percent})", share.files, share.asked)
        };
        let mut lines = vec![
            format!(
                "{} people: {} lost, {} misread, {} with another name, bank or currency",
                self.people, self.lost, self.misread, self.otherwise
            ),
            share("no question deserved", self.plain),
        ];
        lines.extend(self.deserving.iter().map(|(of, counted)| share(&format!("{of:?}"), *counted)));
        lines.push("questions where none is deserved:".to_owned());
        let questions = self.questions.iter();
        lines.extend(questions.map(|(text, (count, seed))| format!("{count:>8}  {text}, as in seed {seed}")));
        let (taken, wrong) = self.silent();
        lines.push(format!("columns taken without a question: {taken}, of them wrong: {wrong}"));
        lines.push("confidence   taken silently   wrong".to_owned());
        let bands = BANDS.iter().zip(self.columns);
        lines.extend(bands.map(|(least, (taken, wrong))| format!("{least:>7} %+  {taken:>14}  {wrong:>6}")));
        lines
    }
}
