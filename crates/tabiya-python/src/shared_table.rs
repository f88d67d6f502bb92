//! A table that the workers of one machine share.

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use tabiya_perft::Counter;
#[cfg(target_os = "linux")]
use tabiya_perft::SharedTable;

#[cfg(not(target_os = "linux"))]
type SharedTable = std::convert::Infallible;

/// A table that several processes of this machine can use at once; on Linux only.
#[pyclass(name = "_SharedTable", module = "tabiya._tabiya", frozen)]
pub struct PySharedTable(pub SharedTable);

impl PySharedTable {
    /// A counter that uses it.
    pub fn given_to(&self, counter: Counter) -> Counter {
        #[cfg(target_os = "linux")]
        return counter.share(&self.0);
        #[cfg(not(target_os = "linux"))]
        match self.0 {}
    }
}

fn raise(error: std::io::Error) -> PyErr {
    PyOSError::new_err(error.to_string())
}

#[cfg(target_os = "linux")]
#[pymethods]
impl PySharedTable {
    /// Makes a table of a power of two bytes, no more than said. It is gone when no process uses it any more.
    #[staticmethod]
    fn create(py: Python<'_>, name: &str, bytes: usize) -> PyResult<Self> {
        py.detach(|| SharedTable::create(name, bytes)).map(Self).map_err(raise)
    }

    /// A table that this or another process of the same user has made under this name, if a process uses it.
    #[staticmethod]
    fn find(py: Python<'_>, name: &str) -> PyResult<Option<Self>> {
        Ok(py.detach(|| SharedTable::find(name)).map_err(raise)?.map(Self))
    }

    /// Its size.
    #[getter]
    fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

#[cfg(not(target_os = "linux"))]
#[pymethods]
impl PySharedTable {
    #[staticmethod]
    fn create(_name: &str, _bytes: usize) -> PyResult<Self> {
        Err(raise(std::io::ErrorKind::Unsupported.into()))
    }

    #[staticmethod]
    fn find(_name: &str) -> PyResult<Option<Self>> {
        Ok(None)
    }

    #[getter]
    fn bytes(&self) -> usize {
        match self.0 {}
    }
}
