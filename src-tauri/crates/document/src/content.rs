//! What a document contains, whatever the format of its file: facts, tables with typed cells, slips and places to sign.

use paysheet_domain::Money;

use crate::{formats::Formats, words::ListWords};

/// The words and the formats of a document.
pub struct Style<'a> {
    pub words: &'a ListWords,
    pub formats: Formats,
}

pub struct Document {
    pub title: String,
    pub subtitle: String,
    /// Who the document is from; above the title.
    pub letterhead: Option<String>,
    pub paper: Paper,
    pub blocks: Vec<Block>,
}

/// The orientation of A4 paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    Portrait,
    Landscape,
}

pub enum Block {
    /// Names and values.
    Facts(Vec<Fact>),
    Table(Table),
    /// Places to sign, by what is written before each.
    Signatures {
        names: Vec<String>,
        signature: String,
        date: String,
    },
    /// Pages of their own, two slips on each.
    Slips(Vec<Slip>),
    /// A sentence.
    Text(String),
    /// A sentence that nobody may miss.
    Notice(String),
    /// A table that stays on its page: what does not fit is counted by `more`, in place of `{{count}}`.
    Fitted {
        table: Table,
        more: String,
    },
    /// A table of which the pages have only the first lines of each part, as `page`. The workbook has all.
    Abridged {
        table: Table,
        page: Table,
    },
    /// The next block begins a page, below the document's head.
    NextPage,
}

pub type Fact = (String, String);

/// A small page that one person receives.
pub struct Slip {
    pub from: String,
    pub title: String,
    pub name: String,
    pub amount: Money,
    pub facts: Vec<Fact>,
    /// What the slip does not prove.
    pub note: String,
}

pub struct Table {
    pub title: String,
    pub heads: Vec<Head>,
    pub lines: Vec<Vec<Cell>>,
    /// Sums below the lines.
    pub totals: Vec<Vec<Cell>>,
}

/// A head's key among the window's words, the English head, its width in characters, and its alignment.
pub type NamedHead = (&'static str, &'static str, u16, Align);

pub struct Head {
    pub text: String,
    /// In characters. On a page the widths of a table are shares of the page's width.
    pub width: u16,
    pub align: Align,
}

impl Head {
    pub fn all<const N: usize>(heads: [NamedHead; N], words: &ListWords) -> Vec<Self> {
        let head = |(name, english, width, align)| Self { text: words.head(name, english), width, align };
        heads.into_iter().map(head).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    Count(u32),
    Money(Money),
}

impl Cell {
    pub fn empty() -> Self {
        Self::Text(String::new())
    }

    /// Returns the cell as it is printed; an amount with grouped digits and its currency.
    pub fn printed(&self, formats: &Formats) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => formats.count(*count),
            Self::Money(money) => formats.money(*money),
        }
    }
}

impl Document {
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Table(table) | Block::Fitted { table, .. } | Block::Abridged { table, .. } => Some(table),
            Block::Facts(_)
            | Block::Signatures { .. }
            | Block::Slips(_)
            | Block::Text(_)
            | Block::Notice(_)
            | Block::NextPage => None,
        })
    }
}
