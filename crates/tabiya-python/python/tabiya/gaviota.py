"""Tabiya has no Gaviota prober: importing this module says what to use instead."""

raise ImportError(
    "Tabiya has no Gaviota tables: with python-chess installed, chess.gaviota and chess.syzygy accept Tabiya's boards",
    name=__name__,
)
