"""Measuring: gold against predicted, methods against each other, settings tuned, annotators compared."""
