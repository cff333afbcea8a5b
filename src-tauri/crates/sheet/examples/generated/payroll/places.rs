//! Where payrolls are made: banks as offices write them, shapes of accounts, currencies and people's names.

use paysheet_domain::Country;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    French,
}

/// The shape of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// With the check digit of its bank.
    Nuban,
    /// Number of digits, from and to.
    Digits(u8, u8),
    /// What stands before a mobile number inside the country, before it with the calling code, and its other digits.
    Mobile { local: &'static str, international: &'static str, digits: u8 },
}

pub struct Place {
    pub country: Country,
    pub language: Language,
    pub account: Account,
    /// Whether the office may write codes in place of the banks' names.
    pub has_codes: bool,
    /// Words and signs for the currency.
    pub currency: &'static [&'static str],
    /// Codes of the directory, each with a name that stands for the bank.
    pub banks: &'static [(&'static str, &'static str)],
    pub given: &'static [&'static str],
    pub family: &'static [&'static str],
}

const NIGERIAN_GIVEN: &[&str] =
    &["Ada", "Bola", "Chidi", "Dayo", "Efe", "Femi", "Gozie", "Halima", "Ifeoma", "Jide", "Kemi", "Lola"];
const NIGERIAN_FAMILY: &[&str] =
    &["Obi", "Adeyemi", "Nwosu", "Bello", "Okafor", "O'Brien", "Eze-Okoro", "Balogun", "Ọlátúnjí"];
const KENYAN_GIVEN: &[&str] = &["Wanjiru", "Otieno", "Achieng", "Kamau", "Mwende", "Kiprono", "Fatuma"];
const KENYAN_FAMILY: &[&str] = &["Kimani", "Odhiambo", "Njoroge", "Mutua", "Cherono", "wa Thiong'o"];
const GHANAIAN_GIVEN: &[&str] = &["Kwame", "Akosua", "Yaw", "Abena", "Kofi", "Esi", "Kojo"];
const GHANAIAN_FAMILY: &[&str] = &["Mensah", "Owusu", "Boateng", "Asante", "Quaye-Foli", "Addo"];
const SOUTHERN_GIVEN: &[&str] = &["Thandi", "Sipho", "Lerato", "Johan", "Nomsa", "Pieter"];
const SOUTHERN_FAMILY: &[&str] = &["Dlamini", "van der Merwe", "Nkosi", "Botha", "Mokoena", "Naidoo"];
const FRENCH_GIVEN: &[&str] = &["Aminata", "Cheikh", "Éric", "Fatou", "Jean-Paul", "Mariam", "Désiré"];
const FRENCH_FAMILY: &[&str] = &["Diop", "N'Diaye", "Kouamé", "Ouédraogo", "Mbarga", "Traoré", "Nguemo"];

use Language::{English, French};

/// More of Nigeria, where most users are.
pub const PLACES: &[Place] = &[
    NIGERIA,
    NIGERIA,
    NIGERIA,
    Place {
        country: Country::KE,
        language: English,
        account: Account::Digits(10, 13),
        has_codes: true,
        currency: &["KES", "KSh", "Kshs"],
        banks: &[
            ("01", "KCB Bank Kenya"),
            ("11", "Co-operative Bank of Kenya"),
            ("68", "Equity Bank Kenya"),
            ("07", "NCBA Bank Kenya"),
            ("70", "Family Bank"),
        ],
        given: KENYAN_GIVEN,
        family: KENYAN_FAMILY,
    },
    Place {
        country: Country::KE,
        language: English,
        account: Account::Mobile { local: "07", international: "2547", digits: 8 },
        has_codes: false,
        currency: &["KES", "KSh", "Kshs"],
        banks: &[("MPESA", "M-PESA"), ("MPESA", "Mpesa"), ("MPESA", "Safaricom")],
        given: KENYAN_GIVEN,
        family: KENYAN_FAMILY,
    },
    Place {
        country: Country::GH,
        language: English,
        account: Account::Digits(13, 13),
        has_codes: true,
        currency: &["GHS", "GH₵"],
        banks: &[
            ("GH040100", "GCB Bank"),
            ("GH140100", "CalBank"),
            ("GH080100", "Agricultural Development Bank"),
            ("GH130100", "Ecobank Ghana"),
            ("GH240100", "Fidelity Bank Ghana"),
        ],
        given: GHANAIAN_GIVEN,
        family: GHANAIAN_FAMILY,
    },
    Place {
        country: Country::GH,
        language: English,
        account: Account::Mobile { local: "02", international: "2332", digits: 8 },
        has_codes: false,
        currency: &["GHS", "GH₵"],
        banks: &[("MTN", "MTN Mobile Money"), ("VOD", "Telecel Cash"), ("ATL", "AirtelTigo Money")],
        given: GHANAIAN_GIVEN,
        family: GHANAIAN_FAMILY,
    },
    Place {
        country: Country::ZA,
        language: English,
        account: Account::Digits(9, 11),
        has_codes: true,
        currency: &["ZAR", "R"],
        banks: &[
            ("470010", "Capitec Bank"),
            ("250655", "FNB South Africa"),
            ("198765", "Nedbank"),
            ("051001", "Standard Bank of South Africa"),
        ],
        given: SOUTHERN_GIVEN,
        family: SOUTHERN_FAMILY,
    },
    Place {
        country: Country::TZ,
        language: English,
        account: Account::Digits(10, 13),
        has_codes: true,
        currency: &["TZS", "TSh"],
        banks: &[("TZ001", "CRDB Bank"), ("TZ002", "NMB Bank"), ("TZ003", "NBC Bank")],
        given: KENYAN_GIVEN,
        family: KENYAN_FAMILY,
    },
    Place {
        country: Country::UG,
        language: English,
        account: Account::Digits(10, 13),
        has_codes: true,
        currency: &["UGX", "USh"],
        banks: &[("UG008", "Centenary Bank"), ("UG002", "Absa Bank Uganda"), ("UG007", "Cairo Bank Uganda")],
        given: KENYAN_GIVEN,
        family: KENYAN_FAMILY,
    },
    Place {
        country: Country::RW,
        language: English,
        account: Account::Digits(10, 14),
        has_codes: true,
        currency: &["RWF", "FRw"],
        banks: &[("RW001", "Bank of Kigali"), ("RW002", "I&M Bank Rwanda"), ("RW010", "Unguka Bank")],
        given: FRENCH_GIVEN,
        family: KENYAN_FAMILY,
    },
    francs(
        Country::CM,
        &["XAF", "FCFA"],
        Account::Mobile { local: "6", international: "2376", digits: 8 },
        &[("MTNCM", "MTN Mobile Money Cameroon"), ("OMCM", "Orange Money Cameroon")],
    ),
    francs(
        Country::SN,
        &["XOF", "FCFA"],
        Account::Mobile { local: "7", international: "2217", digits: 8 },
        &[("OMSN", "Orange Money Senegal"), ("WAVESN", "Wave")],
    ),
    francs(
        Country::CD,
        &["XOF", "FCFA"],
        Account::Mobile { local: "07", international: "22507", digits: 8 },
        &[("OMCI", "Orange Money Cote d'Ivoire"), ("MOOVCI", "Moov Money Cote d'Ivoire")],
    ),
];

const NIGERIA: Place = Place {
    country: Country::NG,
    language: English,
    account: Account::Nuban,
    has_codes: true,
    currency: &["NGN", "₦", "N"],
    banks: &[
        ("044", "Access Bank"),
        ("058", "GTBank"),
        ("057", "Zenith Bank"),
        ("011", "First Bank"),
        ("033", "United Bank for Africa"),
        ("214", "FCMB"),
    ],
    given: NIGERIAN_GIVEN,
    family: NIGERIAN_FAMILY,
};

const fn francs(
    country: Country,
    currency: &'static [&'static str],
    account: Account,
    banks: &'static [(&'static str, &'static str)],
) -> Place {
    Place {
        country,
        language: French,
        account,
        has_codes: false,
        currency,
        banks,
        given: FRENCH_GIVEN,
        family: FRENCH_FAMILY,
    }
}

/// Titles above a table, words of sections, and texts below it.
pub struct Texts {
    pub titles: &'static [&'static str],
    pub departments: &'static [&'static str],
    pub totals: &'static [&'static str],
    pub subtotals: &'static [&'static str],
    pub below: &'static [&'static [&'static str]],
    pub narrations: &'static [&'static str],
    pub not_to_pay: &'static [&'static str],
    /// Titles of lists of people who are not to be paid by a transfer.
    pub stopping_titles: &'static [&'static str],
    /// Ways of payment: transfers, and others.
    pub modes: &'static [&'static str],
    pub other_modes: &'static [&'static str],
    /// Remarks that say nothing about whether to pay.
    pub remarks: &'static [&'static str],
    pub last_month: &'static str,
    pub this_month: &'static str,
    pub summary: [&'static str; 4],
}

pub const fn texts(language: Language) -> &'static Texts {
    match language {
        English => &ENGLISH,
        French => &FRENCH,
    }
}

const ENGLISH: Texts = Texts {
    titles: &[
        "KOLA FOODS LTD",
        "Payroll for the month of November 2026",
        "STAFF SALARY SCHEDULE",
        "Lagos branch",
        "Confidential",
        "Prepared on 12/11/2026",
        "Please pay the under-listed staff",
        "BANK PAYMENT ADVICE",
    ],
    departments: &["Sales", "Stores", "Accounts", "Production", "Head Office", "Security"],
    totals: &["TOTAL", "Grand Total", "Total"],
    subtotals: &["Sub-total", "SUB TOTAL", "Section total"],
    below: &[
        &["Prepared by: ________", "Approved by: ________"],
        &["Note: salaries are due on the 25th"],
        &["Amount in words:"],
        &["Authorised Signatory", "", "Date: 25/11/2026"],
        &["Checked by", "", "Approved by"],
    ],
    narrations: &["November salary", "Salary Nov 2026", "SALARY"],
    not_to_pay: &["SUSPENDED", "Stop payment", "Resigned", "HOLD", "Do not pay", "Duplicate", "already paid"],
    stopping_titles: &[
        "LIST OF STAFF NOT PAID THIS MONTH",
        "PAID IN CASH",
        "Staff on hold",
        "DECEASED",
        "B. SUSPENDED STAFF",
        "ALREADY PAID",
        "Cheque payments",
    ],
    modes: &["Bank", "Bank Transfer", "EFT", "Transfer"],
    other_modes: &["Cash", "CASH", "CHQ", "Cheque", "By cash"],
    remarks: &["New staff", "Promoted", "OK", "confirmed", "Transferred from Stores"],
    last_month: "October",
    this_month: "November",
    summary: ["Summary", "Department", "Staff", "Total Amount"],
};

const FRENCH: Texts = Texts {
    titles: &[
        "SOCIÉTÉ KOLA SARL",
        "État des salaires du mois de novembre 2026",
        "Liste des virements",
        "Agence de Douala",
        "Confidentiel",
        "BORDEREAU DE PAIEMENT",
    ],
    departments: &["Ventes", "Magasin", "Comptabilité", "Production", "Siège"],
    totals: &["TOTAL", "Total général", "Totaux"],
    subtotals: &["Sous-total", "SOUS TOTAL"],
    below: &[
        &["Établi par : ________", "Approuvé par : ________"],
        &["Note : les salaires sont virés le 25"],
        &["Arrêté le présent état à la somme de"],
        &["Le Directeur", "", "Date : 25/11/2026"],
    ],
    narrations: &["Salaire novembre", "Salaire nov. 2026"],
    not_to_pay: &["SUSPENDU", "Ne pas payer", "Démissionné", "déjà payé", "Doublon"],
    stopping_titles: &["AGENTS NON PAYÉS", "PAYÉS EN ESPÈCES", "Personnel suspendu", "DÉCÉDÉS", "DÉJÀ PAYÉS"],
    modes: &["Virement", "Banque", "Virement bancaire"],
    other_modes: &["Espèces", "Chèque", "CHQ", "en espèces"],
    remarks: &["Nouvel agent", "Promu", "RAS", "confirmé"],
    last_month: "Octobre",
    this_month: "Novembre",
    summary: ["Récapitulatif", "Département", "Effectif", "Montant total"],
};
