"""The Python package has no Syzygy prober yet: importing this module says what to use instead."""

raise ImportError(
    "Tabiya has no Syzygy prober for Python: with python-chess installed, chess.syzygy accepts Tabiya's boards",
    name=__name__,
)
