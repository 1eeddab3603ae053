//! The binary: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    decklint::cli::main(std::env::args_os())
}
