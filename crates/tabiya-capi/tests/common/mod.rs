//! What the tests of C's functions share.

use std::ffi::CStr;
use std::mem::MaybeUninit;

use tabiya_capi::status::{TabiyaError, TabiyaStatus};

/// The status and the sentence of a call that fails.
pub fn failure(call: impl FnOnce(*mut TabiyaError) -> TabiyaStatus) -> (TabiyaStatus, String) {
    let mut error = MaybeUninit::<TabiyaError>::uninit();
    let status = call(error.as_mut_ptr());
    assert_ne!(status, TabiyaStatus::Ok);
    // SAFETY: a function that fails has written it, with a final zero.
    let message = unsafe { CStr::from_ptr(error.assume_init_ref().message.as_ptr()) };
    (status, message.to_str().unwrap().to_owned())
}
