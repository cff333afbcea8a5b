//! Text files with one row per line (.csv, .tsv, .txt): their encoding, their delimiter and their rows.

mod charset;
mod columns;
mod decode;
mod delimiter;
mod lines;
mod parse;
mod quotes;
mod records;

pub(crate) use self::{
    decode::{Decoded, decode},
    lines::{Encoded, Lines},
    parse::read,
};
