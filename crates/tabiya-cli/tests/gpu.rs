//! `perft --gpu` on machines with and without a GPU: a count, or an error that says what is missing.

use std::process::{Command, Output};

fn tabiya(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tabiya")).args(arguments).output().expect("the command runs")
}

#[test]
fn a_gpu_counts_or_the_error_says_what_is_missing() {
    let output = tabiya(&["perft", "3", "--gpu", "--gpu-memory", "256M"]);
    let (text, complaint) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    match output.status.code() {
        Some(0) => assert!(text.contains("perft 3 = 8902"), "{text}"),
        Some(2) => {
            let known = ["no CUDA driver", "finds no GPU", "no NVRTC", "MiB of memory on the GPU", "driver failed"];
            assert!(complaint.starts_with("error: --gpu: "), "{complaint}");
            assert!(known.iter().any(|what| complaint.contains(what)), "{complaint}");
        }
        code => panic!("{code:?}: {text}{complaint}"),
    }
}

#[test]
fn version_says_whether_there_is_a_gpu() {
    let output = tabiya(&["version"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.lines().any(|line| line.starts_with("gpu: ")), "{text}");
}

#[test]
fn what_a_gpu_cannot_do_is_refused() {
    let output = tabiya(&["perft", "3", "--gpu", "--hash", "64M"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--gpu-memory"));
    for more in
        [&["--resume", "file"][..], &["--gpu-memory", "1G"], &["--gpu", "--stats"], &["--gpu", "--threads", "2"]]
    {
        let output = tabiya(&[&["perft", "3"], more].concat());
        assert_eq!(output.status.code(), Some(2), "{more:?}");
    }
}
