//! Finds the bug in a chess move generator and names the rule it broke.
