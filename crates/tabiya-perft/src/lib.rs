//! Counting chess positions fast: plain, divided, hashed, threaded, SIMD.
pub mod suite;
