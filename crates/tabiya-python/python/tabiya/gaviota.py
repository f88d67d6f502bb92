"""There is no Gaviota prober in Tabiya: importing this says what to use instead."""

raise ImportError(
    "Tabiya has no Gaviota tables: with python-chess installed, chess.gaviota and chess.syzygy accept Tabiya's boards",
    name=__name__,
)
