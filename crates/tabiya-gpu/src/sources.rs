//! The kernels' source, and their compiled form, which is kept on disk because compiling takes seconds.

use std::ffi::{CStr, CString};
use std::fs;
use std::path::PathBuf;

use cudarc::nvrtc::{result, sys};

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

/// The kernels compiled for a compute capability, and for blocks of so many positions: from the cache, or now.
pub(crate) fn machine_code(major: i32, minor: i32, positions: u32) -> Result<Vec<u8>, Error> {
    let source: String = FILES.iter().map(|(name, text)| format!("#line 1 \"{name}\"\n{text}\n")).collect();
    let options = [
        format!("--gpu-architecture=sm_{major}{minor}"),
        "--std=c++17".to_owned(),
        format!("--define-macro=BLOCK_POSITIONS={positions}"),
        format!("--define-macro=MAKERS_THREADS={}", MAKERS.0),
        format!("--define-macro=MAKERS_BLOCKS={}", MAKERS.1),
    ];
    let place = cache_file(&source, &options);
    if let Some(code) = place.as_ref().and_then(|place| fs::read(place).ok()).filter(|code| !code.is_empty()) {
        return Ok(code);
    }
    // SAFETY: looks for a library and opens it, nothing else.
    let code = compile(&source, &options, unsafe { sys::is_culib_present() })?;
    if let Some(place) = place {
        keep(&place, &code);
    }
    Ok(code)
}

/// Where compiled kernels are kept: named by everything they were made of.
fn cache_file(source: &str, options: &[String]) -> Option<PathBuf> {
    let base = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")))
        .or_else(|| std::env::var_os("LOCALAPPDATA").map(PathBuf::from))?;
    let text = options.iter().map(String::as_str).chain([source, env!("CARGO_PKG_VERSION")]);
    let name =
        text.flat_map(str::bytes).fold([0xcbf2_9ce4_8422_2325, 0x9e37_79b9_7f4a_7c15], |[a, b]: [u64; 2], byte| {
            let a = (a ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            [a, (b ^ a).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(23)]
        });
    Some(base.join("tabiya").join(format!("kernels-{:016x}{:016x}.cubin", name[0], name[1])))
}

/// Writes the cache; a cache that cannot be written is only slower.
fn keep(place: &std::path::Path, code: &[u8]) {
    let Some(folder) = place.parent() else { return };
    let temporary = place.with_extension(format!("{}.tmp", std::process::id()));
    if fs::create_dir_all(folder).is_ok() && fs::write(&temporary, code).is_ok() {
        // Renamed when whole, so that nobody reads a part.
        let _ = fs::rename(&temporary, place);
    }
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
        let place = |option: &str| cache_file("source", &[option.to_owned()]);
        assert!(place("sm_90").is_some());
        assert_ne!(place("sm_90"), place("sm_80"));
    }
}
