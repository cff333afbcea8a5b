//! The words with which files say that a person is not to be paid, in English and French.

use std::{
    collections::HashSet,
    sync::{LazyLock, OnceLock},
};

use aho_corasick::AhoCorasick;
use paysheet_domain::checks::comparable;

use crate::vocabulary::{HeadingGroup, recognise, spellings};

static WORDS_TSV: &str = include_str!("../../../../data/not_to_pay.tsv");

pub(crate) static WORDS: LazyLock<Words> = LazyLock::new(|| Words::parse(WORDS_TSV));

/// How much of a cell is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// Words anywhere in the text, and those that count alone.
    Anywhere,
    /// Only words that count alone.
    Whole,
    /// Only phrases, and words that count anywhere and are alone: a shop has a cash department, and `Hold` is a place.
    Place,
    /// Only phrases of several words.
    Phrases,
    /// Ways of payment, and phrases.
    Kinds,
}

#[derive(Debug, Default)]
pub(crate) struct Words {
    within: Vec<String>,
    whole: HashSet<&'static str>,
    undated: HashSet<&'static str>,
    accented: HashSet<&'static str>,
    before_sign: HashSet<&'static str>,
    tail: HashSet<&'static str>,
    unless: Vec<String>,
    title: Vec<String>,
    title_whole: HashSet<&'static str>,
    title_unless: Vec<String>,
    title_paid: Vec<String>,
    group: Vec<String>,
    below: Vec<String>,
    sentence: Vec<String>,
    otherwise: HashSet<&'static str>,
    otherwise_beside: HashSet<&'static str>,
    otherwise_amount: HashSet<&'static str>,
    otherwise_mode: Vec<String>,
    otherwise_code: HashSet<&'static str>,
    transfer: Vec<String>,
    mode_heading: HashSet<&'static str>,
    kind_heading: HashSet<&'static str>,
    mode: HashSet<&'static str>,
    mode_beside: HashSet<&'static str>,
    replaces: Vec<String>,
    in_name: Vec<String>,
    beside_name: HashSet<&'static str>,
    places: Vec<String>,
    states: Vec<String>,
    flags: HashSet<&'static str>,
    flags_beside: HashSet<&'static str>,
    subjects: Vec<String>,
    pay_flags: HashSet<&'static str>,
    reasons: HashSet<&'static str>,
    no_reason: HashSet<&'static str>,
    yes: HashSet<&'static str>,
    no: HashSet<&'static str>,
    /// The longest word of each of the words above. Of a hundred thousand texts, few contain one.
    prefilter: Option<AhoCorasick>,
    any: OnceLock<AnyOf>,
}

/// Searches for all words of a list at once. They are built for the first text that may contain one.
#[derive(Debug)]
struct AnyOf {
    within: Option<AhoCorasick>,
    /// Those of `within` that have several words.
    phrase: Option<AhoCorasick>,
    unless: Option<AhoCorasick>,
}

/// Signs between a name and a remark about it. A hyphen counts only after a space: names have hyphens.
/// A comma stands between a family name and the others.
const BESIDE_NAME: [char; 11] = ['(', ')', '[', ']', '/', '*', ':', ';', '|', '–', '—'];

/// Number of letters of the shortest flag that may have a wrong one. `Black` is not `Block`.
const MISSPELT_FLAG_CHARS_MIN: usize = 6;
/// The same for the words beside a flag.
const MISSPELT_BESIDE_FLAG_CHARS_MIN: usize = 5;
/// The same for a flag that includes: a no below another heading is rare.
const MISSPELT_PAY_FLAG_CHARS_MIN: usize = 4;

impl Words {
    fn parse(tsv: &'static str) -> Self {
        let mut words = Self::default();
        let lines = tsv.lines().filter(|line| !line.starts_with('#'));
        for (kind, all) in lines.filter_map(|line| line.split_once('\t')) {
            let all = all.split('|');
            match kind {
                "within" => words.within.extend(all.map(padded)),
                "whole" => words.whole.extend(all),
                "undated" => words.undated.extend(all),
                "accented" => words.accented.extend(all),
                "before_sign" => words.before_sign.extend(all),
                "tail" => words.tail.extend(all),
                "unless" => words.unless.extend(all.map(padded)),
                "title" => words.title.extend(all.map(padded)),
                "title_whole" => words.title_whole.extend(all),
                "title_unless" => words.title_unless.extend(all.map(padded)),
                "title_paid" => words.title_paid.extend(all.map(padded)),
                "group" => words.group.extend(all.map(padded)),
                "below" => words.below.extend(all.map(padded)),
                "sentence" => words.sentence.extend(all.map(padded)),
                "otherwise" => words.otherwise.extend(all),
                "otherwise_beside" => words.otherwise_beside.extend(all),
                "otherwise_amount" => words.otherwise_amount.extend(all),
                "otherwise_mode" => words.otherwise_mode.extend(all.map(padded)),
                "otherwise_code" => words.otherwise_code.extend(all),
                "transfer" => words.transfer.extend(all.map(padded)),
                "mode_heading" => words.mode_heading.extend(all),
                "kind_heading" => words.kind_heading.extend(all),
                "mode" => words.mode.extend(all),
                "mode_beside" => words.mode_beside.extend(all),
                "replaces" => words.replaces.extend(all.map(padded)),
                "in_name" => words.in_name.extend(all.map(padded)),
                "beside_name" => words.beside_name.extend(all),
                "place" => words.places.extend(all.map(padded)),
                "state" => words.states.extend(all.map(padded)),
                "flag" => words.flags.extend(all),
                "flag_beside" => words.flags_beside.extend(all),
                "subject" => words.subjects.extend(all.map(padded)),
                "pay_flag" => words.pay_flags.extend(all),
                "reason" => words.reasons.extend(all),
                "no_reason" => words.no_reason.extend(all),
                "yes" => words.yes.extend(all),
                "no" => words.no.extend(all),
                _ => {}
            }
        }
        words.prefilter = words.prefilter_words();
        words
    }

    fn any(&self) -> &AnyOf {
        self.any.get_or_init(|| {
            let phrases = self.within.iter().filter(|words| words.trim().contains(' '));
            AnyOf {
                within: AhoCorasick::new(&self.within).ok(),
                phrase: AhoCorasick::new(phrases).ok(),
                unless: AhoCorasick::new(&self.unless).ok(),
            }
        })
    }

    fn prefilter_words(&self) -> Option<AhoCorasick> {
        let padded = self.within.iter().chain(&self.in_name).map(String::as_str);
        let alone =
            self.whole.iter().chain(&self.undated).chain(&self.beside_name).chain(&self.otherwise).copied();
        let longest = padded.chain(alone).filter_map(|text| text.split(' ').max_by_key(|word| word.len()));
        let longest: HashSet<&str> = longest.collect();
        AhoCorasick::builder().ascii_case_insensitive(true).build(longest).ok()
    }

    /// Whether a text may contain one of the words. A text with accents always may.
    fn may_say(&self, text: &str) -> bool {
        !text.is_ascii() || self.prefilter.as_ref().is_none_or(|prefilter| prefilter.is_match(text))
    }

    /// Whether a text says that a person is not to be paid.
    pub fn say_so(&self, text: &str, search: Search) -> bool {
        self.may_say(text) && self.says(text, search)
    }

    fn says(&self, text: &str, search: Search) -> bool {
        if !matches!(search, Search::Phrases | Search::Kinds) && self.is_accented(text) {
            return true;
        }
        let said = self.not_taken_back(text);
        if self.is_about_another(&said) {
            return false;
        }
        let is_whole = || self.is_whole(said.trim());
        match search {
            Search::Anywhere => {
                is_whole()
                    || self.is_otherwise(&said)
                    || has_any(self.any().within.as_ref(), &said)
                    || self.is_before_sign(text)
            }
            Search::Whole => is_whole() || self.is_otherwise(&said),
            Search::Place => {
                has_any(self.any().phrase.as_ref(), &said)
                    || self.is_dated(said.trim(), |alone| self.within.contains(&padded(alone)))
            }
            Search::Phrases => has_any(self.any().phrase.as_ref(), &said),
            Search::Kinds => self.is_otherwise(&said) || has_any(self.any().phrase.as_ref(), &said),
        }
    }

    /// Whether a text, in comparable form, says whose place a person has taken: `Replaced Chi who resigned`.
    fn is_about_another(&self, said: &str) -> bool {
        let is_replaced = || said.contains(" by ") || said.contains(" par ");
        self.replaces.iter().any(|words| said.starts_with(words.as_str())) && !is_replaced()
    }

    /// Returns a text in comparable form, padded, without the words that take others back.
    fn not_taken_back(&self, text: &str) -> String {
        let mut said = padded(&comparable(text));
        if has_any(self.any().unless.as_ref(), &said) {
            for taken_back in &self.unless {
                said = said.replace(taken_back.as_str(), " ");
            }
        }
        said
    }

    /// Whether the title of a list says that the people below it are not to be paid, or not by a transfer.
    pub fn title_says_so(&self, text: &str) -> bool {
        let said = self.not_taken_back(text);
        let is_whole = |said: &str| self.title_whole.contains(said) || self.is_whole(said);
        let says_so = || has(&self.title, &said) || has_any(self.any().within.as_ref(), &said);
        !has(&self.title_unless, &said) && (is_whole(said.trim()) || self.is_otherwise(&said) || says_so())
    }

    /// Whether the title of a list says that the people below it are paid.
    pub fn says_paid(&self, title: &str) -> bool {
        has(&self.title_paid, &padded(&comparable(title)))
    }

    /// Whether a title names a group of people, or consists of words that say not to pay. A person's name beside such words
    /// does not.
    pub fn name_group(&self, text: &str) -> bool {
        let said = self.not_taken_back(text);
        let is_alone = || self.is_whole(said.trim()) || self.is_otherwise(&said);
        has(&self.group, &said) || self.within.contains(&said) || is_alone()
    }

    /// Whether a title points to the people below it.
    pub fn points_below(&self, text: &str) -> bool {
        has(&self.below, &padded(&comparable(text)))
    }

    /// Whether a text has the verb of a sentence.
    pub fn is_sentence(&self, text: &str) -> bool {
        has(&self.sentence, &padded(&comparable(text)))
    }

    /// Whether a text in comparable form is a way of payment other than a transfer, and nothing else.
    fn is_otherwise(&self, said: &str) -> bool {
        // Titles are numbered: `B. Cash list`.
        let is_number = |word: &str| word.len() == 1 || word.bytes().all(|byte| byte.is_ascii_digit());
        let is_beside =
            |word: &str| self.otherwise_beside.contains(word) || self.tail.contains(word) || is_number(word);
        let mut words = said.split_whitespace();
        words.clone().any(|word| self.otherwise.contains(word))
            && words.all(|word| self.otherwise.contains(word) || is_beside(word))
    }

    /// Whether a heading, in its comparable form, is that of amounts that are paid otherwise than by a transfer.
    pub fn name_otherwise(&self, heading: &str) -> bool {
        let of_amounts = |word: &&str| !self.otherwise_amount.contains(word);
        let words: Vec<&str> = heading.split(' ').filter(of_amounts).collect();
        self.is_otherwise(&words.join(" "))
    }

    /// Whether a text in a column of modes of payment is one without a transfer. Other words do not matter there.
    pub fn is_other_mode(&self, text: &str) -> bool {
        let mut said = padded(&comparable(text));
        if self.otherwise_code.contains(said.trim()) {
            return true;
        }
        for transfer in &self.transfer {
            said = said.replace(transfer.as_str(), " ");
        }
        has(&self.otherwise_mode, &said) || said.split_whitespace().any(|word| self.otherwise.contains(word))
    }

    /// Whether a heading, in its comparable form, is that of a column that says how each person is paid.
    pub fn name_mode(&self, heading: &str) -> bool {
        let is_known = |word: &str| self.mode.contains(word) || self.mode_beside.contains(word);
        self.mode_heading.contains(heading)
            || (heading.split(' ').any(|word| self.mode.contains(word)) && heading.split(' ').all(is_known))
    }

    /// Whether a heading, in its comparable form, is that of kinds of payments.
    pub fn name_kind(&self, heading: &str) -> bool {
        self.kind_heading.contains(heading)
    }

    /// Whether a text consists of words that count alone, and perhaps of a date behind them.
    fn is_whole(&self, said: &str) -> bool {
        self.undated.contains(said)
            || self.is_dated(said, |alone| self.whole.contains(alone) || self.within.contains(&padded(alone)))
    }

    /// Whether a text consists of certain words, and perhaps of a date behind them.
    fn is_dated(&self, said: &str, is_asked: impl Fn(&str) -> bool) -> bool {
        let mut ends = said.match_indices(' ').map(|(end, _)| end).chain([said.len()]);
        ends.any(|end| {
            let (asked, date) = said.split_at(end);
            self.is_date(date) && is_asked(asked)
        })
    }

    fn is_date(&self, said: &str) -> bool {
        let is_number = |word: &str| word.trim_end_matches(char::is_alphabetic).parse::<u32>().is_ok();
        said.split_whitespace().all(|word| self.tail.contains(word) || is_number(word))
    }

    /// Whether a text has such a word in front of a sign: `HOLD - no documents`.
    fn is_before_sign(&self, text: &str) -> bool {
        let before =
            text.split_once([':', '(', ',', ';', '\u{2013}', '\u{2014}']).or_else(|| text.split_once(" -"));
        before.is_some_and(|(before, _)| self.before_sign.contains(comparable(before).as_str()))
    }

    /// Whether a text is a word that counts only with its accent, perhaps with a date: `payé le 12/11`.
    fn is_accented(&self, text: &str) -> bool {
        let text = text.trim().to_lowercase();
        let (word, date) = text.split_once(" le ").unwrap_or((text.as_str(), ""));
        self.accented.contains(word) && self.is_date(&comparable(date))
    }

    /// Whether a person's name has words beside it that say so.
    pub fn say_so_beside(&self, name: &str) -> bool {
        if !self.may_say(name) {
            return false;
        }
        let said = padded(&comparable(name));
        has(&self.in_name, &said)
            || remarks(name).any(|remark| {
                self.beside_name.contains(comparable(remark).as_str()) || self.says(remark, Search::Anywhere)
            })
    }

    /// Whether a heading, in its comparable form, is that of a place or a post.
    pub fn name_place(&self, heading: &str) -> bool {
        let heading = padded(heading);
        has(&self.places, &heading) && !has(&self.states, &heading)
    }

    /// Whether a heading is that of a loan, a leave or another subject than the payment.
    pub fn name_subject(&self, heading: &str) -> bool {
        has(&self.subjects, &padded(heading))
    }

    /// Whether a heading is that of a flag that stops. One letter may be wrong.
    pub fn name_flag(&self, heading: &str) -> bool {
        let joined = heading.replace(' ', "");
        self.is_flag(heading)
            || self.flags.iter().any(|flag| is_misspelt(flag, &joined, MISSPELT_FLAG_CHARS_MIN))
            || (heading.contains(' ') && spellings(heading).iter().any(|heading| self.is_flag(heading)))
    }

    fn is_flag(&self, heading: &str) -> bool {
        // `Ne pas payee`: the wrong letter makes another known word.
        let is_beside = |word: &str| {
            let mut words = self.flags_beside.iter();
            self.flags_beside.contains(word)
                || words.any(|known| is_misspelt(known, word, MISSPELT_BESIDE_FLAG_CHARS_MIN))
        };
        let is_known = |word: &str| self.flags.contains(word) || is_beside(word);
        heading.split(' ').any(|word| self.flags.contains(word)) && heading.split(' ').all(is_known)
    }

    /// Whether a heading is that of a flag that includes. One letter may be wrong, but PAYE is a tax.
    pub fn name_pay_flag(&self, heading: &str) -> bool {
        let is_tax = || heading.len() == MISSPELT_PAY_FLAG_CHARS_MIN && recognise(heading).is_some();
        let mut flags = self.pay_flags.iter();
        self.pay_flags.contains(heading)
            || (flags.any(|flag| is_misspelt(flag, heading, MISSPELT_PAY_FLAG_CHARS_MIN)) && !is_tax())
    }

    /// Whether a heading, as the file writes it, says with its accent that a person is paid: PAYE is a tax.
    pub fn name_accented_flag(&self, header: &str) -> bool {
        self.accented.contains(header.trim().to_lowercase().as_str())
    }

    /// Whether a heading, in its comparable form, is that of reasons not to pay.
    pub fn name_reason(&self, heading: &str) -> bool {
        self.reasons.contains(heading)
    }

    /// Whether a text below such a heading is a reason.
    pub fn is_reason(&self, text: &str) -> bool {
        text.contains(char::is_alphabetic)
            && !self.is_no(text)
            && !self.no_reason.contains(comparable(text).as_str())
    }

    pub fn is_yes(&self, text: &str) -> bool {
        self.yes.contains(text.trim().to_lowercase().as_str())
    }

    pub fn is_no(&self, text: &str) -> bool {
        self.no.contains(text.trim().to_lowercase().as_str())
    }
}

/// Whether a heading is a flag with one wrong letter, but not the first one.
fn is_misspelt(flag: &str, heading: &str, chars_min: usize) -> bool {
    // What is cheapest comes first: each heading of a wide file is compared with every flag.
    flag.len().min(heading.len()) >= chars_min
        && flag.len().abs_diff(heading.len()) <= 1
        && flag.as_bytes().first() == heading.as_bytes().first()
        && strsim::osa_distance(flag, heading) <= 1
        && !HeadingGroup::Correct.has(heading)
}

/// Whether a padded text contains one of the words.
fn has(words: &[String], text: &str) -> bool {
    words.iter().any(|words| text.contains(words.as_str()))
}

/// Whether a text contains one of the words. Without an automaton it may.
fn has_any(words: Option<&AhoCorasick>, text: &str) -> bool {
    words.is_none_or(|words| words.is_match(text))
}

/// Returns the parts of a cell beside the name itself.
fn remarks(name: &str) -> impl Iterator<Item = &str> {
    let of_sign = name.split(BESIDE_NAME).enumerate();
    let parts = of_sign
        .flat_map(|(at, part)| part.split(" -").enumerate().map(move |(dash, part)| (at + dash, part)));
    parts.filter(|(at, part)| *at > 0 && !part.trim().is_empty()).map(|(_, part)| part)
}

fn padded(words: &str) -> String {
    format!(" {words} ")
}
