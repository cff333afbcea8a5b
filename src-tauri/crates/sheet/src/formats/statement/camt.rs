//! CAMT.053 and CAMT.052 (ISO 20022). Only the elements of entries that are needed are read, by their local names, in
//! whatever version of the message they are.

use quick_xml::{Reader, events::Event};

use super::entry::{Entry, joined};

/// Depth of elements in such a message, far more than any has.
const DEPTH_MAX: usize = 64;

pub(super) fn is_camt(head: &str) -> bool {
    head.contains("BkToCstmrStmt") || head.contains("BkToCstmrAcctRpt") || head.contains("camt.053")
}

/// Returns the entries; none if the text is no well-formed XML.
pub(super) fn read(text: &str) -> Option<Vec<Entry>> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().trim_text(true);
    let mut found = CamtEntries::default();
    let mut path: Vec<String> = Vec::new();
    loop {
        match reader.read_event().ok()? {
            Event::Start(start) => {
                if path.len() >= DEPTH_MAX {
                    return None;
                }
                let name = start.local_name().as_ref().to_owned();
                found.begin(&name);
                if let Some(currency) = start.try_get_attribute("Ccy").ok().flatten() {
                    found.currency(&path, &name, &currency.value);
                }
                path.push(name);
            }
            Event::Text(text) => found.text(&path, &text.xml10_content()),
            Event::GeneralRef(entity) => found.text(&path, character(&entity)),
            Event::End(_) => found.end(&path.pop()?),
            Event::Eof => return path.is_empty().then_some(found.entries),
            // A document type could define entities; no statement has one.
            Event::DocType(_) => return None,
            Event::Empty(_) | Event::CData(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
}

/// The predefined entities of XML.
fn character(entity: &str) -> &'static str {
    match entity {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => " ",
    }
}

/// What was read of a message.
#[derive(Default)]
struct CamtEntries {
    entries: Vec<Entry>,
    /// The entry that is being read, and its transactions: an entry may be a whole batch.
    entry: Part,
    transactions: Vec<Part>,
}

/// An entry, or one of its transactions.
#[derive(Default)]
struct Part {
    date: String,
    indicator: String,
    amount: String,
    currency: String,
    references: Vec<String>,
    account: String,
    name: String,
    texts: Vec<String>,
    is_reversal: bool,
    is_booked: bool,
}

impl CamtEntries {
    fn begin(&mut self, name: &str) {
        match name {
            "Ntry" => {
                (self.entry, self.transactions) = (Part { is_booked: true, ..Part::default() }, Vec::new())
            }
            "TxDtls" => self.transactions.push(Part::default()),
            _ => {}
        }
    }

    /// Returns the transaction that is being read, otherwise the entry.
    fn part(&mut self, path: &[String]) -> Option<&mut Part> {
        let is_in = |name: &str| path.iter().any(|element| element == name);
        match (is_in("TxDtls"), is_in("Ntry")) {
            (true, _) => self.transactions.last_mut(),
            (false, true) => Some(&mut self.entry),
            (false, false) => None,
        }
    }

    fn currency(&mut self, path: &[String], name: &str, currency: &str) {
        let is_amount_of = |parent: &String| matches!(parent.as_str(), "Ntry" | "TxDtls" | "TxAmt");
        if name == "Amt"
            && path.last().is_some_and(is_amount_of)
            && let Some(part) = self.part(path)
        {
            currency.clone_into(&mut part.currency);
        }
    }

    fn text(&mut self, path: &[String], text: &str) {
        let Some(part) = self.part(path) else { return };
        let mut reversed = path.iter().rev().map(String::as_str);
        match (reversed.next().unwrap_or_default(), reversed.next().unwrap_or_default(), reversed.next()) {
            // The amount itself is before its details, which may name it again.
            ("Amt", "Ntry" | "TxDtls" | "TxAmt", _) if part.amount.is_empty() => {
                text.clone_into(&mut part.amount)
            }
            ("CdtDbtInd", "Ntry" | "TxDtls", _) if part.indicator.is_empty() => {
                text.clone_into(&mut part.indicator)
            }
            ("RvslInd", "Ntry", _) => part.is_reversal = text == "true",
            ("Sts", "Ntry", _) | ("Cd", "Sts", Some("Ntry")) => part.is_booked = text == "BOOK",
            ("Dt" | "DtTm", "BookgDt", _) => text.clone_into(&mut part.date),
            ("Dt" | "DtTm", "ValDt", _) if part.date.is_empty() => text.clone_into(&mut part.date),
            ("EndToEndId" | "InstrId" | "TxId", "Refs", _) => part.references.push(text.to_owned()),
            ("Nm", "Cdtr", _) | ("Nm", "Pty", Some("Cdtr")) => part.name.push_str(text),
            ("IBAN", "Id", Some("CdtrAcct")) | ("Id", "Othr", Some("Id")) if has(path, "CdtrAcct") => {
                part.account.push_str(text);
            }
            ("Ustrd", ..) | ("AddtlNtryInf" | "AddtlTxInf" | "NtryRef" | "AcctSvcrRef", ..) | ("Ref", ..) => {
                part.texts.push(text.to_owned());
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if name != "Ntry" {
            return;
        }
        let entry = std::mem::take(&mut self.entry);
        let transactions = std::mem::take(&mut self.transactions);
        if !entry.is_booked {
            return;
        }
        // Transactions without an amount of their own cannot be compared with payouts; the entry can.
        let are_stated = transactions.len() > 1 && transactions.iter().all(|part| !part.amount.is_empty());
        if are_stated {
            self.entries.extend(transactions.iter().filter_map(|part| part.entry(&entry)));
        } else {
            let mut entry = entry;
            for part in transactions {
                entry.take_texts(part);
            }
            self.entries.extend(entry.entry(&Part::default()));
        }
    }
}

fn has(path: &[String], name: &str) -> bool {
    path.iter().any(|element| element == name)
}

impl Part {
    fn take_texts(&mut self, part: Self) {
        self.references.extend(part.references);
        self.texts.extend(part.texts);
        for (own, other) in [(&mut self.account, part.account), (&mut self.name, part.name)] {
            if own.is_empty() {
                *own = other;
            }
        }
    }

    /// Returns the entry; what is missing is taken from the entry around it. None if it takes back money that came in:
    /// a reversal names the direction in which the money moves, and a payout is no reversal.
    fn entry(&self, around: &Self) -> Option<Entry> {
        let or = |own: &str, other: &str| if own.is_empty() { other.to_owned() } else { own.to_owned() };
        let is_debit = or(&self.indicator, &around.indicator) == "DBIT";
        if is_debit && (self.is_reversal || around.is_reversal) {
            return None;
        }
        let references: Vec<&str> = self.references.iter().map(String::as_str).collect();
        Some(Entry {
            date: or(&self.date, &around.date),
            is_debit,
            amount: self.amount.clone(),
            currency: or(&self.currency, &around.currency),
            reference: references.first().copied().unwrap_or_default().to_owned(),
            account: or(&self.account, &around.account),
            name: or(&self.name, &around.name),
            description: joined(references.into_iter().chain(self.texts.iter().map(String::as_str))),
        })
    }
}
