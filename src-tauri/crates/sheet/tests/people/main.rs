//! Who is paid, and who is asked about: nobody is lost, and nobody is paid in silence.

mod a_list_below_a_title_that_forbids_payment_is_asked;
mod a_payee_is_the_person_of_the_row;
#[path = "../../examples/inspect/answer.rs"]
mod answer;
#[path = "../../examples/generated/judge.rs"]
mod judge;
#[path = "../made/mod.rs"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each program makes some of the files; a helper fails its test"
)]
mod made;
mod made_up_payrolls_are_read_as_they_are_meant;
mod marks_of_the_file_are_a_hint;
mod nobody_is_lost_in_silence;
mod nobody_the_file_says_not_to_pay_is_silently_paid;
mod nobody_vanishes_between_quotes;
mod nothing_hidden_is_silently_paid;
#[path = "../../examples/generated/payroll/mod.rs"]
mod payroll;
mod the_mode_of_payment_decides;
