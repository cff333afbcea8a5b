//! The directory: every destination of some countries, and finding the one that a file names by name or code.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    str::FromStr,
    sync::LazyLock,
};

use super::{
    everywhere::Everywhere,
    listed::{Bank, BankKind, ListedBranch},
    spelling::{Normalised, significant_words},
};
use crate::banks::country::Country;

/// One destination per line: country tag, code, kind, name, and other spellings separated by `|`. Codes are the
/// public ones for Nigeria, Kenya, South Africa and Ghana, and invented in a similar form for the other countries.
static EMBEDDED_TSV: &str = include_str!("../../../data/banks.tsv");

/// Minimum similarity (Jaro-Winkler, 0 to 1) of an unknown name to a known one for a suggestion.
pub(super) const SUGGESTION_LIKENESS_MIN: f64 = 0.87;
/// Names whose lengths differ by more than this are not compared: they are not misspellings of the same name.
const SUGGESTION_LENGTH_DIFFERENCE_MAX: usize = 4;

/// The destinations of some countries, and the search by the names that files use.
#[derive(Clone, Debug, Default)]
pub struct BankDirectory {
    pub(super) banks: Vec<Bank>,
    /// Other spellings of each bank, by the same index as `banks`.
    aliases: Vec<Vec<String>>,
    /// The first so many of `banks` are the service's; those after them stand in for lists that it did not give.
    pub(super) listed: usize,
    pub(super) countries: HashMap<Country, CountryIndex>,
    pub(super) everywhere: Everywhere,
    /// Indexes into `banks`, by the keys of confirmed spellings.
    pub(super) confirmed: HashMap<(Country, String), usize>,
    pub(super) branches: Branches,
}

/// The branches of a country's banks by the bank's code.
pub(super) type Branches = HashMap<(Country, String), Vec<ListedBranch>>;

/// The banks that a name in a file can mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BankMatch<'a> {
    One(&'a Bank),
    /// Several banks fit; the best one is first.
    Several(Vec<&'a Bank>),
    /// No bank is certain. The nearest by spelling, if there is a near one, may be suggested.
    None(Option<&'a Bank>),
}

/// Indexes into `BankDirectory::banks`, by every key under which a bank of one country can be found.
#[derive(Clone, Debug, Default)]
pub(super) struct CountryIndex {
    pub(super) codes: HashMap<String, usize>,
    names: HashMap<String, Vec<usize>>,
    aliases: HashMap<String, Vec<usize>>,
    spellings: Vec<Spelling>,
    /// All words of the spellings.
    words: HashSet<String>,
    /// Names and other spellings letter for letter, as most rows of most files contain them.
    as_written: HashMap<String, usize>,
}

/// One spelling of one bank's name.
#[derive(Clone, Debug)]
struct Spelling {
    bank: usize,
    key: String,
    words: BTreeSet<String>,
}

impl BankDirectory {
    /// Returns the directory that is built into the program: every destination of the interface's table.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<BankDirectory> = LazyLock::new(|| {
            let (banks, aliases) = EMBEDDED_TSV.lines().filter_map(parse_line).unzip();
            BankDirectory::index(banks, aliases, 0)
        });
        &EMBEDDED
    }

    /// Creates a directory of the destinations that the service lists. If the embedded directory has a listed name,
    /// its other spellings are added here too, whatever code the service uses.
    #[must_use]
    pub fn of(banks: Vec<Bank>) -> Self {
        Self::with_stand_ins(banks, Vec::new())
    }

    /// As [`BankDirectory::of`], with the embedded destinations that stand in for the lists that the service did not
    /// give. They are found and shown, but their codes are not confirmed.
    #[must_use]
    pub fn with_stand_ins(listed: Vec<Bank>, stand_ins: Vec<Bank>) -> Self {
        let embedded = Self::embedded();
        let confirmed = listed.len();
        let mut aliases: Vec<Vec<String>> = Vec::with_capacity(confirmed + stand_ins.len());
        let mut banks = listed;
        banks.extend(stand_ins);
        for bank in &mut banks {
            // A service may list wallets among its banks; their accounts are telephone numbers all the same.
            aliases.push(match embedded.find(bank.country, &bank.name) {
                BankMatch::One(known) => {
                    if known.kind == BankKind::MobileMoney {
                        bank.kind = BankKind::MobileMoney;
                    }
                    embedded.spellings_of(known)
                }
                BankMatch::Several(_) | BankMatch::None(_) => Vec::new(),
            });
        }
        Self::index(banks, aliases, confirmed)
    }

    /// Whether the service itself listed the destination with this code. A code of the embedded list may be another
    /// bank's there, or nobody's.
    #[must_use]
    pub fn is_confirmed(&self, country: Country, code: &str) -> bool {
        let at = self.countries.get(&country).and_then(|index| index.codes.get(code.trim()));
        at.is_some_and(|at| *at < self.listed)
    }

    /// Whether a code is a bank's. A wallet is none, even if the service lists it among its banks.
    #[must_use]
    pub fn is_bank(&self, country: Country, code: &str) -> bool {
        self.by_code(country, code).is_some_and(|bank| bank.kind == BankKind::Bank)
    }

    /// Whether a name is this destination's and no other's.
    #[must_use]
    pub fn names_only(&self, country: Country, name: &str, code: &str) -> bool {
        matches!(self.find(country, name), BankMatch::One(bank) if bank.code == code)
    }

    /// Whether both have the same destinations in a country, from the same source, under the same confirmed spellings, with
    /// the same branches.
    #[must_use]
    pub fn is_same_in(&self, country: Country, other: &Self) -> bool {
        self.in_country_with_source(country).eq(other.in_country_with_source(country))
            && self.has_confirmed_of(other, country)
            && other.has_confirmed_of(self, country)
            && self.has_branches_as(other, country)
    }

    fn in_country_with_source(&self, country: Country) -> impl Iterator<Item = (&Bank, bool)> {
        let of_country = self.banks.iter().enumerate().filter(move |(_, bank)| bank.country == country);
        of_country.map(|(at, bank)| (bank, at < self.listed))
    }

    #[must_use]
    pub fn by_code(&self, country: Country, code: &str) -> Option<&Bank> {
        self.banks.get(*self.countries.get(&country)?.codes.get(code.trim())?)
    }

    /// Returns the destinations of a country, in the directory's order.
    pub fn in_country(&self, country: Country) -> impl Iterator<Item = &Bank> {
        self.banks.iter().filter(move |bank| bank.country == country)
    }

    /// Finds the destination that a file means by `text`: its code, its name, or another spelling of it.
    #[must_use]
    pub fn find(&self, country: Country, text: &str) -> BankMatch<'_> {
        let as_written = self.countries.get(&country).and_then(|index| index.as_written.get(text));
        match as_written.and_then(|at| self.banks.get(*at)) {
            Some(bank) => BankMatch::One(bank),
            None => self.find_by_words(country, text),
        }
    }

    /// Whether a text is a name or another spelling of a destination, letter for letter.
    pub(super) fn is_as_written(&self, country: Country, text: &str) -> bool {
        self.countries.get(&country).is_some_and(|index| index.as_written.contains_key(text))
    }

    fn find_by_words(&self, country: Country, text: &str) -> BankMatch<'_> {
        let whole = self.find_whole(country, text);
        if !matches!(whole, BankMatch::None(_)) {
            return whole;
        }
        // "Guaranty Trust Bank (GTB)": two names of one bank.
        let Some((before, after)) = text.split_once('(') else { return whole };
        let inside = after.split(')').next().unwrap_or_default();
        match (self.find_whole(country, before), self.find_whole(country, inside)) {
            (BankMatch::One(bank), BankMatch::One(same)) if bank.code == same.code => BankMatch::One(bank),
            _ => whole,
        }
    }

    fn find_whole(&self, country: Country, text: &str) -> BankMatch<'_> {
        let words = significant_words(text);
        match self.exactly(country, text, &words).as_slice() {
            [] => BankMatch::None(self.nearest(country, &words)),
            [at] => self.banks.get(*at).map_or(BankMatch::None(None), BankMatch::One),
            several => BankMatch::Several(several.iter().filter_map(|at| self.banks.get(*at)).collect()),
        }
    }

    /// Returns the destinations that a text with these words names, without similar names.
    pub(super) fn exactly(&self, country: Country, text: &str, words: &[String]) -> Vec<usize> {
        let Some(index) = self.countries.get(&country) else { return Vec::new() };
        if let Some(at) = index.codes.get(text.trim()) {
            return vec![*at];
        }
        let query = Normalised::of_words(country, words);
        query
            .keys()
            .find_map(|key| index.names.get(&key).or_else(|| index.aliases.get(&key)))
            .map_or_else(|| index.naming_all_of(&query), Clone::clone)
    }

    fn nearest(&self, country: Country, words: &[String]) -> Option<&Bank> {
        let query = Normalised::of_words(country, words);
        let full = query.keys().next()?;
        self.banks.get(self.countries.get(&country)?.nearest(&full, &query)?)
    }

    /// Returns the other spellings of a destination, such as abbreviations.
    #[must_use]
    pub fn aliases(&self, country: Country, code: &str) -> &[String] {
        let at = self.countries.get(&country).and_then(|index| index.codes.get(code.trim()));
        at.and_then(|at| self.aliases.get(*at)).map_or(&[], Vec::as_slice)
    }

    fn spellings_of(&self, bank: &Bank) -> Vec<String> {
        let Some(at) = self.banks.iter().position(|known| known == bank) else { return Vec::new() };
        let others = self.aliases.get(at).into_iter().flatten();
        std::iter::once(&bank.name).chain(others).cloned().collect()
    }

    fn index(banks: Vec<Bank>, aliases: Vec<Vec<String>>, listed: usize) -> Self {
        let mut countries: HashMap<Country, CountryIndex> = HashMap::new();
        let mut everywhere = Everywhere::default();
        for (at, bank) in banks.iter().enumerate() {
            let index = countries.entry(bank.country).or_default();
            index.codes.entry(bank.code.clone()).or_insert(at);
            everywhere.add_code(&bank.code, bank.country);
            let name = Normalised::of(bank.country, &bank.name);
            everywhere.add_name(&name);
            add_keys(&mut index.names, &name, at);
            index.add_spelling(name, at);
            for alias in aliases.get(at).into_iter().flatten() {
                let alias = Normalised::of(bank.country, alias);
                everywhere.add_name(&alias);
                add_keys(&mut index.aliases, &alias, at);
                index.add_spelling(alias, at);
            }
        }
        let mut directory = Self { banks, aliases, listed, countries, everywhere, ..Self::default() };
        directory.index_as_written();
        directory
    }

    fn index_as_written(&mut self) {
        let spellings = self.banks.iter().zip(&self.aliases);
        let spellings = spellings
            .flat_map(|(bank, others)| others.iter().chain([&bank.name]).map(|text| (bank.country, text)));
        let found: Vec<(Country, String, usize)> = spellings
            .filter_map(|(country, text)| match self.find_by_words(country, text) {
                BankMatch::One(bank) => {
                    let at = self.banks.iter().position(|known| std::ptr::eq(known, bank))?;
                    Some((country, text.clone(), at))
                }
                BankMatch::Several(_) | BankMatch::None(_) => None,
            })
            .collect();
        for (country, text, at) in found {
            self.countries.entry(country).or_default().as_written.insert(text, at);
        }
    }
}

impl CountryIndex {
    fn add_spelling(&mut self, name: Normalised, bank: usize) {
        let key = name.full.concat();
        // "Access" and "Access Bank" have the same key here.
        if self.spellings.iter().rev().take_while(|s| s.bank == bank).any(|s| s.key == key) {
            return;
        }
        self.words.extend(name.full.iter().cloned());
        self.spellings.push(Spelling { bank, key, words: name.full.into_iter().collect() });
    }

    /// Returns the banks whose name contains every word. The one with the fewest other words comes first.
    fn naming_all_of(&self, query: &Normalised) -> Vec<usize> {
        // Most texts have a word that is in no name.
        if !query.is_distinctive() || !query.loose.iter().all(|word| self.words.contains(word)) {
            return Vec::new();
        }
        let holds = |spelling: &&Spelling| query.loose.iter().all(|word| spelling.words.contains(word));
        let mut found: Vec<_> =
            self.spellings.iter().filter(holds).map(|s| (s.words.len(), s.bank)).collect();
        found.sort_unstable();
        let mut seen = BTreeSet::new();
        found.into_iter().map(|(_, bank)| bank).filter(|bank| seen.insert(*bank)).collect()
    }

    /// Returns the bank with the name most similar to `key`, or the only one whose whole name is in the text.
    fn nearest(&self, key: &str, query: &Normalised) -> Option<usize> {
        if !query.is_distinctive() {
            return None;
        }
        let alike = self
            .spellings
            .iter()
            .filter(|s| s.key.len().abs_diff(key.len()) <= SUGGESTION_LENGTH_DIFFERENCE_MAX)
            .map(|s| (strsim::jaro_winkler(&s.key, key), s.bank))
            .filter(|(likeness, _)| *likeness >= SUGGESTION_LIKENESS_MIN)
            .max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, bank)) = alike {
            return Some(bank);
        }
        let inside = |s: &&Spelling| s.words.iter().all(|word| query.full.contains(word));
        let banks: BTreeSet<usize> = self.spellings.iter().filter(inside).map(|s| s.bank).collect();
        banks.first().copied().filter(|_| banks.len() == 1)
    }
}

fn add_keys(map: &mut HashMap<String, Vec<usize>>, name: &Normalised, at: usize) {
    for key in name.keys() {
        let banks = map.entry(key).or_default();
        if !banks.contains(&at) {
            banks.push(at);
        }
    }
}

fn parse_line(line: &str) -> Option<(Bank, Vec<String>)> {
    let mut fields = line.split('\t');
    let country = Country::from_str(fields.next()?).ok()?;
    let code = fields.next()?.to_owned();
    let kind = match fields.next()? {
        "bank" => BankKind::Bank,
        "mobile_money" => BankKind::MobileMoney,
        _ => return None,
    };
    let name = fields.next()?.to_owned();
    let aliases = fields.next()?.split('|').filter(|alias| !alias.is_empty()).map(str::to_owned).collect();
    Some((Bank { code, name, kind, country }, aliases))
}

#[cfg(test)]
mod tests;
