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

fn hunted(arguments: &str, limits: Limits, options: &Options) -> Report {
    let cancel = Cancel::default();
    let mut engine = Engine::detect(&format!("'{}' {arguments}", mutant()), limits, &cancel).expect(arguments);
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
    let options = Options { nodes: Some(300_000), ..Options::default() };
    let report = hunted("none", Limits::default(), &options);
    assert!(report.findings.is_empty(), "{report}");
    assert!(report.nodes >= 300_000);
}

#[test]
fn all_goes_on_to_the_next_bug() {
    let names = "promotes-to-queen-only,en-passant-rank-pin,castle-through-check,unmake-forgets-ep";
    let options = Options { all: true, nodes: Some(300_000), ..Options::default() };
    let report = hunted(names, Limits::default(), &options);
    let mut found = rules(&report);
    found.sort_unstable();
    let mut wanted =
        [Rule::PromotionChoice, Rule::EnPassantRankPin, Rule::CastleThroughCheck, Rule::UnmakeEnPassantSquare];
    wanted.sort_unstable();
    assert_eq!(found, wanted, "{report}");
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
        let mut engine = Engine::from_template(&template, Limits::default(), &cancel).expect(name);
        let report = hunt(&mut engine, &Options::default(), &cancel, &mut |_| {});
        assert_eq!(rules(&report), [rule], "{report}");
    }
}

#[test]
fn totals_alone_are_enough() {
    for (name, rule) in [
        ("en-passant-rank-pin", Rule::EnPassantRankPin),
        ("castle-into-check", Rule::CastleIntoCheck),
        ("pinned-knight-moves", Rule::PinnedPieceMoves),
    ] {
        let report = hunted(&format!("{name} totals"), Limits::default(), &Options::default());
        assert_eq!(rules(&report), [rule], "{report}");
    }
}

#[test]
fn engines_that_do_not_answer_are_reported_as_such() {
    let limits = Limits { answer: Duration::from_secs(3), bytes: 1 << 20, until: None };
    for (behaviour, rule) in [
        ("crash", Rule::EngineCrash),
        ("leave", Rule::EngineCrash),
        ("hang", Rule::EngineHang),
        ("flood", Rule::EngineFlood),
        ("nonsense", Rule::EngineNonsense),
    ] {
        let options = Options { shrink_time: Duration::from_secs(2), ..Options::default() };
        let report = hunted(&format!("none {behaviour}"), limits, &options);
        assert_eq!(rules(&report), [rule], "{behaviour}: {report}");
        let finding = &report.findings[0];
        assert!(finding.failure.is_some() && finding.engine_nodes.is_none());
        if behaviour == "flood" {
            assert!(finding.last_output.as_deref().is_some_and(|output| output.contains("thinking")));
        }
    }
}

#[test]
fn what_is_too_deep_to_count_is_not_asked() {
    let cancel = Cancel::default();
    let mut engine = Engine::detect(&format!("'{}' none", mutant()), Limits::default(), &cancel).expect("it answers");
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
    let report = hunted("rook-capture-keeps-right", Limits::default(), &Options::default());
    let text = report.to_string();
    for part in [
        "rook-capture-keeps-right",
        "4k2r/8/8/8/3B4/8/8/4K3 w k - 0 1",
        "after d4h8",
        "Extra e8g8, illegal: black has no right to castle on the king side",
        "position fen 4k2r/8/8/8/3B4/8/8/4K3 w k - 0 1 moves d4h8",
        "go perft 1",
        "rooks that can be taken",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    let json = serde_json::to_value(&report).expect("it is plain data");
    assert_eq!(json["findings"][0]["rule"], "rook-capture-keeps-right");
    assert_eq!(json["findings"][0]["extra"][0]["move"], "e8g8");
}
