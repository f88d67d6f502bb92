//! The kernels' source, and their compiled form, which is kept on disk (see `cache.rs`) because compiling takes
//! seconds.

use std::env::var_os;
use std::ffi::{CStr, CString};

use cudarc::nvrtc::{result, sys};

use crate::cache;
use crate::device::MAKERS;
use crate::error::Error;

/// One program, in this order.
const FILES: [(&str, &str); 15] = [
    ("prelude.cu", include_str!("kernels/prelude.cu")),
    ("geometry.cu", include_str!("kernels/geometry.cu")),
    ("board.cu", include_str!("kernels/board.cu")),
    ("generate.cu", include_str!("kernels/generate.cu")),
    ("record.cu", include_str!("kernels/record.cu")),
    ("king_zone.cu", include_str!("kernels/king_zone.cu")),
    ("replies.cu", include_str!("kernels/replies.cu")),
    ("pieces.cu", include_str!("kernels/pieces.cu")),
    ("pairs.cu", include_str!("kernels/pairs.cu")),
    ("sides.cu", include_str!("kernels/sides.cu")),
    ("memory.cu", include_str!("kernels/memory.cu")),
    ("merge.cu", include_str!("kernels/merge.cu")),
    ("block.cu", include_str!("kernels/block.cu")),
    ("kernels.cu", include_str!("kernels/kernels.cu")),
    ("pairs_kernel.cu", include_str!("kernels/pairs_kernel.cu")),
];

/// The kernels compiled for a compute capability, and for blocks of `positions` positions: from the cache, or now.
pub(crate) fn machine_code(major: i32, minor: i32, positions: u32) -> Result<Vec<u8>, Error> {
    let source: String = FILES.iter().map(|(name, text)| format!("#line 1 \"{name}\"\n{text}\n")).collect();
    let options = [
        format!("--gpu-architecture=sm_{major}{minor}"),
        "--std=c++17".to_owned(),
        format!("--define-macro=BLOCK_POSITIONS={positions}"),
        format!("--define-macro=MAKERS_THREADS={}", MAKERS.0),
        format!("--define-macro=MAKERS_BLOCKS={}", MAKERS.1),
    ];
    let folder = cache::folder(var_os("XDG_CACHE_HOME"), var_os("HOME"), var_os("LOCALAPPDATA"));
    let place = folder.map(|folder| folder.join(name_of(&source, &options)));
    if let Some(code) = place.as_ref().and_then(|place| cache::read(place)) {
        return Ok(code);
    }
    // SAFETY: looks for a library and opens it, nothing else.
    let code = compile(&source, &options, unsafe { sys::is_culib_present() })?;
    if let Some(place) = place {
        cache::keep(&place, &code);
    }
    Ok(code)
}

/// The name of compiled kernels: everything they were made of.
fn name_of(source: &str, options: &[String]) -> String {
    let text = options.iter().map(String::as_str).chain([source, env!("CARGO_PKG_VERSION")]);
    let [a, b] = cache::digest(text.flat_map(str::bytes));
    format!("kernels-{a:016x}{b:016x}.sealed")
}

/// Compiles; `present` says whether there is a library that can.
fn compile(source: &str, options: &[String], present: bool) -> Result<Vec<u8>, Error> {
    if !present {
        return Err(Error::NoCompiler);
    }
    let failed = |error: result::NvrtcError| Error::Compile(error.to_string());
    let source = CString::new(source).map_err(|_| Error::Compile("a zero byte in the source".to_owned()))?;
    let program = result::create_program(&source, None).map_err(failed)?;
    // SAFETY: the program was created above and is destroyed below; the source lives until then.
    let compiled = unsafe { result::compile_program(program, options) };
    let code = match compiled {
        // SAFETY: the program is alive.
        Err(_) => Err(Error::Compile(unsafe { log_of(program) })),
        // SAFETY: the program is alive and compiled for a machine.
        Ok(()) => unsafe { cubin_of(program) }.map_err(failed),
    };
    // SAFETY: created above, and not used again.
    unsafe { result::destroy_program(program) }.map_err(failed)?;
    code
}

/// # Safety
///
/// The program must be alive.
unsafe fn log_of(program: sys::nvrtcProgram) -> String {
    // SAFETY: the caller's word; the log ends with a zero byte.
    match unsafe { result::get_program_log(program) } {
        // SAFETY: NVRTC ends its log with a zero byte.
        Ok(log) => unsafe { CStr::from_ptr(log.as_ptr()) }.to_string_lossy().into_owned(),
        Err(error) => error.to_string(),
    }
}

/// # Safety
///
/// The program must be alive and compiled.
unsafe fn cubin_of(program: sys::nvrtcProgram) -> Result<Vec<u8>, result::NvrtcError> {
    let mut size = 0_usize;
    // SAFETY: the caller's word, and a place for the size.
    unsafe { sys::nvrtcGetCUBINSize(program, &mut size) }.result()?;
    let mut code = vec![0_u8; size];
    // SAFETY: as above, and room for as many bytes as NVRTC said.
    unsafe { sys::nvrtcGetCUBIN(program, code.as_mut_ptr().cast()) }.result()?;
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_compiler_is_named() {
        let error = compile("", &[], false).unwrap_err();
        assert_eq!(error, Error::NoCompiler);
        assert!(error.to_string().contains("libnvrtc"), "{error}");
    }

    #[test]
    fn other_options_have_another_place_in_the_cache() {
        let name = |option: &str| name_of("source", &[option.to_owned()]);
        assert_ne!(name("sm_90"), name("sm_80"));
    }
}
