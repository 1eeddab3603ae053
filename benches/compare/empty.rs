//! The yardstick of `scripts/compare.sh`: what starting any program costs.

fn main() {}
