//! Which row is the heading, and what each column holds.

mod a_bank_beside_the_rows_is_read_or_suggested;
mod a_remembered_layout_never_pays_another_month;
mod banks_are_found_as_files_name_them;
mod columns_are_detected_and_can_be_changed;
mod every_heading_rules_the_rows_below_it;
mod headings_are_told_from_people;
mod headings_in_two_rows_are_joined;
mod known_words_in_other_headings_are_asked;
#[path = "../made/mod.rs"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each program makes some of the files; a helper fails its test"
)]
mod made;
