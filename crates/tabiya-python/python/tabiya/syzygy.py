"""There is no Syzygy prober in the Python package yet: importing this says what to use instead."""

raise ImportError(
    "Tabiya has no Syzygy prober for Python: with python-chess installed, chess.syzygy accepts Tabiya's boards",
    name=__name__,
)
