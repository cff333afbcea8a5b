//! How files are read, also those that lie, break or are torn.

mod a_reader_that_dies_costs_one_message;
#[path = "../../examples/inspect/answer.rs"]
mod answer;
mod any_spreadsheet_is_read;
mod files_of_other_programs_are_read;
mod hostile_files_cost_one_message;
mod inspect_says_what_the_app_would_see;
#[path = "../made/mod.rs"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each program makes some of the files; a helper fails its test"
)]
mod made;
mod tables_laid_out_every_way;
mod what_was_packed_is_what_is_read;
