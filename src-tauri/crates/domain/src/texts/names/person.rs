//! Whether the bank's name of an account holder and the payroll's name of a person are one person's. Banks write the
//! surname first, in capitals, with middle names that payrolls omit, and cut long names.
//!
//! Two whole names in common, and nothing that contradicts, are a match. The rates of both errors are computed over
//! `data/name_pairs.tsv`.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::variants::is_similar;

/// What the comparison of two names says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameVerdict {
    /// One person, as far as names can tell.
    Match,
    /// Perhaps one person: a name is spelled differently, abbreviated, missing or added. A person decides.
    Close,
    /// Two people.
    Different,
}

const TITLES: &[&str] = &[
    "mr",
    "mrs",
    "ms",
    "miss",
    "mister",
    "madam",
    "dr",
    "prof",
    "engr",
    "chief",
    "alhaji",
    "alhaja",
    "alh",
    "hajia",
    "haj",
    "mallam",
    "malam",
    "mal",
    "pastor",
    "pst",
    "rev",
    "revd",
    "bro",
    "sis",
    "sir",
    "hon",
    "barr",
    "barrister",
    "arc",
    "surv",
    "otunba",
    "evang",
    "apostle",
    "bishop",
    "deacon",
    "deaconess",
    "dcn",
    "elder",
    "prince",
    "princess",
    "capt",
    "sgt",
    "cpl",
    "insp",
    "esq",
];
/// Words that distinguish a father from a son of the same name.
const GENERATIONS: &[(&str, bool)] = &[
    ("jnr", true),
    ("jr", true),
    ("junior", true),
    ("ii", true),
    ("iii", true),
    ("snr", false),
    ("sr", false),
    ("senior", false),
];
/// Words of the names of businesses, in which a person's name may occur.
const BUSINESS: &[&str] = &[
    "enterprise",
    "enterprises",
    "ent",
    "ventures",
    "venture",
    "trading",
    "stores",
    "store",
    "global",
    "services",
    "service",
    "resources",
    "concept",
    "concepts",
    "investment",
    "investments",
    "sons",
    "daughters",
    "brothers",
    "bros",
    "international",
    "intl",
    "business",
    "farms",
    "farm",
    "foods",
    "kitchen",
    "school",
    "schools",
    "ministries",
    "ministry",
    "church",
    "cooperative",
    "foundation",
    "hospital",
    "pharmacy",
    "motors",
    "logistics",
    "consult",
    "consulting",
    "associates",
    "fashion",
    "fashions",
    "boutique",
    "salon",
    "electronics",
    "construction",
    "properties",
    "communications",
    "group",
    "association",
    "works",
];
/// Words that a business may have beside its name.
const LEGAL_FORMS: &[&str] =
    &["ltd", "limited", "nig", "nigeria", "ghana", "gh", "plc", "company", "co", "llc", "inc"];
/// Words that join the holders of one account.
const JOINERS: &[&str] = &["and", "or", "n"];
/// From this length on, a bank may have cut the name: systems cut at 20 to 40 characters.
const CUT_NAME_CHARS_MIN: usize = 20;
/// The least letters of a word that a bank has cut.
const CUT_WORD_LETTERS_MIN: usize = 3;

/// Compares the name of an account's holder with the name of the person who is paid; the order does not matter.
#[must_use]
pub fn compare_names(holder: &str, name: &str) -> NameVerdict {
    let (mut one, mut other) = (PersonName::of(holder), PersonName::of(name));
    one.split_joined(&other);
    other.split_joined(&one);
    one.drop_titles(&other);
    other.drop_titles(&one);
    let are_both_generations =
        one.is_junior != other.is_junior && one.is_junior.is_some() && other.is_junior.is_some();
    let is_doubtful = one.is_business != other.is_business
        || one.is_joint != other.is_joint
        || one.is_junior != other.is_junior;
    match verdict(&one, &other) {
        NameVerdict::Match if are_both_generations => NameVerdict::Different,
        NameVerdict::Match if is_doubtful => NameVerdict::Close,
        verdict @ (NameVerdict::Match | NameVerdict::Close | NameVerdict::Different) => verdict,
    }
}

/// Returns a name in lower case, with plain letters in place of accented ones.
#[must_use]
pub fn unaccented(name: &str) -> String {
    name.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).map(plain_letter).collect()
}

/// A name as it is compared: words in lower case without accents, in their order.
#[derive(Debug)]
struct PersonName {
    words: Vec<String>,
    /// The last word may be the beginning of a longer one.
    is_cut: bool,
    is_business: bool,
    is_joint: bool,
    is_junior: Option<bool>,
}

impl PersonName {
    fn of(text: &str) -> Self {
        let is_joint = text.contains('&');
        let plain: String = unaccented(text).chars().filter(|c| !is_apostrophe(*c)).collect();
        let words = || plain.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let mut name = Self {
            words: Vec::new(),
            is_cut: text.trim().chars().count() >= CUT_NAME_CHARS_MIN,
            is_business: false,
            is_joint,
            is_junior: None,
        };
        for word in words() {
            if let Some((_, is_junior)) = GENERATIONS.iter().find(|(known, _)| *known == word) {
                name.is_junior = Some(*is_junior);
            } else if LEGAL_FORMS.contains(&word) {
                name.is_business = true;
            } else if JOINERS.contains(&word) {
                // A single n is an initial, unless it stands between words.
                name.is_joint |= word != "n";
                if word == "n" {
                    name.words.push(word.to_owned());
                }
            } else {
                name.is_business |= BUSINESS.contains(&word);
                name.words.push(word.to_owned());
            }
        }
        // Of such words alone, they are the name.
        if name.words.is_empty() {
            name.words = words().map(str::to_owned).collect();
        }
        name
    }

    /// Splits words that the other name has in two: `Abdulrahman` and `Abdul-Rahman`, `DeSouza` and `De Souza`.
    fn split_joined(&mut self, other: &Self) {
        let parts = |word: &String| {
            other.words.iter().enumerate().find_map(|(at, first)| {
                let rest = word.strip_prefix(first.as_str()).filter(|rest| !rest.is_empty())?;
                let has_rest = other.words.iter().enumerate().any(|(also, last)| also != at && last == rest);
                has_rest.then(|| [first.clone(), rest.to_owned()])
            })
        };
        let split = self.words.iter().flat_map(|word| match parts(word) {
            Some(parts) if !other.words.contains(word) => parts.to_vec(),
            Some(_) | None => vec![word.clone()],
        });
        self.words = split.collect();
    }

    /// Drops titles that the other name does not have, unless they are needed as names: `Prince Okoro`.
    fn drop_titles(&mut self, other: &Self) {
        let is_title = |word: &String| TITLES.contains(&word.as_str()) && !other.words.contains(word);
        let names = self.words.iter().filter(|word| !is_title(word) && word.chars().count() > 1).count();
        if names >= 2 {
            self.words.retain(|word| !is_title(word));
        }
    }

    fn sorted_words(&self) -> Vec<&str> {
        let mut words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        words.sort_unstable();
        words
    }

    fn is_cut_to(&self, at: usize, whole: &str) -> bool {
        let Some(word) = self.words.get(at) else { return false };
        self.is_cut
            && at + 1 == self.words.len()
            && word.chars().count() >= CUT_WORD_LETTERS_MIN
            && whole.starts_with(word.as_str())
    }
}

const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '`' | '\u{2018}' | '\u{2019}' | '\u{2bc}' | '\u{b4}')
}

/// Letters of Nigerian and Ghanaian languages that decompose into none of the alphabet.
const fn plain_letter(c: char) -> char {
    match c {
        '\u{25b}' => 'e',
        '\u{254}' => 'o',
        '\u{14b}' => 'n',
        '\u{253}' => 'b',
        '\u{257}' => 'd',
        '\u{199}' => 'k',
        '\u{1b4}' => 'y',
        c => c,
    }
}

/// How two words fit, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Equal,
    /// One is the other's beginning, where the name was cut.
    Cut,
    Similar,
    Initial,
}

/// How many words of two names fit, each word to one of the other's.
#[derive(Debug, Default)]
struct Fits {
    equal: usize,
    cut: usize,
    similar: usize,
    initial: usize,
    /// Words without a counterpart, initials apart.
    left: [usize; 2],
    /// Initials without a counterpart.
    initials_left: [usize; 2],
    /// Whose last word was cut.
    is_cut: [bool; 2],
}

fn verdict(one: &PersonName, other: &PersonName) -> NameVerdict {
    if !one.words.is_empty() && one.sorted_words() == other.sorted_words() {
        return NameVerdict::Match;
    }
    let fits = Fits::of(one, other);
    let whole = fits.equal + fits.cut;
    let is_one_word = one.words.len().min(other.words.len()) == 1;
    if is_one_word {
        let is_all = fits.equal == 1 && fits.left == [0, 0] && fits.initials_left == [0, 0];
        return match (is_all, whole) {
            (true, _) => NameVerdict::Match,
            (false, 0) => NameVerdict::Different,
            (false, _) => NameVerdict::Close,
        };
    }
    // Middle names may be missing on one side. On both sides they contradict each other, and so does an initial.
    let [left, left_other] = fits.left;
    let [initials, initials_other] = fits.initials_left;
    let contradicts = left_other > 0 && left + initials > 0 || left > 0 && initials_other > 0;
    // A bank cuts at the end: all words before it are the other name's.
    let is_cut_whole =
        (0..2).all(|side| !fits.is_cut[side] || fits.left[side] == 0 && fits.initials_left[side] == 0);
    if whole >= 2 && fits.equal >= 1 && fits.similar == 0 && !contradicts && is_cut_whole {
        return NameVerdict::Match;
    }
    let is_covered = left == 0 || left_other == 0;
    if (whole + fits.similar >= 2) || (is_covered && whole >= 1 && fits.initial >= 1) {
        return NameVerdict::Close;
    }
    NameVerdict::Different
}

impl Fits {
    /// Pairs the words, the best fits first.
    fn of(one: &PersonName, other: &PersonName) -> Self {
        let mut pairs = Vec::new();
        for at in 0..one.words.len() {
            for other_at in 0..other.words.len() {
                pairs.extend(fit(one, at, other, other_at).map(|fit| (fit, at, other_at)));
            }
        }
        pairs.sort_unstable();
        let mut fits = Self::default();
        let (mut used, mut used_other) = (vec![false; one.words.len()], vec![false; other.words.len()]);
        for (fit, at, other_at) in pairs {
            let (Some(mine), Some(theirs)) = (used.get_mut(at), used_other.get_mut(other_at)) else {
                continue;
            };
            if *mine || *theirs {
                continue;
            }
            (*mine, *theirs) = (true, true);
            if fit == Fit::Cut {
                fits.is_cut =
                    [one.is_cut_to(at, &other.words[other_at]), other.is_cut_to(other_at, &one.words[at])];
            }
            *match fit {
                Fit::Equal => &mut fits.equal,
                Fit::Cut => &mut fits.cut,
                Fit::Similar => &mut fits.similar,
                Fit::Initial => &mut fits.initial,
            } += 1;
        }
        let rest = |name: &PersonName, used: &[bool], initials: bool| {
            let unused = name.words.iter().zip(used).filter(|(_, used)| !**used);
            unused.filter(|(word, _)| (word.chars().count() == 1) == initials).count()
        };
        fits.left = [rest(one, &used, false), rest(other, &used_other, false)];
        fits.initials_left = [rest(one, &used, true), rest(other, &used_other, true)];
        fits
    }
}

fn fit(one: &PersonName, at: usize, other: &PersonName, other_at: usize) -> Option<Fit> {
    let (word, whole) = (one.words.get(at)?, other.words.get(other_at)?);
    let is_initial = |short: &str, long: &str| short.chars().count() == 1 && long.starts_with(short);
    if word.chars().count() > 1 && word == whole {
        Some(Fit::Equal)
    } else if is_initial(word, whole) || is_initial(whole, word) {
        Some(Fit::Initial)
    } else if one.is_cut_to(at, whole) || other.is_cut_to(other_at, word) {
        Some(Fit::Cut)
    } else {
        is_similar(word, whole).then_some(Fit::Similar)
    }
}

#[cfg(test)]
mod tests;
