"""A cluster on two machines whose link is cut: network namespaces, which only root can make, and no traffic leaves them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from clusters import START_7, UNHURRIED, Processes, wait_until
from test_cluster_faults import perft_7, tasks

pytest.importorskip("distributed")

NEAR, FAR = f"tabiya-near-{os.getpid()}", f"tabiya-far-{os.getpid()}"
NEAR_ADDRESS, FAR_ADDRESS = "192.0.2.1", "192.0.2.2"
"""Addresses that are set aside for examples."""


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


def within(namespace: str) -> list[str]:
    return ["ip", "netns", "exec", namespace]


@pytest.fixture
def link() -> Iterator[str]:
    """Two namespaces with a link between them; the name of its near end."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("network namespaces need root and ip")
    try:
        ip("netns", "add", NEAR)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"network namespaces cannot be made here: {error.stderr.strip()}")
    try:
        ip("netns", "add", FAR)
        ip("-n", NEAR, "link", "add", "near", "type", "veth", "peer", "name", "far", "netns", FAR)
        for namespace, end, address in ((NEAR, "near", NEAR_ADDRESS), (FAR, "far", FAR_ADDRESS)):
            ip("-n", namespace, "address", "add", f"{address}/24", "dev", end)
            ip("-n", namespace, "link", "set", end, "up")
            ip("-n", namespace, "link", "set", "lo", "up")
        yield "near"
    finally:
        subprocess.run(["ip", "netns", "delete", NEAR], check=False, capture_output=True)
        subprocess.run(["ip", "netns", "delete", FAR], check=False, capture_output=True)


def test_the_link_to_some_workers_is_cut(link: str, tmp_path: Path) -> None:
    folder = tmp_path / "checkpoint"
    running = Processes()
    try:
        running.start_scheduler("--host", NEAR_ADDRESS, within=within(NEAR))
        running.start_worker("--host", NEAR_ADDRESS, *UNHURRIED, within=within(NEAR))
        _, lost = running.start_worker("--host", FAR_ADDRESS, *UNHURRIED, within=within(FAR))
        typed = [*within(NEAR), *perft_7(running.scheduler, folder, "--timeout", "6")]
        client = subprocess.Popen(typed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_until(lambda: len(tasks(folder)) >= 5)
        ip("-n", NEAR, "link", "set", link, "down")
        out, error = client.communicate(timeout=90)
        assert client.returncode == 0 and out.startswith(f"perft 7 = {START_7:,} "), error
        assert sorted(tasks(folder)) == list(range(60)), "each task once"
        assert f"worker {lost} has not answered for 6 s" in error
    finally:
        running.stop()
