"""Tabiya has no Gaviota prober: importing this module says what to use instead."""

raise ImportError(
    "Tabiya has no Gaviota tables: tabiya.endgame has distances to mate, tabiya.syzygy reads Syzygy tables, and with "
    "python-chess installed, chess.gaviota accepts Tabiya's boards",
    name=__name__,
)
