//! Names, once, the targets on which the instructions of x86-64 may be used: `cfg(x86_simd)`.
//!
//! A build for x86-64 without SSE2, such as a kernel (`x86_64-unknown-none`), is not among them: there the vector
//! registers may not be saved, and the compiler cannot handle vectors. An enclave (`x86_64-fortanix-unknown-sgx`) is
//! not among them either, because the CPU must not be asked there what it can do.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(x86_simd)");
    let setting = |name: &str| std::env::var(name).unwrap_or_default();
    let is_x86 = setting("CARGO_CFG_TARGET_ARCH") == "x86_64" && setting("CARGO_CFG_TARGET_ENV") != "sgx";
    if is_x86 && setting("CARGO_CFG_TARGET_FEATURE").split(',').any(|feature| feature == "sse2") {
        println!("cargo::rustc-cfg=x86_simd");
    }
}
