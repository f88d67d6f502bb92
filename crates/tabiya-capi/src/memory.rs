//! Reading and writing what the caller points to. Null is an error; alignment does not matter.

use std::any::Any;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::status::{Failure, TabiyaError, TabiyaStatus};

#[cold]
pub fn null(what: &str) -> Failure {
    Failure::new(TabiyaStatus::NullPointer, format_args!("the pointer to {what} is null"))
}

/// Copies what is pointed to.
///
/// # Safety
/// The pointer is null, or there are bytes of a `T` behind it, and every pattern of bytes is a `T`.
#[inline(always)]
pub unsafe fn read<T: Copy>(pointer: *const T, what: &str) -> Result<T, Failure> {
    if pointer.is_null() {
        return Err(null(what));
    }
    // SAFETY: not null, so readable by the contract; the alignment does not matter to this call.
    Ok(unsafe { pointer.read_unaligned() })
}

/// Writes to where the pointer points.
///
/// # Safety
/// The pointer is null, or there is room for a `T` behind it that may be written.
#[inline]
pub unsafe fn write<T>(pointer: *mut T, value: T, what: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(null(what));
    }
    // SAFETY: not null, so writable by the contract; the alignment does not matter to this call.
    unsafe { pointer.write_unaligned(value) };
    Ok(())
}

/// The caller's text.
///
/// # Safety
/// The pointer is null, or `length` bytes can be read behind it while the text is used.
pub unsafe fn text<'a>(pointer: *const c_char, length: usize) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(null("the text"));
    }
    if length > isize::MAX as usize {
        return Err(Failure::new(TabiyaStatus::BadArgument, "no text is that long"));
    }
    // SAFETY: readable by the contract, and no longer than an object can be.
    let bytes = unsafe { std::slice::from_raw_parts(pointer.cast::<u8>(), length) };
    std::str::from_utf8(bytes).map_err(|error| Failure::new(TabiyaStatus::BadText, error))
}

/// Writes all of `items` into the caller's array and their number into `count`; if the array is too small, only the
/// number.
///
/// # Safety
/// `array` is null or has room for `capacity` items; `count` is null or may be written.
#[inline(always)]
pub unsafe fn write_all<T: Copy>(
    items: &[T],
    array: *mut T,
    capacity: usize,
    count: *mut usize,
    what: &str,
) -> Result<(), Failure> {
    // SAFETY: by the contract.
    unsafe { write(count, items.len(), "the count")? };
    if items.len() > capacity {
        let message = format!("there is room for {capacity} {what}, and there are {}", items.len());
        return Err(Failure::new(TabiyaStatus::TooSmall, message));
    }
    if items.is_empty() {
        return Ok(());
    }
    if array.is_null() {
        return Err(null(&format!("the {what}")));
    }
    // SAFETY: the array has room for `capacity` items, and there are no more of them; bytes have no alignment.
    unsafe { std::ptr::copy_nonoverlapping(items.as_ptr().cast::<u8>(), array.cast::<u8>(), size_of_val(items)) };
    Ok(())
}

/// Writes a text with a final zero. `length` may be null; it gets the number of bytes before the zero.
///
/// # Safety
/// As for [`write_all`].
pub unsafe fn write_text(text: &str, buffer: *mut c_char, capacity: usize, length: *mut usize) -> Result<(), Failure> {
    let mut bytes: Vec<c_char> = text.bytes().map(|byte| byte as c_char).collect();
    bytes.push(0);
    let mut count = 0;
    // SAFETY: the buffer by the contract, the count is ours.
    let written = unsafe { write_all(&bytes, buffer, capacity, &raw mut count, "bytes") };
    if !length.is_null() {
        // SAFETY: not null, so writable by the contract.
        unsafe { write(length, count - 1, "the length")? };
    }
    written
}

/// Does the work of a function and tells the caller how it went. A panic, which would be a bug, goes no further.
///
/// # Safety
/// `error` is null or may be written.
#[inline]
pub unsafe fn answer(error: *mut TabiyaError, work: impl FnOnce() -> Result<(), Failure>) -> TabiyaStatus {
    let failure = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => return TabiyaStatus::Ok,
        Ok(Err(failure)) => failure,
        Err(panic) => Failure::new(TabiyaStatus::Internal, message(&*panic)),
    };
    if !error.is_null() {
        // SAFETY: not null, so writable by the contract.
        unsafe { error.write_unaligned(failure.to_error()) };
    }
    failure.status
}

#[cold]
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a reason")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    #[test]
    fn a_panic_does_not_cross_the_border() {
        for (panic, sentence) in [
            (Box::new("on purpose") as Box<dyn Any + Send>, "on purpose"),
            (Box::new("with words".to_owned()), "with words"),
            (Box::new(7), "a panic without a reason"),
        ] {
            let mut error = Failure::new(TabiyaStatus::Ok, "").to_error();
            // `resume_unwind` prints nothing.
            // SAFETY: the error is ours.
            let status = unsafe { answer(&raw mut error, || std::panic::resume_unwind(panic)) };
            assert_eq!(status, TabiyaStatus::Internal);
            // SAFETY: a message ends with a zero.
            let said = unsafe { CStr::from_ptr(error.message.as_ptr()) };
            assert_eq!(said.to_str(), Ok(sentence));
        }
        // SAFETY: null is allowed.
        let status = unsafe { answer(std::ptr::null_mut(), || std::panic::resume_unwind(Box::new(()))) };
        assert_eq!(status, TabiyaStatus::Internal);
    }
}
