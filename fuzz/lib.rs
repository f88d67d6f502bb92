//! The properties that the fuzz targets check; the ordinary tests put every file of `regressions/` to them.

pub mod checks;
pub mod tool_checks;
