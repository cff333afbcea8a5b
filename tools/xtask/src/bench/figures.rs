//! The file in which the figures of all measurements stand beside each other.

use std::fs;

use serde_json::{Map, Value};

use crate::{
    context::Context,
    process::{failure::Failure, say},
};

/// Stores the figures of one kind beside those of the others.
pub fn keep(context: &Context, kind: &str, figures: Value) -> Result<(), Failure> {
    let file = context.target.join("bench.json");
    let kept = fs::read_to_string(&file).ok().and_then(|text| serde_json::from_str(&text).ok());
    let mut all: Map<String, Value> = kept.unwrap_or_default();
    all.insert(kind.to_owned(), figures);
    fs::write(&file, format!("{:#}\n", Value::Object(all))).map_err(Failure::file(&file))?;
    say::line(&format!("All figures: {}", file.display()));
    Ok(())
}
