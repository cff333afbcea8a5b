#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| paysheet_service::fuzzing::stored_body(bytes));
