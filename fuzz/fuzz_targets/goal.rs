#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| decklint_fuzz::run("goal", data));
