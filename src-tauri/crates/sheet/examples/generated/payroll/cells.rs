//! The cells of a made-up sheet, and how a file writes them.

/// A cell before it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Text(String),
    /// Digits that stay text in a workbook.
    Digits(String),
    /// Digits that are a number in a workbook.
    Number(String),
    /// In the smallest unit of the currency.
    Amount(u64),
    /// A sum of so much, of the rows from one to another.
    Sum(u64, usize, usize),
    /// In percent.
    Share(u8),
    /// Day, month and year.
    Day(u8, u8, u16),
}

/// How amounts are written as texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    Plain,
    /// `1,234.50`
    Grouped,
    /// `₦1,234.50`
    Signed(&'static str),
    /// `1234,50`
    DecimalComma,
    /// `1.234,50`
    GroupedByPoints,
    /// `1 234,50`, perhaps with a space that does not break.
    GroupedBySpaces(char),
}

#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub written: Written,
    /// Number of decimals of the currency.
    pub decimals: u32,
    /// Whether the amounts in a workbook are texts.
    pub as_text: bool,
}

impl Cell {
    pub fn text(text: &str) -> Self {
        if text.is_empty() { Self::Empty } else { Self::Text(text.to_owned()) }
    }

    /// Returns the cell as a text file has it.
    pub fn shown(&self, style: Style) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) | Self::Digits(text) | Self::Number(text) => text.clone(),
            Self::Amount(minor) | Self::Sum(minor, ..) => style.amount(*minor),
            Self::Share(percent) => format!("{percent}%"),
            Self::Day(day, month, year) => format!("{day:02}/{month:02}/{year}"),
        }
    }
}

impl Style {
    pub fn amount(self, minor: u64) -> String {
        let unit = 10_u64.pow(self.decimals);
        let (whole, rest) = (minor / unit, minor % unit);
        let width = usize::try_from(self.decimals).unwrap_or(0);
        let with = |whole: &str, sign: char| {
            if width == 0 { whole.to_owned() } else { format!("{whole}{sign}{rest:0width$}") }
        };
        match self.written {
            Written::Plain => with(&whole.to_string(), '.'),
            Written::Grouped => with(&grouped(whole, ','), '.'),
            Written::Signed(sign) => format!("{sign}{}", with(&grouped(whole, ','), '.')),
            Written::DecimalComma => with(&whole.to_string(), ','),
            Written::GroupedByPoints => with(&grouped(whole, '.'), ','),
            Written::GroupedBySpaces(space) => with(&grouped(whole, space), ','),
        }
    }

    /// Returns the plain decimal text of an amount.
    pub fn plain(self, minor: u64) -> String {
        Self { written: Written::Plain, ..self }.amount(minor)
    }
}

fn grouped(whole: u64, sign: char) -> String {
    let digits = whole.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(sign);
        }
        grouped.push(digit);
    }
    grouped
}

/// A sheet of a made-up file.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    pub name: String,
    pub is_hidden: bool,
    pub rows: Vec<Vec<Cell>>,
    /// Indexes of rows and columns that a workbook hides.
    pub hidden_rows: Vec<usize>,
    pub hidden_columns: Vec<usize>,
}

/// Returns a percentage as the fraction that a spreadsheet stores.
pub fn fraction(percent: u8) -> String {
    format!("{}.{:02}", percent / 100, percent % 100)
}
