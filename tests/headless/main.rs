//! The program without a window, as a process of its own against the practice service: what it prints, how it ends, and
//! what the service received. `cargo build --examples` builds the program; `cargo xtask test` does so before.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a story stops where it goes wrong, and prints what it counted"
)]

mod a_changed_file_is_decided;
mod a_flag_does_one_thing;
mod a_key_and_a_secret_are_enough;
mod it_ends_with_how_the_money_stands;
mod it_pays_everybody_once_however_often_it_is_killed;
mod it_takes_no_decision_by_itself;
mod program;
