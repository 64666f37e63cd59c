"""`python -m ssdc` is the program `ssdc`."""
from ssdc._program import main

main()
