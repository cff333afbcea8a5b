//! Banks by the codes of their branches, and wallets by the words of the heading or the network: found without a question
//! where the file says enough.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

#[allow(dead_code, reason = "each suite makes some of the files")]
mod made;

use made::laid::people;
use paysheet_domain::Country;
use paysheet_sheet::{ReadOptions, SheetFile, read_bytes};

/// A file of a country that nobody was told, with the country that it should tell by itself.
struct Table {
    name: &'static str,
    country: Country,
    text: &'static str,
    people: &'static [&'static str],
}

const SORT_CODES: &[Table] = &[
    Table {
        name: "nine digits in Nigeria",
        country: Country::NG,
        text: "Name,Account Number,Sort Code,Amount\nAda Obi,0000014579,011152036,100\nBen Eze,0000014579,044-152-036,200\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 152036 | 100.00",
            "3 Ben Eze | 0000014579 | 044 152036 | 200.00",
        ],
    },
    Table {
        name: "five digits in Kenya",
        country: Country::KE,
        text: "Name,Account Number,Bank Code,Amount\nWanjiru Kamau,1234567890123,01100,100\nOtieno Ouma,0123456780,68004,200\n",
        people: &[
            "2 Wanjiru Kamau | 1234567890123 | 01 100 | 100.00",
            "3 Otieno Ouma | 0123456780 | 68 004 | 200.00",
        ],
    },
    Table {
        name: "six digits in South Africa, where the branch is the only bank",
        country: Country::ZA,
        text: "Name,Account Number,Branch Code,Amount\nThandi Nkosi,62001234567,250155,100\nSipho Dube,0000123456,051001,200\nAnna Botha,1234567890,632005,300\n",
        people: &[
            "2 Thandi Nkosi | 62001234567 | 250655 250155 | 100.00",
            "3 Sipho Dube | 0000123456 | 051001 | 200.00",
            "4 Anna Botha | 1234567890 | 632005 | 300.00",
        ],
    },
    Table {
        name: "six digits in Ghana, beside the bank's name",
        country: Country::GH,
        text: "Name,Account Number,Bank,Sort Code,Amount\nAma Mensah,1234567890123,Stanbic Bank Ghana,190112,100\nKofi Boateng,1234567890124,GCB,190112,200\n",
        people: &[
            "2 Ama Mensah | 1234567890123 | GH190100 190112 | 100.00",
            "3 Kofi Boateng | 1234567890124 | - | 200.00 bank_conflict->GH040100",
        ],
    },
];

#[test]
fn the_leading_digits_of_a_sort_code_are_the_bank() {
    SORT_CODES.iter().for_each(check);
}

fn check(table: &Table) {
    let file = read(table.text);
    assert_eq!(file.country, table.country, "{}", table.name);
    assert_eq!(with_branches(&file), table.people, "{}", table.name);
    assert!(!file.decision.needs_an_answer(), "{}: {:?}", table.name, file.decision);
}

fn read(text: &str) -> SheetFile {
    read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap()
}

/// People with the branch behind the bank.
fn with_branches(file: &SheetFile) -> Vec<String> {
    let context = made::context(file);
    let branches =
        file.rows.iter().map(|row| paysheet_domain::check_row(row, &context).recipient.branch_code);
    let with_branch = |(line, branch): (String, Option<String>)| {
        let Some(branch) = branch else { return line };
        let mut parts: Vec<String> = line.splitn(4, " | ").map(str::to_owned).collect();
        if let Some(bank) = parts.get_mut(2) {
            *bank = format!("{bank} {branch}");
        }
        parts.join(" | ")
    };
    people(file).into_iter().zip(branches).map(with_branch).collect()
}
