//! The options that shape an engine, and what is said when they are set.

use std::path::Path;

use crate::engine::Engine;
use crate::tables::Tables;

pub(super) const DEFAULT_HASH: usize = 16;
pub(super) const DEFAULT_OVERHEAD: u64 = 20;
pub(super) const MAX_LINES: usize = 256;

/// The options that shape an engine: enough to build it anew.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    /// Folders of Syzygy tables, and a folder of tables that Tabiya solved; empty without.
    syzygy: String,
    endgames: String,
    probe_limit: u32,
    probe_depth: i32,
    fifty_move_rule: bool,
    /// Says how many bytes a table may take.
    pub(super) room: fn() -> usize,
}

impl Settings {
    pub(super) fn new(room: fn() -> usize) -> Settings {
        Settings {
            hash: DEFAULT_HASH,
            threads: 1,
            lines: 1,
            syzygy: String::new(),
            endgames: String::new(),
            probe_limit: Tables::MAX_MEN,
            probe_depth: 1,
            fifty_move_rule: true,
            room,
        }
    }

    pub(super) fn build(&self) -> Engine {
        let mut engine = Engine::with_room(self.hash, self.room);
        engine.set_threads(self.threads);
        engine.lines = self.lines;
        // What does not work was told when the options were set.
        let _ = engine.tables.read_syzygy(&self.syzygy);
        let _ = engine.tables.read_solved(folder(&self.endgames));
        self.shape(&mut engine);
        engine
    }

    /// Tells the engine how to use its tables.
    fn shape(&self, engine: &mut Engine) {
        engine.tables.limit = self.probe_limit;
        engine.tables.depth = self.probe_depth;
        engine.tables.fifty_move_rule = self.fifty_move_rule;
    }

    /// Sets an option of endgame tables; what there is to say about it, if anything.
    pub(super) fn set_tables(
        &mut self,
        engine: &mut Engine,
        name: &str,
        value: &str,
    ) -> Result<Option<String>, String> {
        match name {
            "syzygypath" => {
                self.syzygy = path(value);
                let found = engine.tables.read_syzygy(&self.syzygy).map_err(|error| error.to_string())?;
                let men = engine.tables.syzygy().max_men();
                Ok(match (self.syzygy.is_empty(), found) {
                    (true, _) => None,
                    (false, 0) => Some("no tables were found".to_string()),
                    (false, 1) => Some(format!("1 table of {men} men was found")),
                    (false, _) => Some(format!("{found} tables of up to {men} men were found")),
                })
            }
            "endgamepath" => {
                self.endgames = path(value);
                let read = engine.tables.read_solved(folder(&self.endgames)).map_err(|error| error.to_string())?;
                Ok((!self.endgames.is_empty()).then(|| match read {
                    1 => "1 table was read".to_string(),
                    _ => format!("{read} tables were read"),
                }))
            }
            _ => {
                match name {
                    "syzygyprobedepth" => self.probe_depth = number(value, 100)?.max(1) as i32,
                    "syzygyprobelimit" => self.probe_limit = number(value, Tables::MAX_MEN as usize)? as u32,
                    "syzygy50moverule" => self.fifty_move_rule = switch(value)?,
                    _ => return Err("no such option".to_string()),
                }
                self.shape(engine);
                Ok(None)
            }
        }
    }
}

/// The value of an option that is a number.
pub(super) fn number(value: &str, most: usize) -> Result<usize, String> {
    match value.parse::<usize>() {
        Ok(number) if number <= most => Ok(number),
        _ => Err(format!("expected a number up to {most}, not \"{value}\"")),
    }
}

/// The value of an option that is on or off.
pub(super) fn switch(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("expected true or false, not \"{value}\"")),
    }
}

/// A path as a GUI gives it: one that does not exist is often written like this.
fn path(value: &str) -> String {
    if value == "<empty>" { String::new() } else { value.to_string() }
}

/// A folder by its name; an empty name is none.
fn folder(name: &str) -> Option<&Path> {
    (!name.is_empty()).then_some(Path::new(name))
}
