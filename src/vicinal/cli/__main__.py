"""`python -m vicinal.cli` is `vicinal`."""

from vicinal.cli import main

main()
