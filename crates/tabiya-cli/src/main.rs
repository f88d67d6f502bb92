//! The `tabiya` command.
fn main() {}
