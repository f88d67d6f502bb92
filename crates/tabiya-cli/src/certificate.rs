//! Finished checkpoints of counts on a cluster, as certificates: read, checked, and tasks of them counted again.
//!
//! The format is described in `docs/scale.md`: a line per task, in JSON, each with a checksum of itself.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabiya::Position;
use tabiya_perft::{Counter, Frontier, FrontierError, Positions, Task};

use crate::Verdict;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, counted, digits};
use crate::progress;

const FORMAT: &str = "tabiya perft checkpoint 1";
/// The file in a folder of checkpoints.
const NAME: &str = "perft.jsonl";
/// The table that tasks are counted again with.
const TABLE: usize = 256 << 20;

/// The largest checkpoint that is read, a hundred times that of any count so far.
const LARGEST: u64 = 256 << 20;

#[derive(Deserialize)]
struct Header {
    format: String,
    version: String,
    fen: String,
    depth: u32,
    plies: u32,
    tasks: usize,
    positions: u64,
    paths: String,
    digest: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Total { total: String },
    Task { task: usize, nodes: String, digest: String, level: String, worker: String },
}

/// What is said of a task.
struct Claim {
    line: usize,
    nodes: u128,
    digest: String,
    who: String,
}

/// A checkpoint that was read.
struct Certificate {
    header: Header,
    claims: BTreeMap<usize, Claim>,
    total: Option<u128>,
}

#[derive(Serialize)]
struct Difference {
    line: usize,
    task: usize,
    expected: String,
    counted: String,
    who: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    fen: &'a str,
    depth: u32,
    version: &'a str,
    total: String,
    tasks: usize,
    sampled: usize,
    mismatches: usize,
    complete: bool,
}

/// The file, if this is a checkpoint or a folder with one.
pub fn find(path: &Path) -> Option<PathBuf> {
    let file = if path.is_dir() { path.join(NAME) } else { path.to_owned() };
    let mut start = Vec::new();
    fs::File::open(&file).ok()?.take(64).read_to_end(&mut start).ok()?;
    start.starts_with(format!("{{\"format\":\"{FORMAT}\"").as_bytes()).then_some(file)
}

/// Reads a checkpoint, checks that it is whole and adds up, and counts some of its tasks again.
pub fn verify(path: &Path, sample: usize, output: &mut Output) -> Result<Verdict, Failure> {
    let mut text = String::new();
    let opened = fs::File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text));
    opened.map_err(|error| Failure::from(error).at(path.display()))?;
    if text.len() as u64 > LARGEST {
        return Err(
            Failure::new(format_args!("more than {LARGEST} bytes, too many for a checkpoint")).at(path.display())
        );
    }
    let certificate = read(&text).map_err(|failure| failure.at(path.display()))?;
    let Header { fen, depth, tasks, version, .. } = &certificate.header;
    let total = certificate.check().map_err(|failure| failure.at(path.display()))?;
    let chosen = choose(*tasks, sample);
    let bar = progress::bar(chosen.len() as u64, "tasks");
    let differences = certificate.recount(&chosen, || bar.inc(1)).map_err(|failure| failure.at(path.display()));
    bar.finish_and_clear();
    let (done, differences) = differences?;
    for difference in &differences {
        let Difference { line, task, expected, counted, who } = difference;
        output.line(format_args!("mismatch at {}:{line}", path.display()))?;
        output.line(format_args!("task {task}: {who} says {expected}, we count {counted}"))?;
        output.detail("mismatch", difference)?;
    }
    let complete = done == chosen.len();
    output.line(format_args!(
        "perft {depth} of {fen} = {}: {}, {} of them counted again",
        digits(total),
        counted(*tasks, "task"),
        digits(done)
    ))?;
    let agreement = match differences.len() {
        0 if done == 0 => "its lines add up, and are for its positions".to_owned(),
        0 => "all agree".to_owned(),
        1 => "1 task differs".to_owned(),
        several => format!("{} tasks differ", digits(several)),
    };
    output.line(if complete { agreement } else { format!("interrupted; of those, {agreement}") })?;
    output.detail(
        "checkpoint",
        &Answer {
            fen,
            depth: *depth,
            version,
            total: total.to_string(),
            tasks: *tasks,
            sampled: done,
            mismatches: differences.len(),
            complete,
        },
    )?;
    Ok(match differences.len() {
        _ if !complete => Verdict::Interrupted,
        0 => Verdict::Fine,
        _ => Verdict::Mismatch,
    })
}

/// The JSON of a line whose checksum is right.
fn unseal(line: &str) -> Option<&str> {
    let (body, mark) = line.rsplit_once(",\"crc\":\"")?;
    let mut crc = flate2::Crc::new();
    crc.update(body.as_bytes());
    (mark == format!("{:08x}\"}}", crc.sum())).then_some(line)
}

/// A count as it is written: digits, and no sign.
fn number(text: &str) -> Option<u128> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn read(text: &str) -> Result<Certificate, Failure> {
    let damaged = |line: usize| Failure::new(format_args!("line {}: damaged", line + 1));
    let foreign = |line: usize| Failure::new(format_args!("line {}: not one of a {FORMAT}", line + 1));
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().ok_or_else(|| damaged(0))?;
    let header: Header = serde_json::from_str(unseal(first).ok_or_else(|| damaged(0))?).map_err(|_| foreign(0))?;
    if header.format != FORMAT {
        return Err(foreign(0));
    }
    let (mut claims, mut total) = (BTreeMap::new(), None);
    for (index, line) in lines {
        let line = unseal(line).ok_or_else(|| damaged(index))?;
        match serde_json::from_str(line).map_err(|_| foreign(index))? {
            Line::Total { total: text } => {
                let stated = number(&text).ok_or_else(|| foreign(index))?;
                if total.is_some_and(|total| total != stated) {
                    return Err(Failure::new(format_args!("line {}: a second, different total", index + 1)));
                }
                total = Some(stated);
            }
            Line::Task { task, nodes, digest, level, worker } => {
                let nodes = number(&nodes).filter(|_| task < header.tasks).ok_or_else(|| foreign(index))?;
                let claim =
                    Claim { line: index + 1, nodes, digest: digest.clone(), who: format!("{worker} with {level}") };
                // A second count of the same task must say the same, of the same positions.
                let first: &Claim = claims.entry(task).or_insert(claim);
                if (first.nodes, &first.digest) != (nodes, &digest) {
                    let lines = format_args!("lines {} and {} disagree on task {task}", first.line, index + 1);
                    return Err(Failure::new(lines));
                }
            }
        }
    }
    Ok(Certificate { header, claims, total })
}

/// The numbers of some tasks in ascending order, chosen anew each time so that a forger cannot know them.
fn choose(tasks: usize, sample: usize) -> Vec<usize> {
    let mut chosen = fastrand::choose_multiple(0..tasks, sample);
    chosen.sort_unstable();
    chosen
}

impl Certificate {
    /// The total, if the file is finished and adds up.
    fn check(&self) -> Result<u128, Failure> {
        let missing = self.header.tasks - self.claims.len();
        let Some(total) = self.total.filter(|_| missing == 0) else {
            let missing = counted(missing, "task");
            return Err(Failure::new(format_args!("the count is not finished: {missing} and the total are missing")));
        };
        let sum = self.claims.values().try_fold(0_u128, |sum, claim| sum.checked_add(claim.nodes));
        match sum {
            Some(sum) if sum == total => Ok(total),
            Some(sum) => {
                Err(Failure::new(format_args!("the total is {}, the tasks sum to {}", digits(total), digits(sum))))
            }
            None => Err(Failure::new("the tasks sum to more than fits into 128 bits")),
        }
    }

    /// Finds the positions again, compares every task with them, and counts the tasks that were chosen: how many, and
    /// which differ.
    fn recount(&self, chosen: &[usize], mut tick: impl FnMut()) -> Result<(usize, Vec<Difference>), Failure> {
        let Header { fen, depth, plies, tasks, .. } = &self.header;
        let position = Position::from_fen(fen).map_err(Failure::new)?;
        let below = depth.checked_sub(*plies).ok_or_else(|| Failure::new("it is split below its leaves"))?;
        let cancel = interrupt::flag();
        let searched = Frontier::new(&position, *plies).cancel(cancel).run().and_then(|found| {
            let (digest, ends) = (found.digest_watched(cancel)?, found.cut_watched(*tasks, cancel)?);
            Ok((found, digest, ends))
        });
        let (found, digest, ends) = match searched {
            Err(FrontierError::Cancelled) => return Ok((0, Vec::new())),
            searched => searched.map_err(Failure::new)?,
        };
        self.check_positions(&found, digest)?;
        let share = |task: usize| {
            let start = if task == 0 { 0 } else { ends[task - 1] };
            found.range(start..ends[task]).map(|positions| Task::new(below, positions)).map_err(Failure::new)
        };
        for (&task, claim) in &self.claims {
            if interrupt::asked() {
                return Ok((0, Vec::new()));
            }
            if format!("{:016x}", share(task)?.digest()) != claim.digest {
                return Err(Failure::new(format_args!("line {}: it is for other positions", claim.line)));
            }
        }
        let counter = Counter::new().threads(0);
        let counter = counter.hash(TABLE).unwrap_or_else(|_| Counter::new().threads(0));
        let mut differences = Vec::new();
        for (done, &task) in chosen.iter().enumerate() {
            let claim = &self.claims[&task];
            let report = counter.count_watched(&share(task)?, cancel, None).map_err(Failure::new)?;
            if !report.complete {
                return Ok((done, differences));
            }
            if report.nodes != claim.nodes {
                differences.push(Difference {
                    line: claim.line,
                    task,
                    expected: claim.nodes.to_string(),
                    counted: report.nodes.to_string(),
                    who: claim.who.clone(),
                });
            }
            tick();
        }
        Ok((chosen.len(), differences))
    }

    fn check_positions(&self, found: &Positions, digest: u64) -> Result<(), Failure> {
        let here = (found.distinct(), found.paths().to_string(), format!("{digest:016x}"));
        let Header { positions, paths, digest, .. } = &self.header;
        if here != (*positions, paths.clone(), digest.clone()) {
            return Err(Failure::new("line 1: its positions do not match its FEN and plies"));
        }
        Ok(())
    }
}
