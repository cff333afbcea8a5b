//! Whether an answer says that the service has the batch, or one of its payouts, already. Then it may be the one that was
//! sent before, so it is no refusal: services say it in many words, in a message, a code or a list of wrong fields.

use paysheet_domain::checks::comparable;

use crate::decode::{envelope::Envelope, json::Json, text};

/// The beginnings of words, without accents, for what is there a second time.
const TWICE: [&str; 4] = ["duplic", "doublon", "double", "dup"];
/// Words for what happened before.
const ALREADY: [&str; 5] = ["already", "twice", "deja", "previously", "anterieurement"];
/// The beginnings of words for what a service has, also where they are denied: of a reference that does not exist, nobody
/// knows which one is meant.
const EXISTS: [&str; 2] = ["exist", "uniq"];
/// The same where a denial turns them into their opposite.
const IS_THERE: [&str; 22] = [
    "used",
    "reus",
    "utilis",
    "usad",
    "found",
    "trouv",
    "repeat",
    "repet",
    "taken",
    "pris",
    "known",
    "connu",
    "seen",
    "consum",
    "consomm",
    "record",
    "enregistr",
    "conflict",
    "conflit",
    "collision",
    "stored",
    "present",
];
/// The beginnings of words for what a service did with something before.
const WAS_DONE: [&str; 21] = [
    "submit",
    "soumis",
    "receiv",
    "recu",
    "process",
    "trait",
    "sent",
    "envoy",
    "paid",
    "paye",
    "queued",
    "accept",
    "complet",
    "exist",
    "used",
    "utilis",
    "disburs",
    "effectu",
    "enregistr",
    "record",
    "execut",
];
/// What a service may have got before.
const THINGS: [&str; 21] = [
    "batch",
    "batches",
    "lot",
    "transaction",
    "transactions",
    "request",
    "requests",
    "requete",
    "demande",
    "payout",
    "payouts",
    "payment",
    "payments",
    "paiement",
    "paiements",
    "virement",
    "virements",
    "disbursement",
    "submission",
    "transfer",
    "transfert",
];
/// What a batch is made of, of which some may be there twice without any batch before.
const PARTS: [&str; 20] = [
    "account", "accounts", "compte", "comptes", "bank", "banque", "name", "names", "nom", "row", "rows",
    "line", "ligne", "phone", "email", "card", "carte", "column", "field", "wallet",
];
const DENIALS: [&str; 11] =
    ["not", "no", "non", "n", "pas", "aucun", "aucune", "never", "unknown", "inconnu", "inconnue"];
/// Words beside which the others still say it: `is used`, `a été utilisée`.
const FILLERS: [&str; 18] = [
    "is", "was", "has", "have", "been", "it", "this", "the", "a", "ete", "est", "error", "code", "erreur",
    "entry", "record", "message", "e",
];
/// Longest text that is looked through, in characters.
const TEXT_CHARS_MAX: usize = 600;

/// Returns whether an answer that refuses says so.
pub(crate) fn says(envelope: &Envelope, body: &[u8]) -> bool {
    let own = [envelope.code.as_deref(), envelope.message.as_deref()].map(Option::unwrap_or_default);
    if says_it(&own.join(" ")) || own.iter().any(|text| says_it(text)) {
        return true;
    }
    match Json::read(body) {
        Some(answer) => is_in("", &answer),
        // A page or a plain text.
        None => String::from_utf8_lossy(body).split(['<', '>', '\n']).any(says_it),
    }
}

/// Whether a text of an answer says it, together with the name of the field that it is in.
fn is_in(name: &str, value: &Json) -> bool {
    match value {
        Json::Object(object) => {
            object.0.iter().any(|(inner, value)| is_in(&format!("{name} {inner}"), value))
        }
        Json::Array(items) => items.iter().any(|item| is_in(name, item)),
        Json::Text(_) | Json::Number(_) => text(value).is_some_and(|text| {
            let is_sentence = text.contains(' ') || text.chars().any(|c| c == '_' || c == '-');
            says_it(&text) || is_sentence && says_it(&format!("{name} {text}"))
        }),
        Json::Bool(_) | Json::Null => false,
    }
}

fn says_it(text: &str) -> bool {
    if text.chars().count() > TEXT_CHARS_MAX {
        return false;
    }
    let plain = comparable(&with_spaces(text));
    let words: Vec<&str> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    let any_of = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let any_starts = |list: &[&str]| words.iter().any(|word| begins(word, list));
    let (twice, already, exists) = (any_starts(&TWICE), any_of(&ALREADY), any_starts(&EXISTS));
    let is_denied = any_of(&DENIALS);
    let is_there = any_starts(&IS_THERE) && !is_denied;
    let names_reference = words.iter().any(|word| is_reference(word));
    let is_bare = words.iter().all(|word| is_about_it(word)) && (twice || already || exists || is_there);
    names_reference && (twice || already || exists || is_there)
        || already && any_starts(&WAS_DONE)
        || twice && (any_of(&THINGS) || !any_of(&PARTS))
        || (exists && !is_denied || is_there) && any_of(&THINGS)
        || is_bare
}

fn begins(word: &str, list: &[&str]) -> bool {
    list.iter().any(|start| word.starts_with(start))
}

fn is_about_it(word: &str) -> bool {
    ALREADY.contains(&word)
        || FILLERS.contains(&word)
        || [TWICE.as_slice(), &EXISTS, &IS_THERE, &WAS_DONE].into_iter().any(|list| begins(word, list))
}

fn is_reference(word: &str) -> bool {
    word == "refs" || word.starts_with("referenc") || word.ends_with("ref") || word.ends_with("reference")
}

/// Returns a text with a space before each capital after a small letter: codes are written as `DuplicateReference` too.
fn with_spaces(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    let mut was_lower = false;
    for c in text.chars() {
        if was_lower && c.is_uppercase() {
            spaced.push(' ');
        }
        was_lower = c.is_lowercase();
        spaced.push(c);
    }
    spaced
}
