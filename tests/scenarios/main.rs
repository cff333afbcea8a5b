//! What must happen to a payroll, one story a file; the file's name is the sentence it proves. The desk, its
//! ledger and the practice service are real and speak real HTTP; only the faults of the line are made.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a story stops where it goes wrong"
)]

mod support;

mod a_bank_chosen_for_all_alike_changes_nobody_else;
mod a_batch_goes_where_the_ledger_says_it_went;
mod a_callback_settles_a_lost_answer;
mod a_changed_mapping_reads_the_file_again_and_keeps_the_work;
mod a_copy_of_the_file_says_what_became_of_whom;
mod a_crash_between_intent_and_answer_is_unknown_at_the_next_start;
mod a_desk_left_alone_locks_itself;
mod a_double_click_pays_once;
mod a_duplicate_reference_is_refused_and_nobody_is_paid_again;
mod a_failed_payout_is_shown_failed_and_a_reversed_one_reversed;
mod a_known_layout_asks_nothing;
mod a_lost_answer_is_settled_by_the_user;
mod a_lost_profile_key_makes_no_new_references;
mod a_pasted_block_is_one_step;
mod a_payroll_is_compared_with_the_last_one;
mod a_payroll_is_paid_from_file_to_all_paid;
mod a_payroll_of_two_currencies_is_approved_as_shown;
mod a_refused_token_leaves_the_batch_ready_with_the_same_references;
mod a_skipped_row_that_is_a_person_is_put_back;
mod a_token_about_to_end_sends_nothing;
mod a_token_is_renewed_before_a_submission;
mod a_wrong_lock_pays_nobody;
mod an_acceptance_ends_with_the_value_it_was_about;
mod an_answer_the_disk_does_not_take_is_kept;
mod an_earlier_payroll_is_paid_again_only_under_another_name;
mod bank_codes_are_the_services_own;
mod batch_two_waits_while_batch_one_is_unknown;
mod callbacks_have_one_effect_in_any_order;
mod closing_or_locking_waits_for_the_answer;
mod each_attempt_is_shown_with_what_the_service_said;
mod edits_and_undo_survive_a_restart;
mod more_about_each_person_is_sent_only_where_the_profile_says;
mod names_checked_while_somebody_edits_lose_no_edit;
mod nobody_listens_and_the_same_batch_is_sent_later;
mod secrets_are_in_no_file_no_log_and_no_error;
mod send_again_sends_identical_bytes;
mod somebody_left_out_is_not_paid;
mod the_desk_goes_on_listening;
mod the_same_payroll_is_not_taken_twice;
mod two_programs_do_not_share_a_ledger;
mod what_was_settled_at_review_is_kept;
