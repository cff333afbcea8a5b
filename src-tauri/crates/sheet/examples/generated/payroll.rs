//! Makes payrolls by chance together with the truth: who is paid how much into which account, and about whom the file
//! itself has to be asked. The same seed makes the same file.

use std::collections::BTreeMap;

use paysheet_domain::account::nuban;
use rust_xlsxwriter::{Workbook, XlsxError};

const BANKS: [(&str, &str); 6] = [
    ("044", "Access Bank"),
    ("058", "GTBank"),
    ("057", "Zenith Bank"),
    ("011", "First Bank"),
    ("033", "United Bank for Africa"),
    ("214", "FCMB"),
];
const FIRST: [&str; 12] =
    ["Ada", "Bola", "Chidi", "Dayo", "Efe", "Femi", "Gozie", "Halima", "Ifeoma", "Jide", "Kemi", "Lola"];
const LAST: [&str; 8] = ["Obi", "Adeyemi", "Nwosu", "Bello", "Okafor", "O'Brien", "Eze-Okoro", "Balogun"];
const TITLES: [&str; 6] = [
    "KOLA FOODS LTD",
    "Payroll for the month of November 2026",
    "STAFF SALARY SCHEDULE",
    "Lagos branch",
    "Confidential",
    "Prepared on 12/11/2026",
];
const DEPARTMENTS: [&str; 4] = ["Sales", "Stores", "Accounts", "Production"];

/// Headings of each column, of the vocabulary.
const NAME: [&str; 6] = ["Name", "Employee Name", "Beneficiary Name", "FULL NAME", "Names", "Staff name"];
const ACCOUNT: [&str; 6] =
    ["Account Number", "ACCOUNT NO.", "A/C No", "Account No", "NUBAN", "Beneficiary Account"];
const BANK: [&str; 4] = ["Bank", "Bank Name", "BANK", "Beneficiary Bank"];
const BANK_CODE: [&str; 3] = ["Bank Code", "Sort Code", "CBN code"];
const NET: [&str; 6] = ["Net Pay", "NET SALARY", "Net Amount", "Take Home", "Net pay (NGN)", "Net Pay (₦)"];
const AMOUNT: [&str; 4] = ["Amount", "AMOUNT (NGN)", "Payment Amount", "Amt"];

/// A person of the truth.
#[derive(Clone, Debug)]
pub struct Person {
    /// The row in the file, from 1.
    pub row: u32,
    pub name: String,
    pub account: String,
    /// In kobo.
    pub kobo: u64,
    /// Whether the file says not to pay them.
    pub is_stopped: bool,
}

/// A made-up payroll.
#[derive(Debug)]
pub struct Payroll {
    pub bytes: Vec<u8>,
    pub people: Vec<Person>,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Serial,
    StaffNo,
    Name,
    Account,
    Bank,
    BankCode,
    Gross,
    Tax,
    Paid,
    Phone,
    Department,
    Narration,
    Remarks,
    Days,
    Blank,
}

impl Column {
    /// Whether a cell of an .xlsx is a number.
    const fn is_number(self) -> bool {
        matches!(self, Self::Serial | Self::Gross | Self::Tax | Self::Paid | Self::Days)
    }
}

struct Maker {
    rng: fastrand::Rng,
    columns: Vec<Column>,
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The columns of the people's rows, by the index of the row.
    kinds: BTreeMap<usize, Vec<Column>>,
    people: Vec<Person>,
    /// Sums in kobo since the last subtotal, and of all.
    section: u64,
    all: u64,
    style: Style,
    serial: u32,
    first_account: u32,
}

/// How amounts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain,
    Grouped,
    Signed,
    DecimalComma,
}

/// Makes the payroll of a seed.
///
/// # Errors
/// If the workbook cannot be written.
pub fn payroll(seed: u64) -> Result<Payroll, XlsxError> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let as_workbook = rng.u8(..4) == 0;
    let style = match rng.u8(..6) {
        0..=2 => Style::Plain,
        3 => Style::Grouped,
        4 => Style::Signed,
        _ => Style::DecimalComma,
    };
    let first_account = rng.u32(1_000_000..90_000_000);
    let mut maker = Maker {
        columns: columns(&mut rng),
        headings: Vec::new(),
        rows: Vec::new(),
        kinds: BTreeMap::new(),
        people: Vec::new(),
        section: 0,
        all: 0,
        style: if as_workbook { Style::Plain } else { style },
        serial: 0,
        first_account,
        rng,
    };
    maker.headings = maker.columns.clone().into_iter().map(|column| maker.heading(column)).collect();
    maker.write();
    let separator = match maker.style {
        Style::DecimalComma => ';',
        Style::Plain | Style::Grouped | Style::Signed => {
            maker.rng.choice([',', '\t', ';', ',']).unwrap_or(',')
        }
    };
    let bytes = if as_workbook { maker.workbook()? } else { maker.text(separator).into_bytes() };
    Ok(Payroll { bytes, people: maker.people })
}

/// The columns of a payroll in any order, as offices have them.
fn columns(rng: &mut fastrand::Rng) -> Vec<Column> {
    use Column as C;
    let mut columns = vec![C::Name, C::Account, C::Paid];
    columns.push(if rng.u8(..3) == 0 { C::BankCode } else { C::Bank });
    for (column, of) in [
        (C::StaffNo, 2),
        (C::Gross, 3),
        (C::Tax, 3),
        (C::Phone, 6),
        (C::Department, 4),
        (C::Narration, 3),
        (C::Remarks, 4),
        (C::Days, 6),
    ] {
        if rng.u8(..of) == 0 {
            columns.push(column);
        }
    }
    if rng.bool() {
        rng.shuffle(&mut columns);
    }
    if rng.u8(..3) == 0 {
        columns.insert(0, C::Serial);
    }
    if rng.u8(..8) == 0 {
        let at = rng.usize(..=columns.len());
        columns.insert(at, C::Blank);
    }
    columns
}

impl Maker {
    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts.get(self.rng.usize(..texts.len())).copied().unwrap_or("")
    }

    fn heading(&mut self, column: Column) -> String {
        let has_gross = self.columns.contains(&Column::Gross) || self.columns.contains(&Column::Tax);
        let text = match column {
            Column::Serial => self.pick(&["S/N", "No", "S/No."]),
            Column::StaffNo => self.pick(&["Staff No", "Employee ID", "Payroll No"]),
            Column::Name => self.pick(&NAME),
            Column::Account => self.pick(&ACCOUNT),
            Column::Bank => self.pick(&BANK),
            Column::BankCode => self.pick(&BANK_CODE),
            Column::Gross => self.pick(&["Gross Pay", "Gross", "Basic Salary"]),
            Column::Tax => self.pick(&["PAYE", "Tax", "Total Deductions"]),
            Column::Paid if has_gross => self.pick(&NET),
            Column::Paid => self.pick(&[NET.as_slice(), &AMOUNT].concat()),
            Column::Phone => self.pick(&["Phone", "Phone Number", "Mobile No"]),
            Column::Department => self.pick(&["Department", "Designation", "Location"]),
            Column::Narration => self.pick(&["Narration", "Description", "Payment Details"]),
            Column::Remarks => self.pick(&["Remarks", "Remark", "Comment"]),
            Column::Days => self.pick(&["Days Worked", "Days"]),
            Column::Blank => "",
        };
        match self.rng.u8(..6) {
            0 => text.to_uppercase(),
            1 if !text.is_empty() => format!("{text}:"),
            _ => text.to_owned(),
        }
    }

    fn write(&mut self) {
        for _ in 0..self.rng.usize(..5) {
            let title = self.pick(&TITLES).to_owned();
            self.rows.push(vec![title]);
        }
        if self.rng.bool() && !self.rows.is_empty() {
            self.rows.push(Vec::new());
        }
        self.rows.push(self.headings.clone());
        let sections = if self.rng.u8(..4) == 0 { self.rng.usize(2..4) } else { 1 };
        for section in 0..sections {
            if section > 0 {
                self.between_sections();
            }
            let people = self.rng.usize(2..14);
            (0..people).for_each(|_| self.person());
            if sections > 1 {
                let sum = std::mem::take(&mut self.section);
                self.total("Sub-total", sum);
            }
        }
        if self.rng.bool() {
            let label = self.pick(&["TOTAL", "Grand Total", "Total"]).to_owned();
            let all = self.all;
            self.total(&label, all);
        }
        if self.rng.u8(..3) == 0 {
            self.rows.push(Vec::new());
            self.rows.push(vec!["Prepared by: ________".to_owned(), "Approved by: ________".to_owned()]);
        }
    }

    /// A gap, and perhaps the headings again, also in another order.
    fn between_sections(&mut self) {
        if self.rng.bool() {
            self.rows.push(Vec::new());
        }
        match self.rng.u8(..3) {
            0 => self.rows.push(self.headings.clone()),
            1 => {
                let mut order: Vec<usize> = (0..self.columns.len()).collect();
                self.rng.shuffle(&mut order);
                let columns = order.iter().filter_map(|at| self.columns.get(*at).copied()).collect();
                let headings = order.iter().filter_map(|at| self.headings.get(*at).cloned()).collect();
                (self.columns, self.headings) = (columns, headings);
                self.rows.push(self.headings.clone());
            }
            _ => {}
        }
    }

    fn person(&mut self) {
        if self.rng.u8(..20) == 0 {
            self.rows.push(Vec::new());
        }
        self.serial += 1;
        let (code, bank) = BANKS.get(self.rng.usize(..BANKS.len())).copied().unwrap_or(("058", "GTBank"));
        let account =
            nuban(code, &format!("{:09}", self.first_account + self.serial * 7)).unwrap_or_default();
        let name = format!("{} {}", self.pick(&FIRST), self.pick(&LAST));
        let kobo = self.rng.u64(1_000..90_000_000);
        let kobo = if self.rng.bool() { kobo - kobo % 100 } else { kobo };
        let is_stopped = self.columns.contains(&Column::Remarks) && self.rng.u8(..12) == 0;
        let remark =
            if is_stopped { self.pick(&["SUSPENDED", "Stop payment", "Resigned", "HOLD"]) } else { "" };
        let tax = self.rng.u64(100..500_000);
        let days = self.rng.u8(15..31).to_string();
        let department = self.pick(&DEPARTMENTS).to_owned();
        let phone = format!("080{:08}", self.rng.u32(..99_999_999));
        let cells = self.columns.clone().into_iter().map(|column| match column {
            Column::Serial => self.serial.to_string(),
            Column::StaffNo => format!("E{:03}", self.serial),
            Column::Name => name.clone(),
            Column::Account => account.clone(),
            Column::Bank => bank.to_owned(),
            Column::BankCode => code.to_owned(),
            Column::Gross => self.written(kobo + tax),
            Column::Tax => self.written(tax),
            Column::Paid => self.written(kobo),
            Column::Phone => phone.clone(),
            Column::Department => department.clone(),
            Column::Narration => "November salary".to_owned(),
            Column::Remarks => remark.to_owned(),
            Column::Days => days.clone(),
            Column::Blank => String::new(),
        });
        let cells: Vec<String> = cells.collect();
        self.kinds.insert(self.rows.len(), self.columns.clone());
        self.rows.push(cells);
        self.section += kobo;
        self.all += kobo;
        let row = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        self.people.push(Person { row, name, account, kobo, is_stopped });
    }

    fn total(&mut self, label: &str, kobo: u64) {
        let sum = self.written(kobo);
        let mut cells = vec![String::new(); self.columns.len()];
        let of = |column: Column| self.columns.iter().position(|other| *other == column);
        if let Some(cell) = of(Column::Name).and_then(|at| cells.get_mut(at)) {
            label.clone_into(cell);
        }
        if let Some(cell) = of(Column::Paid).and_then(|at| cells.get_mut(at)) {
            *cell = sum;
        }
        self.rows.push(cells);
    }

    fn written(&self, kobo: u64) -> String {
        let (naira, rest) = (kobo / 100, kobo % 100);
        match self.style {
            Style::Plain => format!("{naira}.{rest:02}"),
            Style::Grouped => format!("{}.{rest:02}", grouped(naira)),
            Style::Signed => format!("₦{}.{rest:02}", grouped(naira)),
            Style::DecimalComma => format!("{naira},{rest:02}"),
        }
    }

    fn text(&self, separator: char) -> String {
        let quoted = |cell: &String| {
            let plain = !cell.contains([separator, '"']);
            if plain { cell.clone() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
        };
        let separator = separator.to_string();
        let lines = self.rows.iter().map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(&separator));
        lines.collect::<Vec<_>>().join("\r\n")
    }

    fn workbook(&self) -> Result<Vec<u8>, XlsxError> {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        for (row, (at, cells)) in (0..).zip(self.rows.iter().enumerate()) {
            let kinds = self.kinds.get(&at);
            for (column, cell) in (0..).zip(cells).filter(|(_, cell)| !cell.is_empty()) {
                let number = cell.parse::<f64>().ok();
                let kind = kinds.and_then(|kinds| kinds.get(usize::from(column)));
                match number.filter(|_| kind.is_none_or(|kind| kind.is_number())) {
                    Some(number) => sheet.write(row, column, number)?,
                    None => sheet.write(row, column, cell.as_str())?,
                };
            }
        }
        workbook.save_to_buffer()
    }
}

fn grouped(naira: u64) -> String {
    let digits = naira.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
