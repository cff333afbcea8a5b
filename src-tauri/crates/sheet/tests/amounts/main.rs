//! Amounts, and the sums that the file says of them.

mod a_column_made_of_others_is_a_question;
mod amounts_and_accounts_written_every_way;
mod an_amount_in_parts_or_thousands_is_a_question;
mod counts_and_control_sums_of_the_file_are_compared;
#[path = "../made/mod.rs"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each program makes some of the files; a helper fails its test"
)]
mod made;
mod totals_of_the_file_are_compared;
