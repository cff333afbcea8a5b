//! Scenarios of the way from a file to a checked draft: reading, columns and layouts, edits, banks, names of account
//! holders, the comparison with the last payroll.
//!
//! One story a file; the file's name is the sentence it proves. The desk, its ledger and the practice service are real and
//! speak real HTTP; only the faults of the line are made.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a story stops where it goes wrong"
)]

#[allow(dead_code, reason = "other programs use more of it")]
#[path = "../shared/double_payment.rs"]
mod double_payment;
#[allow(dead_code, reason = "other programs use more of it")]
#[path = "../shared/support.rs"]
mod support;

mod a_bank_chosen_for_a_spelling_is_not_asked_about_again;
mod a_bank_chosen_for_all_alike_changes_nobody_else;
mod a_bank_chosen_from_a_list_is_the_one_that_is_paid;
mod a_bank_that_was_taken_over_is_accepted_once_for_all;
mod a_changed_mapping_reads_the_file_again_and_keeps_the_work;
mod a_draft_opens_where_something_is_to_be_done;
mod a_file_saved_again_is_offered_to_be_read_again;
mod a_known_layout_asks_nothing;
mod a_list_of_numbers_without_names_is_paid_by_the_numbers;
mod a_month_that_nobody_said_is_asked_for;
mod a_narration_that_the_service_would_cut_is_not_sent;
mod a_new_draft_is_the_one_that_was_kept;
mod a_pasted_block_is_one_step;
mod a_payroll_is_compared_with_the_last_one;
mod a_person_the_file_says_not_to_pay_waits_for_a_decision;
mod a_skipped_row_that_is_a_person_is_put_back;
mod account_names_are_verified_without_asking_until_told_not_to;
mod accounts_that_could_not_be_asked_about_are_counted_and_asked_again;
mod amounts_in_thousands_are_multiplied_by_one_press;
mod an_acceptance_ends_with_the_value_it_was_about;
mod an_answer_about_a_holder_is_kept_and_used_again;
mod edits_and_undo_survive_a_restart;
mod edits_of_one_row_are_withdrawn_together;
mod names_checked_while_somebody_edits_lose_no_edit;
