//! Banks by the codes of their branches, and wallets by the words of the heading or the network: found without a question
//! where the file says enough.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::made;
use crate::made::laid::people;
use paysheet_domain::{Country, Field, ProblemCode, Severity, check_row};
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
        text: "Name,Account Number,Bank Code,Amount\nWanjiru Kamau,1234567890123,01100,100\nOtieno Ouma,0170123456780,68004,200\n",
        people: &[
            "2 Wanjiru Kamau | 1234567890123 | 01 100 | 100.00",
            "3 Otieno Ouma | 0170123456780 | 68 004 | 200.00",
        ],
    },
    Table {
        name: "six digits in South Africa, where the branch is the only bank",
        country: Country::ZA,
        text: "Name,Account Number,Branch Code,Amount\nThandi Nkosi,62001234567,250155,100\nSipho Dube,0000123456,051001,200\nAnna Botha,1234567891,632005,300\n",
        people: &[
            "2 Thandi Nkosi | 62001234567 | 250655 250155 | 100.00",
            "3 Sipho Dube | 0000123456 | 051001 | 200.00",
            "4 Anna Botha | 1234567891 | 632005 | 300.00",
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

const WALLETS: &[Table] = &[
    Table {
        name: "the heading of the numbers names the wallet",
        country: Country::KE,
        text: "Name,M-Pesa Number,Amount\nWanjiru Kamau,0712345678,100\nOtieno Ouma,254722345678,200\n",
        people: &[
            "2 Wanjiru Kamau | 0712345678 | MPESA | 100.00 account_number_local_form->254712345678",
            "3 Otieno Ouma | 254722345678 | MPESA | 200.00",
        ],
    },
    Table {
        name: "a row's own bank wins over the heading",
        country: Country::GH,
        text: "Name,MTN MoMo Number,Network,Amount\nAma Mensah,0241234567,,100\nKofi Boateng,0201234567,Vodafone Cash,200\n",
        people: &[
            "2 Ama Mensah | 0241234567 | MTN | 100.00 account_number_local_form->233241234567",
            "3 Kofi Boateng | 0201234567 | VOD | 200.00 account_number_local_form->233201234567",
        ],
    },
    Table {
        name: "a French heading",
        country: Country::SN,
        text: "Nom;Numéro Orange Money;Montant\nAwa Diop;221771234567;75 000\nBinta Fall;221771234568;80 000\n",
        people: &["2 Awa Diop | 221771234567 | OMSN | 75000", "3 Binta Fall | 221771234568 | OMSN | 80000"],
    },
    Table {
        name: "a recipient in French",
        country: Country::SN,
        text: "Compte destinataire,Destinataire,Banque destinataire,Montant\n221771234567,Awa Diop,Orange Money,75000\n221781234568,Binta Fall,Orange Money,80000\n",
        people: &["2 Awa Diop | 221771234567 | OMSN | 75000", "3 Binta Fall | 221781234568 | OMSN | 80000"],
    },
    Table {
        name: "a network beside the banks' codes, in every short form",
        country: Country::GH,
        text: "Name,Phone,Network,Bank Code,Amount\nAma Mensah,233241234567,MTN,,1\nB,233271234567,AIR,,2\nC,233271234567,TIG,,3\nD,233271234567,AT,,4\nE,233201234567,vod-mobile-money,,5\nF,233271234567,atl-mobile-money,,6\nG,233241234567,,MTN,7\n",
        people: &[
            "2 Ama Mensah | 233241234567 | MTN | 1.00",
            "3 B | 233271234567 | ATL | 2.00",
            "4 C | 233271234567 | ATL | 3.00",
            "5 D | 233271234567 | ATL | 4.00",
            "6 E | 233201234567 | VOD | 5.00",
            "7 F | 233271234567 | ATL | 6.00",
            "8 G | 233241234567 | MTN | 7.00",
        ],
    },
    Table {
        name: "numbers and amounts without names",
        country: Country::GH,
        text: "Phone,Network,Amount\n233241234567,MTN,100\n233551234567,MTN,200\n",
        people: &[
            "2 - | 233241234567 | MTN | 100.00 name_missing",
            "3 - | 233551234567 | MTN | 200.00 name_missing",
        ],
    },
    Table {
        name: "numbers and amounts alone, of the wallet in the heading",
        country: Country::KE,
        text: "M-Pesa Number,Amount\n254712345678,100\n254722345678,200\n",
        people: &[
            "2 - | 254712345678 | MPESA | 100.00 name_missing",
            "3 - | 254722345678 | MPESA | 200.00 name_missing",
        ],
    },
];

#[test]
fn a_wallet_is_named_by_its_heading_or_its_network() {
    WALLETS.iter().for_each(check);
}

/// A wallet is paid by its number: the missing name is a warning there, and an error at a bank.
#[test]
fn a_missing_name_stops_banks_only() {
    let file = read("Phone,Network,Amount\n233241234567,MTN,100\n1234567890123,GCB,200\n");
    let context = made::context(&file);
    let severities: Vec<Severity> = file
        .rows
        .iter()
        .flat_map(|row| check_row(row, &context).problems)
        .filter(|problem| problem.code == ProblemCode::NameMissing)
        .map(|problem| problem.severity)
        .collect();
    assert_eq!(severities, [Severity::Warning, Severity::Error]);
    assert_eq!(file.decision.missing, [Field::Name]);
}

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
    let branches = file.rows.iter().map(|row| check_row(row, &context).recipient.branch_code);
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
