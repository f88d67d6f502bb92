//! Hunts in the mutants: every mistake is found and named, and a correct generator is left in peace.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use tabiya::Position;
use tabiya_hunt::compare::{Case, Probe};
use tabiya_hunt::reference::MOST_DEPTH;
use tabiya_hunt::{Cancel, Engine, FailureKind, Limits, Options, Report, Rule, hunt};

/// The example `mutant`, beside the directory this test runs from; built if only this test was.
fn mutant() -> &'static str {
    static PATH: OnceLock<String> = OnceLock::new();
    PATH.get_or_init(|| {
        let test = std::env::current_exe().expect("this test has a path");
        let profile = test.parent().and_then(|deps| deps.parent()).expect("target/profile/deps");
        let path: PathBuf = profile.join("examples").join(format!("mutant{}", std::env::consts::EXE_SUFFIX));
        if !path.exists() {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["build", "--package", "tabiya-hunt", "--example", "mutant"]);
            if profile.ends_with("release") {
                cargo.arg("--release");
            }
            assert!(cargo.status().expect("cargo runs").success());
        }
        path.display().to_string()
    })
}

/// Limits on time that no machine reaches, however busy it is: what ends a hunt here is a find or a number of nodes.
const LONG: Duration = Duration::from_secs(3600);

fn limits() -> Limits {
    Limits { answer: LONG, ..Limits::default() }
}

fn options() -> Options {
    Options { time: LONG, shrink_time: LONG, ..Options::default() }
}

/// A program is tried for two seconds with each command, which a busy machine may let pass. Then it is tried again.
fn detected(arguments: &str, limits: Limits, cancel: &Cancel) -> Engine {
    let command = format!("'{}' {arguments}", mutant());
    let mut tries = (0..20).map(|_| Engine::detect(&command, limits, cancel));
    tries.find_map(Result::ok).unwrap_or_else(|| panic!("not detected: {command}"))
}

fn hunted(arguments: &str, limits: Limits, options: &Options) -> Report {
    let cancel = Cancel::default();
    let mut engine = detected(arguments, limits, &cancel);
    hunt(&mut engine, options, &cancel, &mut |_| {})
}

fn rules(report: &Report) -> Vec<Rule> {
    report.findings.iter().map(|finding| finding.rule).collect()
}

#[test]
fn every_mutant_is_found_and_named() {
    let output = Command::new(mutant()).arg("--table").output().expect("the mutant runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_correct_generator_is_left_in_peace() {
    let options = Options { nodes: Some(300_000), ..options() };
    let report = hunted("none", limits(), &options);
    assert!(report.findings.is_empty(), "{report}");
    assert!(report.nodes >= 300_000);
}

#[test]
fn all_goes_on_to_the_next_bug() {
    let names = "promotes-to-queen-only,en-passant-rank-pin,castle-through-check,unmake-forgets-ep";
    let options = Options { all: true, nodes: Some(300_000), ..options() };
    let report = hunted(names, limits(), &options);
    let mut found = rules(&report);
    found.sort_unstable();
    let mut wanted =
        [Rule::PromotionChoice, Rule::EnPassantRankPin, Rule::CastleThroughCheck, Rule::UnmakeEnPassantSquare];
    wanted.sort_unstable();
    assert_eq!(found, wanted, "{report}");
}

/// What the smallest position has, a check or a promotion, is not blamed if the same goes wrong without it.
#[test]
fn what_a_position_happens_to_have_is_not_blamed() {
    for (name, rule) in [
        ("en-passant-from-a-missing", Rule::EnPassantMissing),
        ("en-passant-no-evasion", Rule::EnPassantEvasion),
        ("check-no-captures", Rule::EvasionCaptureMissing),
        ("unmake-promotion-capture", Rule::UnmakeCapture),
        ("unmake-keeps-promotion", Rule::UnmakePromotion),
        ("pinned-slider-frozen", Rule::PinnedPieceFrozen),
    ] {
        let report = hunted(name, limits(), &options());
        assert_eq!(rules(&report), [rule], "{report}");
    }
}

#[test]
fn after_a_wrong_total_the_hunt_goes_on() {
    let options = Options { all: true, nodes: Some(300_000), ..options() };
    let report = hunted("total-off-by-one,kings-touch", limits(), &options);
    // A king that attacks nothing does not guard the castling path either, so more may follow.
    assert!(rules(&report).starts_with(&[Rule::WrongTotal, Rule::KingsTouch]), "{report}");
    let finding = &report.findings[0];
    assert_eq!((finding.engine_total, finding.engine_nodes), (Some(finding.nodes + 1), Some(finding.nodes)));
    assert!(report.to_string().contains("It prints the total "), "{report}");
}

#[cfg(unix)]
#[test]
fn one_run_per_answer_and_no_moves_are_enough() {
    for (name, rule) in [
        ("unmake-forgets-rights", Rule::UnmakeCastlingRight),
        ("unmake-keeps-promotion", Rule::UnmakePromotion),
        ("unmake-castle", Rule::UnmakeCastle),
        ("en-passant-victim-stays", Rule::EnPassantVictimStays),
        ("hash-of-nothing", Rule::PerftHash),
    ] {
        let script = r#"printf "position fen %s\ngo perft %s\n" "$2" "$3" | "$0" "$1""#;
        let template = format!("sh -c '{script}' '{}' {name} {{fen}} {{depth}}", mutant());
        let cancel = Cancel::default();
        let mut engine = Engine::from_template(&template, limits(), &cancel).expect(name);
        let report = hunt(&mut engine, &options(), &cancel, &mut |_| {});
        assert_eq!(rules(&report), [rule], "{report}");
    }
}

/// What shows only in the counters, the material or the length of the list is named by what a shrunk position still has.
#[cfg(unix)]
#[test]
fn limits_and_draws_are_named() {
    let right = r#"printf "position fen %s\ngo perft %s\n" "$1" "$2" | "$0" none"#;
    let nothing = "echo Nodes searched: 0";
    for (wrong, rule) in [
        (format!(r#"case "$1" in *" 1"[0-9][0-9]" "*) {nothing} ;; *) {right} ;; esac"#), Rule::DrawEndsGame),
        (format!(r#"case "$1" in *" "[2-9][0-9][0-9]*) {nothing} ;; *) {right} ;; esac"#), Rule::CountersChangeMoves),
        (format!(r#"case "${{1%% *}}" in *[pPnNbBrRqQ]*) {right} ;; *) {nothing} ;; esac"#), Rule::DrawEndsGame),
        (format!("{right} | head -n 48"), Rule::MoveListLimit),
    ] {
        let template = format!("sh -c '{wrong}' '{}' {{fen}} {{depth}}", mutant());
        let cancel = Cancel::default();
        let mut engine = Engine::from_template(&template, limits(), &cancel).expect("it answers");
        let report = hunt(&mut engine, &options(), &cancel, &mut |_| {});
        assert_eq!(rules(&report), [rule], "{wrong}: {report}");
    }
}

#[test]
fn totals_alone_are_enough() {
    for (name, rule) in [
        ("en-passant-rank-pin", Rule::EnPassantRankPin),
        ("castle-into-check", Rule::CastleIntoCheck),
        ("pinned-knight-moves", Rule::PinnedPieceMoves),
    ] {
        let report = hunted(&format!("{name} totals"), limits(), &options());
        assert_eq!(rules(&report), [rule], "{report}");
    }
}

#[test]
fn engines_that_do_not_answer_are_reported_as_such() {
    let patient = Limits { bytes: 1 << 20, ..limits() };
    // Only the time tells that no answer will come, so here it must be waited for: once, without making the question
    // smaller. It is still long for the questions before.
    let waiting = (Limits { answer: Duration::from_secs(15), ..patient }, Duration::ZERO);
    for (behaviour, rule, (limits, shrink_time)) in [
        ("crash", Rule::EngineCrash, (patient, LONG)),
        ("leave", Rule::EngineCrash, (patient, LONG)),
        ("hang", Rule::EngineHang, waiting),
        ("flood", Rule::EngineFlood, (patient, LONG)),
        ("nonsense", Rule::EngineNonsense, waiting),
    ] {
        let options = Options { shrink_time, ..options() };
        let report = hunted(&format!("none {behaviour}"), limits, &options);
        assert_eq!(rules(&report), [rule], "{behaviour}: {report}");
        let finding = &report.findings[0];
        assert!(finding.failure.is_some() && finding.engine_nodes.is_none());
        if behaviour == "flood" {
            assert!(finding.last_output.as_deref().is_some_and(|output| output.contains("thinking")));
        }
    }
}

#[cfg(unix)]
#[test]
fn slow_engines_are_not_mute() {
    // One that reads on only when it has answered, and one that counts in the background.
    let moves = "for mv in e2e3 e2e4 e1d1 e1f1 e1d2 e1f2; do echo $mv: 1; done; echo; echo Nodes searched: 6";
    for (name, start, end) in [("in turn", "{ ", "; }"), ("behind", "{ ", "; } &")] {
        let script = format!(
            r#"while read -r line; do case "$line" in
                uci) echo uciok;; isready) echo readyok;; "go perft"*) {start}sleep 3; {moves}{end} ;;
            esac; done"#
        );
        let limits = Limits { answer: Duration::from_secs(60), ..Limits::default() };
        let engine = Engine::detect(&format!("sh -c '{script}'"), limits, &Cancel::default());
        assert_eq!(engine.expect(name).dialect().name(), "UCI, go perft", "{name}");
    }
}

#[test]
fn what_is_too_deep_to_count_is_not_asked() {
    let cancel = Cancel::default();
    let mut engine = detected("none", limits(), &cancel);
    // Stalemate: the engine could answer any of it at once.
    let position = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").expect("a position");
    let deepest = Case::count(position, MOST_DEPTH, false);
    assert!(deepest.run(&mut engine).expect("it answers").agrees());
    for probe in [Probe::Count(MOST_DEPTH + 1), Probe::Again(MOST_DEPTH + 1)] {
        let failure = Case { probe, ..deepest.clone() }.run(&mut engine).expect_err("it is too deep");
        assert!(matches!(failure.kind, FailureKind::Uncountable(_)), "{failure}");
        assert!(failure.to_string().contains("256 plies are too deep"), "{failure}");
    }
}

#[test]
fn times_may_be_without_end() {
    let limits = Limits { answer: Duration::MAX, ..Limits::default() };
    let options = Options { time: Duration::MAX, shrink_time: Duration::MAX, ..Options::default() };
    for (arguments, rule) in [("kings-touch", Rule::KingsTouch), ("none crash", Rule::EngineCrash)] {
        assert_eq!(rules(&hunted(arguments, limits, &options)), [rule]);
    }
}

#[test]
fn a_report_says_everything() {
    let report = hunted("rook-capture-keeps-right", limits(), &options());
    let text = report.to_string();
    for part in [
        "rook-capture-keeps-right",
        "r3k3/1B6/8/8/8/8/8/4K3 w q - 0 1",
        "after b7a8",
        "Extra e8c8, illegal: black has no right to castle on the queen side",
        "position fen r3k3/1B6/8/8/8/8/8/4K3 w q - 0 1 moves b7a8",
        "go perft 1",
        "First seen in \"",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    let json = serde_json::to_value(&report).expect("it is plain data");
    assert_eq!(json["findings"][0]["rule"], "rook-capture-keeps-right");
    assert_eq!(json["findings"][0]["extra"][0]["move"], "e8c8");
}
