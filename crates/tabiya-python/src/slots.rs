//! Attributes that Python reads without calling Rust.
//!
//! A getter written with PyO3 costs 30 ns, nearly all of it the way into Rust and back; CPython reads a slot, as
//! `__slots__` makes it, in 3 ns. So objects keep the Python object of a small value beside the value itself. All these
//! objects live as long as the process, and so a slot owns no reference.

use std::ffi::CStr;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::PyAttributeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

/// The integers from 0 to 63, each with a reference that is never given back. Filled before a class is published.
static NUMBERS: [AtomicPtr<ffi::PyObject>; 64] = [const { AtomicPtr::new(null_mut()) }; 64];

/// Makes the objects that slots point to. The first thing that the module does.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    for (number, place) in NUMBERS.iter().enumerate() {
        place.store(number.into_pyobject(py)?.into_any().unbind().into_ptr(), Ordering::Release);
    }
    Ok(())
}

/// A pointer to `True`, `False`, `None` or an integer from 0 to 63, which CPython reads by itself.
#[repr(transparent)]
pub struct Slot(AtomicPtr<ffi::PyObject>);

impl Slot {
    pub fn of_bool(value: bool) -> Slot {
        Slot(AtomicPtr::new(bool_object(value)))
    }

    pub fn of_number(number: impl Into<Option<u8>>) -> Slot {
        Slot(AtomicPtr::new(number_object(number.into())))
    }

    #[inline]
    pub fn set_bool(&self, value: bool) {
        self.0.store(bool_object(value), Ordering::Relaxed);
    }

    pub fn set_number(&self, number: impl Into<Option<u8>>) {
        self.0.store(number_object(number.into()), Ordering::Relaxed);
    }
}

#[inline]
fn bool_object(value: bool) -> *mut ffi::PyObject {
    // SAFETY: addresses of two objects that live as long as the interpreter; nothing is read.
    unsafe { if value { ffi::Py_True() } else { ffi::Py_False() } }
}

fn number_object(number: Option<u8>) -> *mut ffi::PyObject {
    match number {
        Some(number) => NUMBERS[usize::from(number)].load(Ordering::Acquire),
        // SAFETY: as above.
        None => unsafe { ffi::Py_None() },
    }
}

/// Gives the class of an object attributes that are read from these slots of the object: those of other objects of the
/// class lie at the same place.
pub fn publish(instance: &Bound<'_, PyAny>, attributes: &[(&'static CStr, &'static CStr, &Slot)]) -> PyResult<()> {
    let py = instance.py();
    let class = instance.get_type();
    let size: usize = class.getattr("__basicsize__")?.extract()?;
    for &(name, doc, slot) in attributes {
        let offset = std::ptr::from_ref(slot).addr().wrapping_sub(instance.as_ptr().addr());
        assert!(offset <= size - size_of::<Slot>(), "a slot lies in its object");
        // CPython keeps a pointer to the definition for as long as the class lives, which is for ever.
        let definition = Box::leak(Box::new(ffi::PyMemberDef {
            name: name.as_ptr(),
            type_code: ffi::Py_T_OBJECT_EX,
            offset: offset as ffi::Py_ssize_t,
            flags: ffi::Py_READONLY,
            doc: doc.as_ptr(),
        }));
        // SAFETY: the definition is never freed. Every object of the class, and of classes that inherit from it, has a
        // `Slot` at this offset: a pointer to an object that is alive, from the time that the object is made.
        let descriptor =
            unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyDescr_NewMember(class.as_type_ptr(), definition))? };
        class.setattr(PyString::new(py, &name.to_string_lossy()), descriptor)?;
    }
    Ok(())
}

/// Sets an attribute as if the class `T` did nothing about it.
pub fn set_plainly(
    object: &Bound<'_, PyAny>,
    name: &Bound<'_, PyAny>,
    value: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let value = value.map_or(null_mut(), Bound::as_ptr);
    // SAFETY: three objects that are alive, or null for the value, which deletes the attribute.
    let code = unsafe { ffi::PyObject_GenericSetAttr(object.as_ptr(), name.as_ptr(), value) };
    if code == 0 { Ok(()) } else { Err(PyErr::fetch(object.py())) }
}

/// Whether an attribute of this object is the one of the class `plain`, or something that a subclass put in its place.
pub fn is_inherited(object: &Bound<'_, PyAny>, plain: &Bound<'_, PyType>, name: &Bound<'_, PyAny>) -> PyResult<bool> {
    let class = object.get_type();
    if class.is(plain) {
        return Ok(true);
    }
    let name = name.cast::<PyString>()?;
    Ok(class.getattr(name)?.is(&plain.getattr(name)?))
}

/// What deleting such an attribute raises.
pub fn cannot_delete(name: &str) -> PyErr {
    PyAttributeError::new_err(format!("{name} cannot be deleted"))
}
